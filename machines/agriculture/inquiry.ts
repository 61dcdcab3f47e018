import { setup, transition } from 'xstate'
import { INQUIRY_ACTS, type InquiryAct, type InquiryState } from '#contract/agriculture/inquiry'

/** What somebody is to an inquiry: its asker with the right to ask, or one of those who may answer. Nobody answers an own question. */
export interface InquiryPerson {
  readonly isAsker: boolean
  readonly mayAsk: boolean
  readonly mayAnswer: boolean
}

const asks = ({ isAsker, mayAsk }: InquiryPerson) => isAsker && mayAsk
const answers = ({ isAsker, mayAnswer }: InquiryPerson) => !isAsker && mayAnswer

/**
 * The life of an inquiry: open, answered, closed; its asker asks on, which opens it again. What is closed takes no more answers. The server
 * decides with this machine, and the console offers what it allows.
 */
export const inquiryMachine = setup({
  types: { events: {} as { type: InquiryAct; by: InquiryPerson } },
  guards: {
    asks: ({ event }) => asks(event.by),
    answers: ({ event }) => answers(event.by),
    ends: ({ event }) => asks(event.by) || answers(event.by),
  },
}).createMachine({
  id: 'inquiry',
  initial: 'open',
  states: {
    open: {
      on: {
        ask: { guard: 'asks', target: 'open' },
        answer: { guard: 'answers', target: 'answered' },
        accept: { guard: 'asks', target: 'closed' },
        close: { guard: 'ends', target: 'closed' },
      },
    },
    answered: {
      on: {
        ask: { guard: 'asks', target: 'open' },
        answer: { guard: 'answers', target: 'answered' },
        accept: { guard: 'asks', target: 'closed' },
        close: { guard: 'ends', target: 'closed' },
      },
    },
    closed: { on: { ask: { guard: 'asks', target: 'open' } } },
  },
})

/** Where an act of somebody leads an inquiry; null where it is refused there. */
export function inquiryAfter(state: InquiryState, act: InquiryAct, by: InquiryPerson): InquiryState | null {
  const before = inquiryMachine.resolveState({ value: state })
  if (!before.can({ type: act, by })) return null
  const [next] = transition(inquiryMachine, before, { type: act, by })
  return next.value
}

/** What somebody may do with an inquiry now. */
export const inquiryActs = (state: InquiryState, by: InquiryPerson): readonly InquiryAct[] =>
  INQUIRY_ACTS.filter((act) => inquiryAfter(state, act, by) !== null)
