import { expect, test } from 'vitest'
import { calls } from '#contract/calls'
import { AUDIT_KINDS } from '#contract/core/trail'

const kindsOf = ({ trail }: (typeof calls)[number]) => (typeof trail === 'object' && 'untold' in trail ? [] : [trail].flat())

test('every kind of the audit trail is left by some call', () => {
  expect(AUDIT_KINDS.filter((kind) => !calls.some((call) => kindsOf(call).includes(kind)))).toEqual([])
})

test('what only reads leaves nothing', () => {
  expect(calls.filter((call) => call.method === 'GET' && kindsOf(call).length > 0).map(({ name }) => name)).toEqual([])
})
