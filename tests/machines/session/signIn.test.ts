import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import {
  type CodeRequest,
  type ElsewhereRequest,
  faultsOf,
  type FirstStepResult,
  LOCKED_PAUSE_MS,
  type SignInField,
  type SignInProblem,
  type SignInRequest,
  type SignInResult,
  signInMachine,
} from '#machines/session/signIn'
import { PATIENCE } from '#tests/patience'

type Answer<T> = { value: T } | { error: Error }

/** A server in the hand: every question waits until the test answers it. */
function aServer() {
  const asked: { name: string; input: unknown; answer: (answer: Answer<unknown>) => void }[] = []
  const actor = <Output, Input>(name: string) =>
    fromPromise<Output, Input>(
      ({ input }) =>
        new Promise<Output>((resolve, reject) => {
          asked.push({ name, input, answer: (given) => ('value' in given ? resolve(given.value as Output) : reject(given.error)) })
        }),
    )
  return {
    asked,
    actors: {
      checkName: actor<{ isNeedCaptcha: boolean }, { username: string }>('checkName'),
      fetchCaptcha: actor<{ captchaKey: string }, void>('fetchCaptcha') as never,
      signIn: actor<FirstStepResult<unknown>, SignInRequest>('signIn'),
      proveCode: actor<SignInResult<unknown>, CodeRequest>('proveCode'),
      goElsewhere: actor<SignInProblem | null, void>('goElsewhere') as never,
      signInElsewhere: actor<FirstStepResult<unknown>, ElsewhereRequest>('signInElsewhere'),
    },
  }
}

function open() {
  const server = aServer()
  const clock = new SimulatedClock()
  const actor = createActor(signInMachine.provide({ actors: server.actors }), { clock, input: {} })
  actor.start()
  const at = () => actor.getSnapshot().value
  const context = () => actor.getSnapshot().context
  const type = (field: SignInField, value: string) => actor.send({ type: 'field.change', field, value })
  const reach = (step: string) => waitFor(actor, (snapshot) => snapshot.value === step, { timeout: PATIENCE })
  const answer = (name: string, given: Answer<unknown>) => {
    const question = server.asked.at(-1)!
    expect(question.name).toBe(name)
    question.answer(given)
  }
  return { actor, clock, server, at, context, type, reach, answer }
}
const plain = { value: { isNeedCaptcha: false } }
const captchaNeeded = { value: { isNeedCaptcha: true } }
const wrong = { value: { failed: true, code: 'error.signIn.wrong', message: 'from the server' } }

/** Brings a fresh form to the step where it may be sent. */
async function ready() {
  const form = open()
  form.type('username', 'operator')
  form.type('password', 'Furrow2026')
  form.actor.send({ type: 'name.leave' })
  form.answer('checkName', plain)
  await form.reach('ready')
  return form
}
async function withCaptcha() {
  const form = open()
  form.type('username', 'operator')
  form.type('password', 'Furrow2026')
  form.actor.send({ type: 'name.leave' })
  form.answer('checkName', captchaNeeded)
  await form.reach('fetchingCaptcha')
  form.answer('fetchCaptcha', { value: { captchaKey: 'one' } })
  await form.reach('captchaShown')
  return form
}

describe('the form', () => {
  test('begins idle with nothing typed', () => {
    const { at, context, actor } = open()
    expect(at()).toBe('idle')
    expect(context().faults).toEqual({})
    expect(actor.getSnapshot().hasTag('form')).toBe(true)
  })

  test('a form without anything is not sent and says what is missing', () => {
    const { actor, at, context, server } = open()
    actor.send({ type: 'form.submit' })
    expect(at()).toBe('idle')
    expect(context().faults).toEqual({ username: 'required', password: 'required' })
    expect(server.asked).toEqual([])
  })

  test('blanks alone are a fault of their own, and typing takes the fault away', () => {
    const { actor, context, type } = open()
    type('username', '   ')
    type('password', ' ')
    actor.send({ type: 'form.submit' })
    expect(context().faults).toEqual({ username: 'onlySpaces', password: 'onlySpaces' })
    type('password', 'x')
    expect(context().faults).toEqual({ username: 'onlySpaces' })
  })

  test('a captcha counts only while one is shown', () => {
    const typed = { username: 'a', password: 'b', captcha: '' }
    expect(faultsOf(typed, false)).toEqual({})
    expect(faultsOf(typed, true)).toEqual({ captcha: 'required' })
    expect(faultsOf({ ...typed, captcha: '  ' }, true)).toEqual({ captcha: 'onlySpaces' })
  })

  test('a name that is empty is not checked', () => {
    const { actor, at, server } = open()
    actor.send({ type: 'name.leave' })
    expect(at()).toBe('idle')
    expect(server.asked).toEqual([])
  })

  test('the captcha cannot be refreshed where none is needed', async () => {
    const { actor, at, server } = await ready()
    actor.send({ type: 'captcha.refresh' })
    expect(at()).toBe('ready')
    expect(server.asked).toHaveLength(1)
  })
})

