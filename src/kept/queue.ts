import { liveQuery } from 'dexie'
import { createStore, type Readable } from '../createStore.ts'
import { addressOf } from './address.ts'
import { database, type Queued } from './database.ts'
import { dropFiles, keptIn } from './files.ts'
import { bodyOf, enqueued, type Operation } from './operation.ts'

/** The queue of one user, of all their tenants, in the order in which it was written. */
const ofUser = (userId: number) =>
  database.operations
    .orderBy('seq')
    .filter(({ owner }) => owner.startsWith(`${userId} `))
    .toArray()

/** Puts one queue in the place of another: what is the same stays in its place, what is new comes behind. */
async function replace(before: readonly Queued[], after: readonly Operation[]): Promise<void> {
  const left = new Set(after.map(({ id }) => id))
  const gone = before.filter(({ id }) => !left.has(id))
  await database.operations.bulkDelete(gone.map(({ seq }) => seq))
  for (const one of after) {
    const known = before.find(({ id }) => id === one.id)
    if (known === undefined) await database.operations.add(one as Queued)
    else if (known !== one) await database.operations.put({ ...one, seq: known.seq })
  }
  const still = new Set(keptIn((await database.operations.toArray()).map(bodyOf)))
  await dropFiles(keptIn(gone.map(bodyOf)).filter((address) => !still.has(address)))
}

/** Changes the queue of one user by what `change` makes of it, in one transaction: nothing of it is lost where it fails. */
export const changeQueue = (userId: number, change: (queue: readonly Operation[]) => readonly Operation[]): Promise<void> =>
  database.transaction('rw', database.operations, database.files, async () => {
    const before = await ofUser(userId)
    await replace(before, change(before))
  })
/** Rejects where it could not be kept: then it was not done, and whoever did it hears of that. */
export const enqueue = (userId: number, next: Operation): Promise<void> => changeQueue(userId, (queue) => enqueued(queue, next))
export const readQueue = (userId: number): Promise<readonly Operation[]> => ofUser(userId)

/** A picture that no operation has named for so long was picked in a form that was given up, ms. */
const FORGOTTEN_MS = 7 * 86_400_000
/** Lets go of pictures that nothing will ever send. */
export const sweepFiles = (userId: number, now: number = Date.now()): Promise<void> =>
  database.transaction('rw', database.operations, database.files, async () => {
    const named = new Set(keptIn((await database.operations.toArray()).map(bodyOf)))
    const old = await database.files.filter(({ owner, at }) => owner.startsWith(`${userId} `) && at < now - FORGOTTEN_MS).toArray()
    await dropFiles(old.map(({ uuid }) => addressOf(uuid)).filter((address) => !named.has(address)))
  })

const queue = createStore<readonly Operation[]>([])
/** What waits of whoever is signed in, in every tab the same. */
export const queueOf: Readable<readonly Operation[]> = queue
let following: { unsubscribe(): void } | null = null
let followed: number | null = null
/** Follows the queue of a user; null: of nobody. */
export function followQueue(userId: number | null): void {
  if (userId === followed) return
  followed = userId
  following?.unsubscribe()
  following = null
  queue.set([])
  if (userId === null) return
  following = liveQuery(() => ofUser(userId)).subscribe({ next: (all) => queue.set(all), error: () => undefined })
}
