import { assign, fromPromise, setup, stateIn } from 'xstate'
import { CODE_PAUSE_SECONDS, isPhone, isRegistrationPassword, PHONE_TAKEN_CODES } from '#contract/session/registration'

/** What a person types (REGISTER-01). */
export const REGISTRATION_FIELDS = ['realName', 'password', 'tenantName', 'phone', 'captcha'] as const
export type RegistrationField = (typeof REGISTRATION_FIELDS)[number]
/** What is wrong with a field: nothing typed, blanks alone, against its rule, or no code was asked for yet (REGISTER-02 to -07). */
export type RegistrationFault = 'required' | 'onlySpaces' | 'invalid' | 'codeNotSent'
type Typed = Record<RegistrationField, string>
type Faults = Partial<Record<RegistrationField, RegistrationFault>>

/** Why the server refused: a failure code, its own words (null where it could not be reached), and the fields that it named. */
export interface RegistrationProblem {
  code: string
  message: string | null
  fields?: Readonly<Record<string, string>> | undefined
}
/** Why no code is sent to who has not solved a captcha (S7: many were asked for from one network). */
const CAPTCHA_CODES: readonly string[] = ['error.register.captchaNeeded', 'error.register.captchaWrong']
export interface CodeRequest {
  phone: string
  captchaKey?: string
  captcha?: string
}
export type CodeResult = { failed: false; captchaKey: string; demoCode: string | null } | ({ failed: true } & RegistrationProblem)
export type RegistrationResult = { failed: false } | ({ failed: true } & RegistrationProblem)
export type RegistrationRequest = Typed & { captchaKey: string }

export const COUNT_MS = 1000

interface RegistrationContext {
  typed: Typed
  faults: Faults
  /** Names the code that was sent; null until one was, and again where the phone is another one by now. */
  captchaKey: string | null
  /** The phone that the last code was asked for. */
  sentTo: string | null
  demoCode: string | null
  /** ms by the given clock until which no other code may be asked for. */
  until: number
  /** Whole seconds until then; 0 where a code may be asked for. */
  secondsLeft: number
  /** The captcha that a code is asked for with, once the server wants one: what was read, and its picture (null until it has come). */
  picture: { key: string | null; typed: string; fault: RegistrationFault | null } | null
  /** Why no code was sent. */
  codeProblem: RegistrationProblem | null
  /** Why the registration failed. */
  problem: RegistrationProblem | null
  now: () => number
}
export type RegistrationEvent =
  | { type: 'field.change'; field: RegistrationField; value: string }
  | { type: 'picture.change'; value: string }
  | { type: 'picture.refresh' }
  | { type: 'code.send' }
  | { type: 'form.submit' }

const UNREACHABLE: RegistrationProblem = { code: 'error.unavailable', message: null }

function faultOf(field: RegistrationField, value: string): RegistrationFault | null {
  if (value === '') return 'required'
  if (value.trim() === '') return 'onlySpaces'
  if (field === 'phone') return isPhone(value.trim()) ? null : 'invalid'
  return field === 'password' && !isRegistrationPassword(value) ? 'invalid' : null
}

/** What is wrong with what was typed; a code counts only where one was sent to this phone. Empty where the form may be sent. */
export function registrationFaults(typed: Typed, codeWasSent: boolean): Faults {
  const faults: Faults = {}
  for (const field of REGISTRATION_FIELDS) {
    const fault = field === 'captcha' && !codeWasSent ? 'codeNotSent' : faultOf(field, typed[field])
    if (fault) faults[field] = fault
  }
  return faults
}

const codeWasSent = ({ captchaKey, sentTo, typed }: RegistrationContext) => captchaKey !== null && sentTo === typed.phone.trim()
const secondsUntil = ({ until, now }: RegistrationContext) => Math.max(0, Math.ceil((until - now()) / 1000))
const missing = (name: string) => () => Promise.reject(new Error(`The actor ${name} was not provided`))

