import { createStore, type Readable } from '../createStore.ts'
import { uuidOf } from './address.ts'
import { database, type Queued } from './database.ts'
import { keptIn } from './files.ts'
import { bodyOf, enqueued, type Operation } from './operation.ts'

const isOf = (userId: number, { owner }: { readonly owner: string }) => owner.startsWith(`${userId} `)
/** The queue of one user, of all their tenants, in the order in which it was written. */
const ofUser = (all: readonly Queued[], userId: number) => all.filter((one) => isOf(userId, one))
/** The pictures that are named by any of these. */
const picturesIn = (all: readonly Operation[]) => new Set(keptIn(all.map(bodyOf)).map(uuidOf))

/** Changes the queue of one user by what `change` makes of it, in one transaction: nothing of it is lost where it fails. */
export async function changeQueue(userId: number, change: (queue: readonly Operation[]) => readonly Operation[]): Promise<void> {
  await database.inOne(['operations', 'files'], async (both) => {
    const [operations, files] = [both.objectStore('operations'), both.objectStore('files')]
    const before = ofUser(await operations.getAll(), userId)
    const after = change(before)
    // What is the same stays in its place, what is new comes behind.
    const left = new Set(after.map(({ id }) => id))
    const gone = before.filter(({ id }) => !left.has(id))
    for (const { seq } of gone) await operations.delete(seq)
    for (const one of after) {
      const known = before.find(({ id }) => id === one.id)
      if (known === undefined) await operations.add(one as Queued)
      else if (known !== one) await operations.put({ ...one, seq: known.seq })
    }
    const still = picturesIn(await operations.getAll())
    for (const uuid of picturesIn(gone)) if (uuid !== null && !still.has(uuid)) await files.delete(uuid)
  })
  void show()
  elsewhere.postMessage(null)
}
/** Rejects where it could not be kept: then it was not done, and whoever did it hears of that. */
export const enqueue = (userId: number, next: Operation): Promise<void> => changeQueue(userId, (queue) => enqueued(queue, next))
export const readQueue = async (userId: number): Promise<readonly Operation[]> =>
  ofUser(await (await database.open()).getAll('operations'), userId)

/** A picture that no operation has named for so long was picked in a form that was given up, ms. */
const FORGOTTEN_MS = 7 * 86_400_000
/** Lets go of pictures that nothing will ever send. */
export const sweepFiles = (userId: number, now: number = Date.now()): Promise<void> =>
  database.inOne(['operations', 'files'], async (both) => {
    const files = both.objectStore('files')
    const named = picturesIn(await both.objectStore('operations').getAll())
    for (const file of await files.getAll())
      if (isOf(userId, file) && file.at < now - FORGOTTEN_MS && !named.has(file.uuid)) await files.delete(file.uuid)
  })

/** Whether what is open can do something that waits; said by what does it (src/field/act.ts). */
export const mayWait = createStore(false)

const queue = createStore<readonly Operation[]>([])
/** What waits of whoever is signed in, in every tab the same. */
export const queueOf: Readable<readonly Operation[]> = queue
let followed: number | null = null
let looks = 0
/** Reads the queue that is followed; of several who look at once the last one is right. */
async function show(): Promise<void> {
  const mine = ++looks
  if (followed === null) return
  // A browser that keeps nothing has no queue.
  const all = await readQueue(followed).catch(() => null)
  if (mine === looks && all !== null) queue.set(all)
}
/** The other tabs of this browser: each is told that the queue was changed. */
const elsewhere = new BroadcastChannel('furrow.kept')
elsewhere.addEventListener('message', () => void show())

/** Follows the queue of a user; null: of nobody. */
export function followQueue(userId: number | null): void {
  if (userId === followed) return
  followed = userId
  queue.set([])
  void show()
}