describe('the check of the name', () => {
  test('leaving the name asks the server once, however often it is left', async () => {
    const form = await ready()
    expect(form.server.asked[0]!.input).toEqual({ username: 'operator' })
    form.actor.send({ type: 'name.leave' })
    expect(form.server.asked).toHaveLength(1)
    expect(form.at()).toBe('ready')
  })

  test('a name that changed while it was checked is checked again, and the first answer counts for nothing', async () => {
    const form = open()
    form.type('username', 'oper')
    form.actor.send({ type: 'name.leave' })
    form.type('username', 'operator')
    form.actor.send({ type: 'name.leave' })
    expect(form.server.asked.map(({ input }) => input)).toEqual([{ username: 'oper' }, { username: 'operator' }])
    form.server.asked[0]!.answer(captchaNeeded)
    form.server.asked[1]!.answer(plain)
    await form.reach('ready')
    expect(form.context().captchaNeeded).toBe(false)
  })

  test('a server that cannot be asked does not hold the form up', async () => {
    const form = open()
    form.type('username', 'operator')
    form.actor.send({ type: 'name.leave' })
    form.answer('checkName', { error: new Error('offline') })
    await form.reach('ready')
    expect(form.context().problem).toBeNull()
  })

  test('a submit before the check goes on by itself once the name is checked', async () => {
    const form = open()
    form.type('username', 'operator')
    form.type('password', 'Furrow2026')
    form.actor.send({ type: 'form.submit' })
    expect(form.at()).toBe('checkingName')
    form.answer('checkName', plain)
    await form.reach('signingIn')
    expect(form.server.asked.at(-1)!.input).toEqual({ username: 'operator', password: 'Furrow2026' })
  })

  test('a submit during the check waits for it, but not with a password missing', async () => {
    const form = open()
    form.type('username', 'operator')
    form.actor.send({ type: 'name.leave' })
    form.actor.send({ type: 'form.submit' })
    expect(form.context().faults).toEqual({ password: 'required' })
    form.type('password', 'Furrow2026')
    form.actor.send({ type: 'form.submit' })
    expect(form.at()).toBe('checkingName')
    form.answer('checkName', plain)
    await form.reach('signingIn')
  })

  test('a submit of a name that changed during the check checks the new name first', async () => {
    const form = open()
    form.type('password', 'Furrow2026')
    form.type('username', 'oper')
    form.actor.send({ type: 'name.leave' })
    form.type('username', 'operator')
    form.actor.send({ type: 'form.submit' })
    form.answer('checkName', plain)
    await waitFor(form.actor, () => form.server.asked.length === 2)
    expect(form.server.asked.at(-1)!.input).toEqual({ username: 'operator' })
    form.answer('checkName', plain)
    await form.reach('signingIn')
  })
})

