import { describe, expect, test } from 'vitest'
import { BATCH_STATES, BATCH_VERBS, type BatchState, type BatchVerb } from '#contract/farm/batch'
import { batchAfter, batchMachine, isEnded, isStanding } from '#machines/farm/batch'
import { leavesOf } from '../stateTable.ts'

/** Where each verb leads from each state; what is not named is refused. */
const table: Record<BatchState, Partial<Record<BatchVerb, BatchState>>> = {
  planned: { begin: 'growing' },
  growing: { harvest: 'harvesting', close: 'closed', fail: 'failed' },
  harvesting: { close: 'closed', fail: 'failed' },
  closed: { reopen: 'growing' },
  failed: { reopen: 'growing' },
}

describe.each(BATCH_STATES)('a batch that is %s', (state) => {
  test.each(BATCH_VERBS)('meets %s as the table says', (verb) => {
    expect(batchAfter(state, verb)).toBe(table[state][verb] ?? null)
  })
})

test('the states of the wire are those of the machine; two of them stand on a plot, two have ended', () => {
  expect(leavesOf(batchMachine).toSorted()).toEqual(BATCH_STATES.toSorted())
  expect(BATCH_STATES.filter(isStanding)).toEqual(['growing', 'harvesting'])
  expect(BATCH_STATES.filter(isEnded)).toEqual(['closed', 'failed'])
})
