import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { columnsOf, rowsOf } from '#contract/core/columns'

const row = z.object({ id: z.int(), name: z.string().nullable() })

test('the rows of columns are those that were told, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ id: fc.nat(), name: fc.option(fc.string()) })), (rows) => {
      const columns = { id: rows.map(({ id }) => id), name: rows.map(({ name }) => name) }
      expect(columnsOf(row).parse(columns)).toEqual(columns)
      expect(rowsOf(columns)).toEqual(rows)
    }),
  )
})

test('a column holds what the field of a row may', () => {
  expect(columnsOf(row).safeParse({ id: [null], name: [null] }).success).toBe(false)
  expect(columnsOf(row).safeParse({ id: [1] }).success).toBe(false)
  expect(rowsOf({})).toEqual([])
})