describe('the captcha', () => {
  test('is shown when the server says so, is required, and travels with the sign-in', async () => {
    const form = await withCaptcha()
    expect(form.context().captchaKey).toBe('one')
    form.actor.send({ type: 'form.submit' })
    expect(form.context().faults).toEqual({ captcha: 'required' })
    form.type('captcha', ' a7k ')
    form.actor.send({ type: 'form.submit' })
    expect(form.at()).toBe('signingIn')
    expect(form.server.asked.at(-1)!.input).toEqual({ username: 'operator', password: 'Furrow2026', captchaKey: 'one', captcha: 'a7k' })
  })

  test('a submit that meets a captcha stops there', async () => {
    const form = open()
    form.type('username', 'operator')
    form.type('password', 'Furrow2026')
    form.actor.send({ type: 'form.submit' })
    form.answer('checkName', captchaNeeded)
    await form.reach('fetchingCaptcha')
    form.actor.send({ type: 'form.submit' })
    expect(form.at()).toBe('fetchingCaptcha')
    form.answer('fetchCaptcha', { value: { captchaKey: 'one' } })
    await form.reach('captchaShown')
  })

  test('a refresh fetches another one and forgets what was typed', async () => {
    const form = await withCaptcha()
    form.type('captcha', 'abc')
    form.actor.send({ type: 'captcha.refresh' })
    expect(form.at()).toBe('fetchingCaptcha')
    expect(form.context()).toMatchObject({ captcha: '', captchaKey: null })
    form.answer('fetchCaptcha', { value: { captchaKey: 'two' } })
    await form.reach('captchaShown')
    expect(form.context().captchaKey).toBe('two')
  })

  test('one that cannot be fetched is a failure that a submit tries to mend', async () => {
    const form = open()
    form.type('username', 'operator')
    form.type('password', 'Furrow2026')
    form.actor.send({ type: 'name.leave' })
    form.answer('checkName', captchaNeeded)
    await form.reach('fetchingCaptcha')
    form.answer('fetchCaptcha', { error: new Error('offline') })
    await form.reach('failed')
    expect(form.context().problem).toEqual({ code: 'error.unavailable', message: null })
    form.actor.send({ type: 'form.submit' })
    expect(form.at()).toBe('fetchingCaptcha')
  })
})

