import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { INQUIRY_ACTS, INQUIRY_STATES, type InquiryAct, type InquiryState } from '#contract/agriculture/inquiry'
import { inquiryActs, inquiryAfter, inquiryMachine, type InquiryPerson } from '#machines/agriculture/inquiry'
import { leavesOf } from '../stateTable.ts'

const people = {
  asker: { isAsker: true, mayAsk: true, mayAnswer: false },
  expertWhoAsked: { isAsker: true, mayAsk: true, mayAnswer: true },
  askerWithoutRight: { isAsker: true, mayAsk: false, mayAnswer: true },
  expert: { isAsker: false, mayAsk: false, mayAnswer: true },
  bystander: { isAsker: false, mayAsk: true, mayAnswer: false },
} as const satisfies Record<string, InquiryPerson>
type Name = keyof typeof people

const of = { ask: 'open', accept: 'closed', close: 'closed' } as const
const byExpert = { answer: 'answered', close: 'closed' } as const
/** Where each act of each person leads from each state; what is not named is refused. */
const table: Record<InquiryState, Partial<Record<Name, Partial<Record<InquiryAct, InquiryState>>>>> = {
  open: { asker: of, expertWhoAsked: of, expert: byExpert },
  answered: { asker: of, expertWhoAsked: of, expert: byExpert },
  closed: { asker: { ask: 'open' }, expertWhoAsked: { ask: 'open' } },
}

describe.each(INQUIRY_STATES)('an inquiry that is %s', (state) => {
  test.each(Object.keys(people) as Name[])('meets the acts of %s as the table says', (name) => {
    const led = Object.fromEntries(INQUIRY_ACTS.map((act) => [act, inquiryAfter(state, act, people[name])]))
    const said = table[state][name] ?? {}
    expect(led).toEqual(Object.fromEntries(INQUIRY_ACTS.map((act) => [act, said[act] ?? null])))
    expect(inquiryActs(state, people[name]).toSorted()).toEqual(Object.keys(said).toSorted())
  })
})

test('the states of the wire are those of the machine', () => {
  expect(leavesOf(inquiryMachine).toSorted()).toEqual(INQUIRY_STATES.toSorted())
})

test('whoever does whatever in whatever order: nothing but a further question of its asker opens what is closed, and nobody answers an own question', () => {
  const act = fc.record({ act: fc.constantFrom(...INQUIRY_ACTS), name: fc.constantFrom(...(Object.keys(people) as Name[])) })
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      let state: InquiryState = 'open'
      for (const { act: verb, name } of acts) {
        const next = inquiryAfter(state, verb, people[name])
        if (next === null) continue
        if (state === 'closed') expect([verb, people[name].isAsker, next]).toEqual(['ask', true, 'open'])
        if (next === 'answered') expect([verb, people[name].isAsker]).toEqual(['answer', false])
        if (next === 'open') expect(verb).toBe('ask')
        state = next
      }
    }),
  )
})
