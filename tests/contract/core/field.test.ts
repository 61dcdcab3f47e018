import { expect, test } from 'vitest'
import { idsOf, references, schemasOf, shortText } from '#contract/core/field'

test.each([
  ['records', references('product', 3)],
  ['other things', idsOf(3)],
])('several %s are each named once, and no more than may be; none unless told', (_, { schema, most }) => {
  expect(schema.parse(undefined)).toEqual([])
  expect(schema.parse([3, 1, 2])).toEqual([3, 1, 2])
  expect(schema.safeParse([1, 2, 1]).error?.issues[0]?.message).toBe('doubled')
  expect(schema.safeParse([1, 2, 3, 4]).success).toBe(false)
  expect(most).toBe(3)
})

test('the schemas of fields stand under their names', () => {
  const fields = { name: shortText(10), others: idsOf(2) }
  expect(schemasOf(fields)).toEqual({ name: fields.name.schema, others: fields.others.schema })
})
