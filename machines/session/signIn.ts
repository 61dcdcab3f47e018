import { assign, fromPromise, setup } from 'xstate'

/** What a person types. */
export type SignInField = 'username' | 'password' | 'captcha' | 'code'
/** Keys below `field.` in the words of errors: nothing typed, or blanks alone (LOGIN-05 to -07). */
export type FieldFault = 'required' | 'onlySpaces'
/** Why a sign-in failed: a failure code, and the server's own words where it spoke (null where it could not be reached). */
export interface SignInProblem {
  code: string
  message: string | null
}
export interface SignInRequest {
  username: string
  password: string
  captchaKey?: string
  captcha?: string
}
export type SignInResult<Tokens> = { failed: false; tokens: Tokens } | ({ failed: true } & SignInProblem)
/** The password was right, and a code is asked for before there are tokens. */
export type FirstStepResult<Tokens> = SignInResult<Tokens> | { failed: false; challenge: string }
/** With what the browser came back from another service. */
export interface ElsewhereRequest {
  ticket: string
  callback: string
}
export interface CodeRequest {
  challenge: string
  code: string
}

/** How long the form rests after the server said that there were too many attempts. */
export const LOCKED_PAUSE_MS = 5000

interface SignInContext {
  username: string
  password: string
  captcha: string
  /** Of the app, or a recovery code. */
  code: string
  /** What the first step answered who has a second factor. */
  challenge: string
  captchaNeeded: boolean
  /** Names the picture of the captcha that is shown; null where none is needed or it could not be fetched. */
  captchaKey: string | null
  /** The name that `captchaNeeded` was asked for. */
  checkedName: string | null
  /** A submit that came before the name was checked goes on by itself once that is done. */
  submitted: boolean
  faults: Partial<Record<SignInField, FieldFault>>
  problem: SignInProblem | null
  tokens: unknown
}

export type SignInEvent =
  | { type: 'field.change'; field: SignInField; value: string }
  /** The name's field was left: the server is asked whether this name must answer a captcha. */
  | { type: 'name.leave' }
  | { type: 'captcha.refresh' }
  | { type: 'form.submit' }
  /** To the other service, and back from it. */
  | { type: 'elsewhere.go' }
  | ({ type: 'elsewhere.back' } & ElsewhereRequest)
  /** From the code back to the password. */
  | { type: 'code.leave' }

const faultOf = (value: string): FieldFault | null => (value === '' ? 'required' : value.trim() === '' ? 'onlySpaces' : null)

/** What is wrong with what was typed; the captcha only counts while one is shown. Empty where the form may be sent. */
export function faultsOf(
  typed: { username: string; password: string; captcha: string },
  captchaShown: boolean,
): Partial<Record<SignInField, FieldFault>> {
  const faults: Partial<Record<SignInField, FieldFault>> = {}
  for (const field of captchaShown ? (['username', 'password', 'captcha'] as const) : (['username', 'password'] as const)) {
    const fault = faultOf(typed[field])
    if (fault) faults[field] = fault
  }
  return faults
}

/** A captcha counts while its picture is shown and it is that of the name as written. */
const captchaCounts = (context: SignInContext) =>
  context.captchaNeeded && context.captchaKey !== null && context.checkedName === context.username

const UNREACHABLE: SignInProblem = { code: 'error.unavailable', message: null }
const lockingCodes = new Set(['error.signIn.locked', 'error.busy'])

const missing = (name: string) => () => Promise.reject(new Error(`The actor ${name} was not provided`))

/**
 * The sign-in process: which step it is in and what may follow. It knows no words, no storage and no network: give it the actors
 * `checkName`, `fetchCaptcha`, `signIn`, `proveCode`, `goElsewhere` and `signInElsewhere` with
 * `.provide()`.
 *
 * Steps: idle -> checkingName -> ready or (fetchingCaptcha ->) captchaShown -> signingIn -> signedIn, or rechecking -> failed with a fresh
 * captcha where one is needed, or lockedOut for {@link LOCKED_PAUSE_MS}. Who has a second factor goes from signingIn to codeShown ->
 * provingCode -> signedInByCode, or codeShown again, or codeLocked for a while, or back to the password where the challenge is over. Tags: `busy`
 * while something is on its way, `form` while typing counts, `code` in the second step. Its output is what was answered as `tokens`.
 */
