import { expect, test } from 'vitest'
import { packageFaults } from '#src/screens/farm/plans/packageFaults.ts'
import { NEW_TASK, type TypedSubplan } from '#src/screens/farm/plans/typed.ts'

const typed = (given: Partial<TypedSubplan>): TypedSubplan => ({ name: 'Seedlings', offsetDays: 0, days: 10, tasks: [], ...given })
const told = (subplans: readonly TypedSubplan[]) => Object.fromEntries([...packageFaults(subplans)].map(([place, { key }]) => [place, key]))

test('what is wrong is told by the place of its input, the first of each', () => {
  const blank = { ...NEW_TASK, offsetDays: 10, days: 0, materials: [{ productId: null, quantity: '', perMu: 1 }] }
  const task = { ...blank, taskName: 'Feed', taskTypeId: 1, days: 1, materials: [] }
  expect(told([typed({ name: ' ', days: null }), typed({ tasks: [blank] })])).toEqual({
    '0.name': 'onlySpaces',
    '0.days': 'required',
    '1.tasks.0.taskName': 'required',
    '1.tasks.0.taskTypeId': 'required',
    '1.tasks.0.days': 'tooSmall',
    '1.tasks.0.materials.0.productId': 'required',
    '1.tasks.0.materials.0.quantity': 'required',
  })
  expect(told([typed({ tasks: [task] })])).toEqual({ '0.tasks.0.offsetDays': 'beyondSubplan' })
  expect(told([typed({}), typed({})])).toEqual({ '1.name': 'doubled' })
  expect(told([typed({ days: 'ten' })])).toEqual({ '0.days': 'invalid' })
  expect(told([typed({})])).toEqual({})
})
