import { database } from './database.ts'

/** The most answers that are kept of one owner; of more the oldest go. */
const MOST = 2000

/** Nothing may fail because it could not be kept: a full disk, a private window. */
const quietly = <Value>(work: Promise<Value>): Promise<Value | undefined> => work.catch(() => undefined)

/** Keeps what the server answered, in the place of what it answered before. */
export async function keepAnswer(owner: string, key: string, answer: unknown, at: number = Date.now()): Promise<void> {
  await quietly(
    database.inOne(['reads'], async (change) => {
      const reads = change.objectStore('reads')
      await reads.put({ owner, key, answer, at })
      const over = (await reads.index('owner').count(owner)) - MOST
      if (over <= 0) return
      const oldest = (await reads.index('owner').getAll(owner)).toSorted((one, other) => one.at - other.at).slice(0, over)
      for (const one of oldest) await reads.delete([one.owner, one.key])
    }),
  )
}

/** What was answered last and when, ms of this device's clock; null where nothing was kept. */
export async function keptAnswer(owner: string, key: string): Promise<{ readonly answer: unknown; readonly at: number } | null> {
  const found = await quietly(database.open().then((opened) => opened.get('reads', [owner, key])))
  return found ? { answer: found.answer, at: found.at } : null
}

/** Adds to a set of small facts that are kept as one answer. */
export async function keepFacts(owner: string, key: string, facts: Readonly<Record<string, unknown>>): Promise<void> {
  await quietly(
    database.inOne(['reads'], async (change) => {
      const reads = change.objectStore('reads')
      const before = (await reads.get([owner, key]))?.answer as object | undefined
      await reads.put({ owner, key, answer: { ...before, ...facts }, at: Date.now() })
    }),
  )
}

/** Forgets what was read, of everybody, or of all but one user. */
export async function forgetReads(but?: number): Promise<void> {
  await quietly(
    database.inOne(['reads'], async (change) => {
      const reads = change.objectStore('reads')
      if (but === undefined) await reads.clear()
      else for (const key of await reads.getAllKeys()) if (!key[0].startsWith(`${but} `)) await reads.delete(key)
    }),
  )
}
