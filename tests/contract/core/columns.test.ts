import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { columnsOf, rowsOf } from '#contract/core/columns'

const row = z.object({ id: z.int(), name: z.string().nullable(), state: z.enum(['open', 'shut']) })

test('the rows of columns are those that were told, in order', () => {
  const told = fc.record({ id: fc.nat(), name: fc.option(fc.string()), state: fc.constantFrom('open' as const, 'shut' as const) })
  fc.assert(
    fc.property(fc.array(told), (rows) => {
      const of = ['open', 'shut'] as ('open' | 'shut')[]
      const columns = {
        id: rows.map(({ id }) => id),
        name: rows.map(({ name }) => name),
        state: { of, at: rows.map(({ state }) => of.indexOf(state)) },
      }
      expect(columnsOf(row).parse(columns)).toEqual(columns)
      expect(rowsOf(columns)).toEqual(rows)
    }),
  )
})

test('a column holds what the field of a row may', () => {
  const state = { of: ['open'], at: [0] }
  expect(columnsOf(row).safeParse({ id: [1], name: [null], state }).success).toBe(true)
  expect(columnsOf(row).safeParse({ id: [null], name: [null], state }).success).toBe(false)
  expect(columnsOf(row).safeParse({ id: [1], state }).success).toBe(false)
  expect(columnsOf(row).safeParse({ id: [1], name: [null], state: { of: ['gone'], at: [0] } }).success).toBe(false)
  expect(rowsOf({})).toEqual([])
})