/**
 * The registration process, two things side by side until it is done: `code` (idle -> sending -> counting -> idle; where the server wants
 * a captcha, sending -> fetching -> idle) and `form` (editing -> submitting -> failed, or done). It knows no words and no network: give it
 * `sendCode`, `fetchCaptcha` and `register` with `.provide()`, and a clock as `now` (ms). A code may not be asked for again from the moment of asking until the count is 0 (REGISTER-06); where
 * sending failed it may at once.
 */
export const registrationMachine = setup({
  types: {
    context: {} as RegistrationContext,
    events: {} as RegistrationEvent,
    input: {} as { now?: () => number } | undefined,
  },
  actors: {
    sendCode: fromPromise<CodeResult, CodeRequest>(missing('sendCode')),
    fetchCaptcha: fromPromise<{ captchaKey: string }>(missing('fetchCaptcha')),
    register: fromPromise<RegistrationResult, RegistrationRequest>(missing('register')),
  },
  delays: { second: COUNT_MS },
  guards: {
    phoneIsWrong: ({ context }) => faultOf('phone', context.typed.phone) !== null,
    formIsIncomplete: ({ context }) => Object.keys(registrationFaults(context.typed, codeWasSent(context))).length > 0,
    pictureIsUnread: ({ context }) => context.picture != null && context.picture.typed.trim() === '',
    pictureIsMissing: ({ context }) => context.picture != null && context.picture.key === null,
    minuteIsOver: ({ context }) => secondsUntil(context) === 0,
  },
  actions: {
    type: assign(({ context, event }) => {
      if (event.type !== 'field.change') return {}
      const { [event.field]: _mended, ...faults } = context.faults
      return { typed: { ...context.typed, [event.field]: event.value }, faults }
    }),
    noteFaults: assign({ faults: ({ context }) => registrationFaults(context.typed, codeWasSent(context)) }),
    notePhoneFault: assign({
      faults: ({ context }) => ({ ...context.faults, phone: faultOf('phone', context.typed.phone) ?? 'invalid' }),
    }),
    typePicture: assign({
      picture: ({ context, event }) =>
        event.type === 'picture.change' && context.picture ? { ...context.picture, typed: event.value, fault: null } : context.picture,
    }),
    notePictureFault: assign({
      picture: ({ context: { picture } }) => picture && { ...picture, fault: picture.typed === '' ? 'required' : 'onlySpaces' },
    }),
    startCount: assign(({ context }) => ({
      until: context.now() + CODE_PAUSE_SECONDS * 1000,
      secondsLeft: CODE_PAUSE_SECONDS,
      sentTo: context.typed.phone.trim(),
      captchaKey: null,
      demoCode: null,
      codeProblem: null,
    })),
    count: assign({ secondsLeft: ({ context }) => secondsUntil(context) }),
    stopCount: assign({ secondsLeft: 0, until: 0 }),
  },
}).createMachine({
  id: 'registration',
  context: ({ input }) => ({
    typed: { realName: '', password: '', tenantName: '', phone: '', captcha: '' },
    faults: {},
    captchaKey: null,
    sentTo: null,
    demoCode: null,
    until: 0,
    secondsLeft: 0,
    picture: null,
    codeProblem: null,
    problem: null,
    now: input?.now ?? Date.now,
  }),
  initial: 'open',
  states: {
    open: {
      type: 'parallel',
      states: {
        code: {
          initial: 'idle',
          states: {
            idle: {
              entry: 'stopCount',
              on: {
                'picture.change': { actions: 'typePicture' },
                'picture.refresh': { guard: ({ context }) => context.picture != null, target: 'fetching' },
                'code.send': [
                  // Another code would make the one that is on its way worthless.
                  { guard: stateIn('#submitting') },
                  { guard: 'phoneIsWrong', actions: 'notePhoneFault' },
                  // The picture never came, or was used up by the last code.
                  { guard: 'pictureIsMissing', target: 'fetching' },
                  { guard: 'pictureIsUnread', actions: 'notePictureFault' },
                  { target: 'sending', actions: 'startCount' },
                ],
              },
            },
            fetching: {
              entry: ['stopCount', assign({ picture: { key: null, typed: '', fault: null } })],
              invoke: {
                src: 'fetchCaptcha',
                onDone: {
                  target: 'idle',
                  actions: assign({ picture: ({ event }) => ({ key: event.output.captchaKey, typed: '', fault: null }) }),
                },
                onError: 'idle',
              },
            },
            sending: {
              invoke: {
                src: 'sendCode',
                input: ({ context: { sentTo, picture } }) => ({
                  phone: sentTo ?? '',
                  ...(picture?.key != null ? { captchaKey: picture.key, captcha: picture.typed.trim() } : {}),
                }),
                onDone: [
                  {
                    // A captcha is good for one try, whatever came of it.
                    guard: ({ event, context }) =>
                      event.output.failed && (context.picture != null || CAPTCHA_CODES.includes(event.output.code)),
                    target: 'fetching',
                    actions: assign({ codeProblem: ({ event }) => problemOf(event.output) }),
                  },
                  {
                    guard: ({ event }) => event.output.failed,
                    target: 'idle',
                    actions: assign({ codeProblem: ({ event }) => problemOf(event.output) }),
                  },
                  {
                    target: 'counting',
                    actions: assign(({ event, context }) =>
                      event.output.failed
                        ? {}
                        : {
                            captchaKey: event.output.captchaKey,
                            demoCode: event.output.demoCode,
                            faults: withoutCodeNotSent(context.faults),
                            picture: null,
                          },
                    ),
                  },
                ],
                onError: { target: 'idle', actions: assign({ codeProblem: UNREACHABLE }) },
              },
            },
            counting: {
              entry: 'count',
              always: { guard: 'minuteIsOver', target: 'idle' },
              after: { second: { target: 'counting', reenter: true } },
            },
          },
        },
        form: {
          initial: 'editing',
          states: {
            editing: { on: { 'field.change': { actions: 'type' }, 'form.submit': 'judging' } },
            failed: { on: { 'field.change': { actions: 'type' }, 'form.submit': 'judging' } },
            judging: {
              always: [
                { guard: 'formIsIncomplete', target: 'editing', actions: ['noteFaults', assign({ problem: null })] },
                { target: 'submitting', actions: assign({ faults: {}, problem: null }) },
              ],
            },
            submitting: {
              id: 'submitting',
              // What is on its way is what was typed: the form rests until the answer.
              invoke: {
                src: 'register',
                input: ({ context }) => ({
                  realName: context.typed.realName.trim(),
                  tenantName: context.typed.tenantName.trim(),
                  password: context.typed.password,
                  phone: context.typed.phone.trim(),
                  captcha: context.typed.captcha.trim(),
                  captchaKey: context.captchaKey ?? '',
                }),
                onDone: [
                  {
                    guard: ({ event }) => event.output.failed,
                    target: 'failed',
                    actions: assign({ problem: ({ event }) => problemOf(event.output) }),
                  },
                  { target: '#registration.done', actions: assign({ problem: null }) },
                ],
                onError: { target: 'failed', actions: assign({ problem: UNREACHABLE }) },
              },
            },
          },
        },
      },
    },
    done: {
      type: 'final',
      // A password is kept no longer than it is needed.
      entry: assign({ typed: ({ context }) => ({ ...context.typed, password: '', captcha: '' }) }),
    },
  },
})

function problemOf(result: CodeResult | RegistrationResult): RegistrationProblem {
  return result.failed ? { code: result.code, message: result.message, fields: result.fields } : UNREACHABLE
}
function withoutCodeNotSent({ captcha, ...faults }: Faults): Faults {
  return captcha == null || captcha === 'codeNotSent' ? faults : { captcha, ...faults }
}

/** Whether a failure says that a captcha is wanted or was read wrong. */
export const isOfPicture = (problem: RegistrationProblem | null): boolean => problem != null && CAPTCHA_CODES.includes(problem.code)
/** Whether a failure says that the phone is registered already (REGISTER-09). */
export const phoneIsTaken = (problem: RegistrationProblem | null): boolean => problem != null && PHONE_TAKEN_CODES.includes(problem.code)