describe('signing in', () => {
  test('a right password ends it with the tokens, and the password is forgotten', async () => {
    const form = await ready()
    form.actor.send({ type: 'form.submit' })
    expect(form.at()).toBe('signingIn')
    form.answer('signIn', { value: { failed: false, tokens: { access_token: 'a' } } })
    await form.reach('signedIn')
    expect(form.actor.getSnapshot().status).toBe('done')
    expect(form.actor.getSnapshot().output).toEqual({ tokens: { access_token: 'a' } })
    expect(form.context().password).toBe('')
  })

  test('nothing counts while it is on its way', async () => {
    const form = await ready()
    form.actor.send({ type: 'form.submit' })
    const asked = form.server.asked.length
    form.actor.send({ type: 'form.submit' })
    form.actor.send({ type: 'name.leave' })
    form.actor.send({ type: 'captcha.refresh' })
    form.type('username', 'somebody else')
    expect(form.at()).toBe('signingIn')
    expect(form.server.asked).toHaveLength(asked)
    expect(form.context().username).toBe('operator')
  })

  test("a failure says the server's own words and keeps what was typed", async () => {
    const form = await ready()
    form.actor.send({ type: 'form.submit' })
    form.answer('signIn', wrong)
    await form.reach('rechecking')
    form.answer('checkName', plain)
    await form.reach('failed')
    expect(form.context()).toMatchObject({
      problem: { code: 'error.signIn.wrong', message: 'from the server' },
      username: 'operator',
      password: 'Furrow2026',
    })
  })

  test('what is typed while the failure is on the screen and the name is checked again is not lost', async () => {
    const form = await ready()
    form.actor.send({ type: 'form.submit' })
    form.answer('signIn', wrong)
    await form.reach('rechecking')
    form.type('password', 'Fields2027')
    form.answer('checkName', plain)
    await form.reach('failed')
    expect(form.context().password).toBe('Fields2027')
  })

  test('a failure with a captcha brings a fresh one', async () => {
    const form = await withCaptcha()
    form.type('captcha', 'abc')
    form.actor.send({ type: 'form.submit' })
    form.answer('signIn', { value: { failed: true, code: 'error.signIn.captchaWrong', message: 'no' } })
    await form.reach('rechecking')
    form.answer('checkName', captchaNeeded)
    await form.reach('fetchingCaptcha')
    form.answer('fetchCaptcha', { value: { captchaKey: 'two' } })
    await form.reach('failed')
    expect(form.context()).toMatchObject({ captchaKey: 'two', captcha: '', problem: { code: 'error.signIn.captchaWrong' } })
  })

  test('the failure after which a captcha is needed shows one', async () => {
    const form = await ready()
    form.actor.send({ type: 'form.submit' })
    form.answer('signIn', wrong)
    await form.reach('rechecking')
    form.answer('checkName', captchaNeeded)
    await form.reach('fetchingCaptcha')
  })

  test('a server that asks for a captcha gets one, even where the name could not be checked again', async () => {
    const form = await ready()
    form.actor.send({ type: 'form.submit' })
    form.answer('signIn', { value: { failed: true, code: 'error.signIn.captchaNeeded', message: 'captcha' } })
    await form.reach('rechecking')
    form.answer('checkName', { error: new Error('offline') })
    await form.reach('fetchingCaptcha')
  })

  test('a server that cannot be reached is a failure without words of its own', async () => {
    const form = await ready()
    form.actor.send({ type: 'form.submit' })
    form.answer('signIn', { error: new Error('offline') })
    await form.reach('rechecking')
    form.answer('checkName', { error: new Error('offline') })
    await form.reach('failed')
    expect(form.context().problem).toEqual({ code: 'error.unavailable', message: null })
  })

  test('too many attempts rest the form for a while, whatever is pressed', async () => {
    const form = await ready()
    form.actor.send({ type: 'form.submit' })
    form.answer('signIn', { value: { failed: true, code: 'error.signIn.locked', message: 'wait' } })
    await form.reach('lockedOut')
    const asked = form.server.asked.length
    form.actor.send({ type: 'form.submit' })
    form.actor.send({ type: 'name.leave' })
    form.type('password', 'another')
    expect(form.at()).toBe('lockedOut')
    expect(form.server.asked).toHaveLength(asked)
    form.clock.increment(LOCKED_PAUSE_MS - 1)
    expect(form.at()).toBe('lockedOut')
    form.clock.increment(1)
    await form.reach('rechecking')
    form.answer('checkName', plain)
    await form.reach('failed')
    expect(form.context().problem).toEqual({ code: 'error.signIn.locked', message: 'wait' })
    form.actor.send({ type: 'form.submit' })
    expect(form.at()).toBe('signingIn')
    expect(form.context().problem).toBeNull()
  })

  test('another name after a failure is checked anew and the failure is forgotten', async () => {
    const form = await ready()
    form.actor.send({ type: 'form.submit' })
    form.answer('signIn', wrong)
    await form.reach('rechecking')
    form.answer('checkName', captchaNeeded)
    await form.reach('fetchingCaptcha')
    form.answer('fetchCaptcha', { value: { captchaKey: 'one' } })
    await form.reach('failed')
    form.type('username', 'viewer')
    form.actor.send({ type: 'name.leave' })
    expect(form.at()).toBe('checkingName')
    expect(form.context().problem).toBeNull()
    form.answer('checkName', plain)
    await form.reach('ready')
    expect(form.context()).toMatchObject({ captchaNeeded: false, captchaKey: null })
  })
})

test('a machine without its actors fails instead of pretending', async () => {
  const actor = createActor(signInMachine, { input: {} })
  actor.start()
  actor.send({ type: 'field.change', field: 'username', value: 'a' })
  actor.send({ type: 'field.change', field: 'password', value: 'b' })
  actor.send({ type: 'form.submit' })
  await waitFor(actor, (snapshot) => snapshot.value === 'failed')
  expect(actor.getSnapshot().context.problem?.code).toBe('error.unavailable')
})

