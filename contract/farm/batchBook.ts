import { z } from 'zod'
import { type Fields, schemasOf } from '../core/field.ts'
import { id, integer } from '../core/values.ts'

const version = integer(1, 2_000_000_000)

/** The most rows of one book: all of them are read at once. */
export const MOST_OF_BOOK = 5000

/**
 * A book of a batch: what is written down of it again and again. A row belongs to its batch: who changes the batch changes it, and consoles are
 * told that the batch changed. `body` saves a row: without an id it is new.
 */
export function bookOf<const Name extends string, F extends Fields>(name: Name, fields: F) {
  const held = schemasOf(fields)
  return {
    name,
    area: 'farm',
    fields,
    create: z.object(held),
    body: z.object({ ...held, batchId: id, id: id.nullable().default(null), objectVersionNumber: version.nullable().default(null) }),
    gone: z.object({ id, objectVersionNumber: version }),
  } as const
}
/** What every row of a book says beside its fields. */
export const bookRow = { id: z.int(), batchId: z.int(), objectVersionNumber: z.int() }
