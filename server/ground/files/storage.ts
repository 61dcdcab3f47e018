import type { Readable } from 'node:stream'

/** A whole file on this machine's disk that is to be kept; the storage takes it over. */
export interface Kept {
  readonly path: string
  readonly bytes: number
  /** Lower-case hex. */
  readonly sha256: string
  readonly contentType: string
}

/**
 * Where the bytes of files are. A key is `<tenant>/<two letters>/<uuid>`: no tenant's files share a folder with another's. Nobody sees a
 * file before all of it is there.
 */
export interface FileStorage {
  put(key: string, file: Kept): Promise<void>
  /** The bytes from `start` to `end`, both included. Throws CallFailure: `error.notFound` where they are gone, `error.unavailable` where the place does not answer. */
  open(key: string, range: { readonly start: number; readonly end: number }): Promise<Readable>
  /** Also of what is not there. */
  remove(key: string): Promise<void>
}

export const keyOf = (tenantId: number, id: string): string => `${tenantId}/${id.slice(0, 2)}/${id}`