describe('the second step', () => {
  const challenged = { value: { failed: false, challenge: 'c' } }
  const codeWrong = { value: { failed: true, code: 'error.signIn.codeWrong', message: 'from the server' } }
  async function atCode() {
    const form = await ready()
    form.actor.send({ type: 'form.submit' })
    form.answer('signIn', challenged)
    await form.reach('codeShown')
    return form
  }
  async function tried(code = '123456') {
    const form = await atCode()
    form.type('code', code)
    form.actor.send({ type: 'form.submit' })
    return form
  }

  test('follows a right password of who has a second factor, which is kept no longer', async () => {
    const { context, actor } = await atCode()
    expect(context()).toMatchObject({ password: '', captcha: '', code: '', challenge: 'c', tokens: null })
    expect(actor.getSnapshot().hasTag('code')).toBe(true)
  })

  test('is not sent without a code, and sends the code with its challenge once', async () => {
    const { actor, context, server, type, at } = await atCode()
    actor.send({ type: 'form.submit' })
    expect(context().faults).toEqual({ code: 'required' })
    type('code', ' 123 456 ')
    expect(context().faults).toEqual({})
    actor.send({ type: 'form.submit' })
    actor.send({ type: 'form.submit' })
    expect(at()).toBe('provingCode')
    expect(server.asked.filter(({ name }) => name === 'proveCode')).toMatchObject([{ input: { challenge: 'c', code: '123 456' } }])
  })

  test('ends signed in, with nothing of it left', async () => {
    const form = await tried()
    form.answer('proveCode', { value: { failed: false, tokens: 'tokens' } })
    await form.reach('signedInByCode')
    expect(form.actor.getSnapshot().output).toEqual({ tokens: 'tokens' })
    expect(form.context()).toMatchObject({ code: '', challenge: '' })
  })

  test('a wrong code is asked for again under the same challenge', async () => {
    const form = await tried()
    form.answer('proveCode', codeWrong)
    await form.reach('codeShown')
    expect(form.context()).toMatchObject({
      code: '',
      challenge: 'c',
      problem: { code: 'error.signIn.codeWrong', message: 'from the server' },
    })
  })

  test('too many codes rest a while, and nobody who cannot be reached loses what was typed', async () => {
    const form = await tried()
    form.answer('proveCode', { error: new Error('no network') })
    await form.reach('codeShown')
    expect(form.context()).toMatchObject({ code: '123456', problem: { code: 'error.unavailable' } })
    form.actor.send({ type: 'form.submit' })
    form.answer('proveCode', { value: { failed: true, code: 'error.signIn.locked', message: null } })
    await form.reach('codeLocked')
    form.actor.send({ type: 'form.submit' })
    expect(form.at()).toBe('codeLocked')
    form.clock.increment(LOCKED_PAUSE_MS)
    expect(form.at()).toBe('codeShown')
  })

  test('a challenge that is over leads back to the password, with the reason', async () => {
    const form = await tried()
    form.answer('proveCode', { value: { failed: true, code: 'error.signIn.challengeOver', message: 'over' } })
    await form.reach('rechecking')
    form.answer('checkName', plain)
    await form.reach('failed')
    expect(form.context()).toMatchObject({ challenge: '', code: '', password: '', problem: { message: 'over' } })
  })

  test('whoever goes back begins with the password, and the name stays', async () => {
    const form = await atCode()
    form.actor.send({ type: 'code.leave' })
    expect(form.at()).toBe('ready')
    expect(form.context()).toMatchObject({ username: 'operator', password: '', challenge: '', problem: null })
  })
})

describe('another service', () => {
  test('is gone to once, and what keeps from it is said while the password stays a way in', async () => {
    const { actor, answer, at, context, reach, server } = open()
    actor.send({ type: 'elsewhere.go' })
    actor.send({ type: 'elsewhere.go' })
    expect([at(), server.asked.length]).toEqual(['leaving', 1])
    answer('goElsewhere', { value: { code: 'error.signIn.providerDown', message: 'down' } })
    await reach('failed')
    expect(context().problem).toEqual({ code: 'error.signIn.providerDown', message: 'down' })
    expect(actor.getSnapshot().hasTag('form')).toBe(true)
  })

  test('somebody who comes back is signed in, or asked for the code, or told why not', async () => {
    const back = { type: 'elsewhere.back', ticket: 't', callback: 'code=c' } as const
    const one = open()
    one.actor.send(back)
    expect(one.server.asked).toMatchObject([{ name: 'signInElsewhere', input: { ticket: 't', callback: 'code=c' } }])
    one.answer('signInElsewhere', { value: { failed: false, tokens: 'tokens' } })
    await one.reach('signedIn')
    const other = open()
    other.actor.send(back)
    other.answer('signInElsewhere', { value: { failed: false, challenge: 'c' } })
    await other.reach('codeShown')
    expect(other.context().challenge).toBe('c')
    const third = open()
    third.actor.send(back)
    third.answer('signInElsewhere', { value: { failed: true, code: 'error.signIn.notLinked', message: 'not linked' } })
    await third.reach('failed')
    expect(third.context().problem?.message).toBe('not linked')
  })
})