export const signInMachine = setup({
  types: {
    context: {} as SignInContext,
    events: {} as SignInEvent,
    input: {} as { username?: string } | undefined,
    output: {} as { tokens: unknown },
    tags: {} as 'busy' | 'form' | 'code',
  },
  actors: {
    checkName: fromPromise<{ isNeedCaptcha: boolean }, { username: string }>(missing('checkName')),
    fetchCaptcha: fromPromise<{ captchaKey: string }>(missing('fetchCaptcha')),
    signIn: fromPromise<FirstStepResult<unknown>, SignInRequest>(missing('signIn')),
    proveCode: fromPromise<SignInResult<unknown>, CodeRequest>(missing('proveCode')),
    /** Leaves the page where it can; answers why not. */
    goElsewhere: fromPromise<SignInProblem | null>(missing('goElsewhere')),
    signInElsewhere: fromPromise<FirstStepResult<unknown>, ElsewhereRequest>(missing('signInElsewhere')),
  },
  delays: { lockedPause: LOCKED_PAUSE_MS },
  guards: {
    nameIsWritten: ({ context }) => context.username.trim() !== '',
    nameIsUnchecked: ({ context }) => context.username.trim() !== '' && context.username !== context.checkedName,
    nameAndPasswordAreWritten: ({ context }) => Object.keys(faultsOf(context, false)).length === 0,
    formIsIncomplete: ({ context }) => Object.keys(faultsOf(context, captchaCounts(context))).length > 0,
    captchaIsNeeded: ({ context }) => context.captchaNeeded,
    somethingFailed: ({ context }) => context.problem !== null,
    codeIsMissing: ({ context }) => faultOf(context.code) !== null,
  },
  actions: {
    noteFaults: assign({ faults: ({ context }) => faultsOf(context, captchaCounts(context)) }),
    clearFaults: assign({ faults: {} }),
    forgetChallenge: assign({ challenge: '', code: '' }),
    forgetProblem: assign({ problem: null }),
    forgetCaptcha: assign({ captchaKey: null, captcha: '' }),
    type: assign(({ context, event }) => {
      if (event.type !== 'field.change') return {}
      const { [event.field]: _mended, ...faults } = context.faults
      return { [event.field]: event.value, faults }
    }),
  },
}).createMachine({
  id: 'signIn',
  context: ({ input }) => ({
    username: input?.username ?? '',
    password: '',
    captcha: '',
    code: '',
    challenge: '',
    captchaNeeded: false,
    captchaKey: null,
    checkedName: null,
    submitted: false,
    faults: {},
    problem: null,
    tokens: null,
  }),
  initial: 'idle',
  output: ({ context }) => ({ tokens: context.tokens }),
  states: {
    idle: { tags: 'form', on: { 'field.change': { actions: 'type' } } },
    checkingName: {
      tags: ['busy', 'form'],
      // A name that is typed on while it is being checked is checked again as it stands then.
      on: {
        'field.change': { actions: 'type' },
        'name.leave': { guard: 'nameIsUnchecked', target: 'checkingName', reenter: true },
        'form.submit': [
          { guard: 'nameAndPasswordAreWritten', actions: ['clearFaults', 'forgetProblem', assign({ submitted: true })] },
          { actions: assign({ faults: ({ context }) => faultsOf(context, false) }) },
        ],
      },
      entry: assign({ checkedName: ({ context }) => context.username }),
      invoke: {
        src: 'checkName',
        input: ({ context }) => ({ username: context.username }),
        onDone: { target: 'nameChecked', actions: assign({ captchaNeeded: ({ event }) => event.output.isNeedCaptcha }) },
        // Whether a captcha is needed is then said by the answer to the sign-in itself.
        onError: 'nameChecked',
      },
    },
    nameChecked: {
      always: [
        // The name was changed during the check and submitted: what was learnt is another name's.
        {
          guard: ({ context }) => context.submitted && context.checkedName !== context.username,
          target: 'checkingName',
        },
        { guard: 'captchaIsNeeded', target: 'fetchingCaptcha', actions: assign({ submitted: false }) },
        { guard: ({ context }) => context.submitted, target: 'signingIn', actions: [assign({ submitted: false }), 'forgetCaptcha'] },
        { guard: 'somethingFailed', target: 'failed', actions: 'forgetCaptcha' },
        { target: 'ready', actions: 'forgetCaptcha' },
      ],
    },
    fetchingCaptcha: {
      tags: ['busy', 'form'],
      entry: 'forgetCaptcha',
      on: { 'field.change': { actions: 'type' }, 'form.submit': {} },
      invoke: {
        src: 'fetchCaptcha',
        onDone: [
          { guard: 'somethingFailed', target: 'failed', actions: assign({ captchaKey: ({ event }) => event.output.captchaKey }) },
          { target: 'captchaShown', actions: assign({ captchaKey: ({ event }) => event.output.captchaKey }) },
        ],
        onError: { target: 'failed', actions: assign({ problem: ({ context }) => context.problem ?? UNREACHABLE }) },
      },
    },
    ready: { tags: 'form', on: { 'field.change': { actions: 'type' } } },
    captchaShown: { tags: 'form', on: { 'field.change': { actions: 'type' } } },
    failed: { tags: 'form', on: { 'field.change': { actions: 'type' } } },
    signingIn: {
      tags: 'busy',
      // What is on its way is what was typed: the form rests until the answer.
      on: { 'name.leave': {}, 'captcha.refresh': {}, 'form.submit': {}, 'elsewhere.go': {} },
      invoke: {
        src: 'signIn',
        input: ({ context }) => ({
          username: context.username,
          password: context.password,
          ...(context.captchaNeeded && context.captchaKey !== null
            ? { captchaKey: context.captchaKey, captcha: context.captcha.trim() }
            : {}),
        }),
        onDone: [
          {
            guard: ({ event }) => 'challenge' in event.output,
            target: 'codeShown',
            actions: assign({
              challenge: ({ event }) => ('challenge' in event.output ? event.output.challenge : ''),
              password: '',
              captcha: '',
              code: '',
            }),
          },
          {
            guard: ({ event }) => !event.output.failed,
            target: 'signedIn',
            actions: assign({ tokens: ({ event }) => tokensOf(event.output), password: '', captcha: '' }),
          },
          {
            guard: ({ event }) => event.output.failed && lockingCodes.has(event.output.code),
            target: 'lockedOut',
            actions: assign({ problem: ({ event }) => problemOf(event.output) }),
          },
          { target: 'rechecking', actions: assign({ problem: ({ event }) => problemOf(event.output) }) },
        ],
        onError: { target: 'rechecking', actions: assign({ problem: UNREACHABLE }) },
      },
    },
    // A failure may have been the one after which this name must answer a captcha, and it used up the captcha shown (LOGIN-04).
    // The failure is on the screen by now: what is typed after it counts.
    rechecking: {
      tags: ['busy', 'form'],
      on: { 'field.change': { actions: 'type' }, 'name.leave': {}, 'captcha.refresh': {}, 'form.submit': {}, 'elsewhere.go': {} },
      entry: assign({ checkedName: ({ context }) => context.username }),
      invoke: {
        src: 'checkName',
        input: ({ context }) => ({ username: context.username }),
        onDone: {
          target: 'nameChecked',
          actions: assign({ captchaNeeded: ({ event, context }) => event.output.isNeedCaptcha || saysCaptcha(context.problem) }),
        },
        onError: {
          target: 'nameChecked',
          actions: assign({ captchaNeeded: ({ context }) => context.captchaNeeded || saysCaptcha(context.problem) }),
        },
      },
    },
    leaving: {
      tags: 'busy',
      on: { 'name.leave': {}, 'captcha.refresh': {}, 'form.submit': {}, 'elsewhere.go': {} },
      invoke: {
        src: 'goElsewhere',
        onDone: {
          guard: ({ event }) => event.output !== null,
          target: 'failed',
          actions: assign({ problem: ({ event }) => event.output }),
        },
        onError: { target: 'failed', actions: assign({ problem: UNREACHABLE }) },
      },
    },
    signingInElsewhere: {
      tags: 'busy',
      on: { 'name.leave': {}, 'captcha.refresh': {}, 'form.submit': {}, 'elsewhere.go': {} },
      invoke: {
        src: 'signInElsewhere',
        input: ({ event }) => event as unknown as ElsewhereRequest,
        onDone: [
          {
            guard: ({ event }) => 'challenge' in event.output,
            target: 'codeShown',
            actions: assign({ challenge: ({ event }) => ('challenge' in event.output ? event.output.challenge : ''), code: '' }),
          },
          {
            guard: ({ event }) => !event.output.failed,
            target: 'signedIn',
            actions: assign({ tokens: ({ event }) => tokensOf(event.output) }),
          },
          // The password stays a way in.
          { target: 'failed', actions: assign({ problem: ({ event }) => problemOf(event.output) }) },
        ],
        onError: { target: 'failed', actions: assign({ problem: UNREACHABLE }) },
      },
    },
    codeShown: {
      tags: ['form', 'code'],
      on: {
        'field.change': { actions: 'type' },
        'name.leave': {},
        'captcha.refresh': {},
        'form.submit': [
          { guard: 'codeIsMissing', actions: assign({ faults: ({ context }) => ({ code: faultOf(context.code) ?? 'required' }) }) },
          { target: 'provingCode', actions: ['clearFaults', 'forgetProblem'] },
        ],
        'code.leave': { target: 'ready', actions: ['forgetChallenge', 'clearFaults', 'forgetProblem', 'forgetCaptcha'] },
      },
    },
    provingCode: {
      tags: ['busy', 'code'],
      on: { 'name.leave': {}, 'captcha.refresh': {}, 'form.submit': {}, 'elsewhere.go': {} },
      invoke: {
        src: 'proveCode',
        input: ({ context }) => ({ challenge: context.challenge, code: context.code.trim() }),
        onDone: [
          {
            guard: ({ event }) => !event.output.failed,
            target: 'signedInByCode',
            actions: [assign({ tokens: ({ event }) => tokensOf(event.output) }), 'forgetChallenge'],
          },
          {
            guard: ({ event }) => event.output.failed && event.output.code === 'error.signIn.challengeOver',
            target: 'rechecking',
            actions: [assign({ problem: ({ event }) => problemOf(event.output) }), 'forgetChallenge'],
          },
          {
            guard: ({ event }) => event.output.failed && lockingCodes.has(event.output.code),
            target: 'codeLocked',
            actions: assign({ problem: ({ event }) => problemOf(event.output) }),
          },
          { target: 'codeShown', actions: assign({ problem: ({ event }) => problemOf(event.output), code: '' }) },
        ],
        // It may have been used all the same: it stays, and the next try says so.
        onError: { target: 'codeShown', actions: assign({ problem: UNREACHABLE }) },
      },
    },
    codeLocked: {
      tags: 'code',
      on: { 'field.change': { actions: 'type' }, 'name.leave': {}, 'captcha.refresh': {}, 'form.submit': {} },
      after: { lockedPause: 'codeShown' },
    },
    lockedOut: {
      on: { 'field.change': { actions: 'type' }, 'name.leave': {}, 'captcha.refresh': {}, 'form.submit': {} },
      after: { lockedPause: 'rechecking' },
    },
    signedIn: { type: 'final' },
    // What stands on the page until it is left is the code.
    signedInByCode: { type: 'final', tags: 'code' },
  },
  on: {
    'name.leave': { guard: 'nameIsUnchecked', target: '.checkingName', actions: 'forgetProblem' },
    'captcha.refresh': { guard: 'captchaIsNeeded', target: '.fetchingCaptcha' },
    'elsewhere.go': { target: '.leaving', actions: 'forgetProblem' },
    'elsewhere.back': '.signingInElsewhere',
    'form.submit': [
      { guard: 'formIsIncomplete', actions: 'noteFaults' },
      {
        guard: ({ context }) => context.checkedName !== context.username,
        target: '.checkingName',
        actions: ['clearFaults', 'forgetProblem', assign({ submitted: true })],
      },
      // The picture never came: it is asked for again before anything is sent.
      { guard: ({ context }) => context.captchaNeeded && context.captchaKey === null, target: '.fetchingCaptcha' },
      { target: '.signingIn', actions: ['clearFaults', 'forgetProblem'] },
    ],
  },
})

const tokensOf = (result: FirstStepResult<unknown>) => ('tokens' in result ? result.tokens : null)
function problemOf(result: FirstStepResult<unknown>): SignInProblem {
  return result.failed ? { code: result.code, message: result.message } : UNREACHABLE
}
const saysCaptcha = (problem: SignInProblem | null) =>
  problem?.code === 'error.signIn.captchaNeeded' || problem?.code === 'error.signIn.captchaWrong'
