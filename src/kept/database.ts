import { Dexie, type EntityTable, type Table } from 'dexie'
import type { Operation } from './operation.ts'

/** An answer of the server as it was read at `at`, ms UTC, by `owner` (`<user> <tenant>`). */
export interface Read {
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

interface Kept extends Dexie {
  readonly reads: Table<Read, [string, string]>
  readonly operations: EntityTable<Queued, 'seq'>
  readonly files: EntityTable<WaitingFile, 'uuid'>
}

/** What this browser keeps for when there is no network. What is read goes with the session; what was written stays until it was sent. */
export const database = new Dexie('furrow') as Kept
database.version(1).stores({ reads: '[owner+key], owner, at', operations: '++seq, &id, owner', files: 'uuid, owner' })
