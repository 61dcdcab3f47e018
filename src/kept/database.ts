import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb'
import type { Operation } from './operation.ts'

/** An answer of the server as it was read at `at`, ms UTC, by `owner` (`<user> <tenant>`). */
interface Read {
  readonly owner: string
  readonly key: string
  readonly answer: unknown
  readonly at: number
}
/** A picture that waits to be sent; `fileUrl` once the server has it. */
export interface WaitingFile {
  readonly uuid: string
  readonly owner: string
  readonly name: string
  readonly type: string
  readonly bytes: Blob
  readonly at: number
  readonly fileUrl: string | null
}
/** An operation in its place of the queue. */
export type Queued = Operation & { readonly seq: number }

interface Kept extends DBSchema {
  reads: { key: [string, string]; value: Read; indexes: { owner: string } }
  operations: { key: number; value: Queued; indexes: { id: string } }
  files: { key: string; value: WaitingFile }
}
type Stores = StoreNames<Kept>[]
type Change<Names extends Stores> = IDBPTransaction<Kept, Names, 'readwrite'>

const NAME = 'furrow'
/** Ten, because the library that made it first counted in tens. */
const VERSION = 10

let opened: Promise<IDBPDatabase<Kept>> | undefined
const forget = () => {
  opened = undefined
}
async function made(): Promise<IDBPDatabase<Kept>> {
  const database = await openDB<Kept>(NAME, VERSION, {
    upgrade(one) {
      one.createObjectStore('reads', { keyPath: ['owner', 'key'] }).createIndex('owner', 'owner')
      one.createObjectStore('operations', { keyPath: 'seq', autoIncrement: true }).createIndex('id', 'id', { unique: true })
      one.createObjectStore('files', { keyPath: 'uuid' })
    },
    // A newer console in another tab waits to change it.
    blocking() {
      forget()
      database.close()
    },
    // The browser took it away, as phones do of a page out of sight.
    terminated: forget,
  })
  return database
}

/** What this browser keeps for when there is no network. What is read goes with the session; what was written stays until it was sent. */
export const database = {
  /** Rejects where the browser keeps nothing; the next one who asks tries anew. */
  open: (): Promise<IDBPDatabase<Kept>> => {
    if (opened === undefined) {
      opened = made()
      opened.catch(forget)
    }
    return opened
  },
  /** Does all of `work`, or where it throws nothing of it. Within it nothing is waited for but the transaction itself. */
  inOne: async <Names extends Stores>(names: Names, work: (change: Change<Names>) => Promise<void>): Promise<void> => {
    const change = (await database.open()).transaction(names, 'readwrite')
    // Heard below; where `work` throws first, nobody would hear it.
    change.done.catch(() => undefined)
    try {
      await work(change)
    } catch (error) {
      try {
        change.abort()
      } catch {
        // Its own fault has ended it already.
      }
      throw error
    }
    await change.done
  },
}
