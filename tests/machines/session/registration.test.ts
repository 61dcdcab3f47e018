import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, type NonReducibleUnknown, SimulatedClock, waitFor } from 'xstate'
import {
  type CodeRequest,
  type CodeResult,
  isOfPicture,
  phoneIsTaken,
  REGISTRATION_FIELDS,
  type RegistrationField,
  registrationFaults,
  registrationMachine,
  type RegistrationRequest,
  type RegistrationResult,
} from '#machines/session/registration'
import { PATIENCE } from '#tests/patience'

type Answer = { value: unknown } | { error: Error }

/** A fresh process whose server answers when the test says so, and whose clock stands still. */
function open() {
  const asked: { name: string; input: unknown; answer: (answer: Answer) => void }[] = []
  const actorOf = <Output, Input>(name: string) =>
    fromPromise<Output, Input>(
      ({ input }) =>
        new Promise<Output>((resolve, reject) => {
          asked.push({ name, input, answer: (given) => ('value' in given ? resolve(given.value as Output) : reject(given.error)) })
        }),
    )
  const clock = new SimulatedClock()
  const actors = {
    sendCode: actorOf<CodeResult, CodeRequest>('sendCode'),
    fetchCaptcha: actorOf<{ captchaKey: string }, NonReducibleUnknown>('fetchCaptcha'),
    register: actorOf<RegistrationResult, RegistrationRequest>('register'),
  }
  const actor = createActor(registrationMachine.provide({ actors }), { clock, input: { now: () => clock.now() } })
  actor.start()
  const context = () => actor.getSnapshot().context
  const at = () => {
    const { value } = actor.getSnapshot()
    return typeof value === 'string' ? value : `${value.open.code} ${value.open.form}`
  }
  const reach = (step: string) => waitFor(actor, () => at() === step, { timeout: PATIENCE })
  const type = (field: RegistrationField, value: string) => actor.send({ type: 'field.change', field, value })
  const send = (event: 'code.send' | 'form.submit') => actor.send({ type: event })
  const answer = (name: string, given: Answer) => {
    const question = asked.at(-1)!
    expect(question.name).toBe(name)
    question.answer(given)
  }
  return { actor, clock, asked, context, at, reach, type, send, answer }
}
const typed = { realName: ' Lin ', password: 'Farm2026x', tenantName: 'Lin Farms', phone: '13800000000', captcha: ' 123456 ' }
const sent = { value: { failed: false, captchaKey: 'a key', demoCode: null } }
const refused = { value: { failed: true, code: 'error.busy', message: 'from the server' } }

function filled() {
  const form = open()
  for (const field of REGISTRATION_FIELDS) form.type(field, typed[field])
  return form
}
async function withCode() {
  const form = filled()
  form.send('code.send')
  form.answer('sendCode', sent)
  await form.reach('counting editing')
  return form
}
async function submitting() {
  const form = await withCode()
  form.send('form.submit')
  expect(form.at()).toBe('counting submitting')
  return form
}

describe('a captcha that the server wants', () => {
  const wanted = { value: { failed: true, code: 'error.register.captchaNeeded', message: 'many were asked for' } }
  const wrong = { value: { failed: true, code: 'error.register.captchaWrong', message: 'wrong' } }
  const picture = (captchaKey: string) => ({ value: { captchaKey } })
  /** Where the server has wanted one, and its picture is there. */
  async function shown() {
    const form = filled()
    form.send('code.send')
    form.answer('sendCode', wanted)
    await form.reach('fetching editing')
    form.answer('fetchCaptcha', picture('picture 1'))
    await form.reach('idle editing')
    return form
  }
  const read = (form: ReturnType<typeof open>, value: string) => form.actor.send({ type: 'picture.change', value })

  test('is shown at once, costs no minute, and goes with the next asking', async () => {
    const form = await shown()
    expect(form.context()).toMatchObject({ secondsLeft: 0, picture: { key: 'picture 1', typed: '', fault: null } })
    expect(isOfPicture(form.context().codeProblem)).toBe(true)
    read(form, ' HKNX ')
    form.send('code.send')
    expect(form.asked.at(-1)).toMatchObject({ input: { phone: '13800000000', captchaKey: 'picture 1', captcha: 'HKNX' } })
    form.answer('sendCode', sent)
    await form.reach('counting editing')
    // It is used up: whether the next code needs one is the server's to say.
    expect(form.context()).toMatchObject({ picture: null, codeProblem: null, captchaKey: 'a key' })
  })

  test('has to be read before a code is asked for', async () => {
    const form = await shown()
    const before = form.asked.length
    form.send('code.send')
    expect(form.context().picture).toMatchObject({ fault: 'required' })
    read(form, '  ')
    form.send('code.send')
    expect(form.context().picture).toMatchObject({ fault: 'onlySpaces' })
    expect(form.asked).toHaveLength(before)
    read(form, 'H')
    expect(form.context().picture).toMatchObject({ fault: null })
  })

  test.each([
    ['read wrong', wrong],
    ['right, but the phone was asked for too often', refused],
  ])('that was %s is exchanged for another', async (_, answer) => {
    const form = await shown()
    read(form, 'HKNX')
    form.send('code.send')
    form.answer('sendCode', answer)
    await form.reach('fetching editing')
    form.answer('fetchCaptcha', picture('picture 2'))
    await form.reach('idle editing')
    expect(form.context()).toMatchObject({ picture: { key: 'picture 2', typed: '' }, codeProblem: { code: answer.value.code } })
  })

  test('whose picture does not come is asked for again by a press on either button', async () => {
    const form = filled()
    form.send('code.send')
    form.answer('sendCode', wanted)
    await form.reach('fetching editing')
    form.answer('fetchCaptcha', { error: new Error('gone') })
    await form.reach('idle editing')
    expect(form.context().picture).toMatchObject({ key: null })
    form.send('code.send')
    await form.reach('fetching editing')
    form.answer('fetchCaptcha', { error: new Error('gone') })
    await form.reach('idle editing')
    form.actor.send({ type: 'picture.refresh' })
    await form.reach('fetching editing')
    form.answer('fetchCaptcha', picture('picture 3'))
    await form.reach('idle editing')
    expect(form.context().picture).toMatchObject({ key: 'picture 3' })
  })

  test('is not exchanged where none is wanted', () => {
    const form = filled()
    form.actor.send({ type: 'picture.refresh' })
    expect(form.asked).toEqual([])
  })
})

describe('what was typed', () => {
  test('begins empty, and each field that is missing, blank or wrong is named', () => {
    const form = open()
    expect(form.at()).toBe('idle editing')
    form.send('form.submit')
    expect(form.at()).toBe('idle editing')
    expect(form.asked).toEqual([])
    expect(form.context().faults).toEqual({
      realName: 'required',
      password: 'required',
      tenantName: 'required',
      phone: 'required',
      captcha: 'codeNotSent',
    })
    expect(registrationFaults({ realName: ' ', password: 'short1', tenantName: '\t', phone: '123', captcha: ' ' }, true)).toEqual({
      realName: 'onlySpaces',
      password: 'invalid',
      tenantName: 'onlySpaces',
      phone: 'invalid',
      captcha: 'onlySpaces',
    })
    expect(registrationFaults(typed, true)).toEqual({})
  })

  test('a field that is typed in again is wrong no more', () => {
    const form = open()
    form.send('form.submit')
    form.type('realName', 'L')
    expect(form.context().faults).not.toHaveProperty('realName')
    expect(form.context().faults).toHaveProperty('phone')
  })

  test('a complete form without a code is not sent', () => {
    const form = filled()
    form.send('form.submit')
    expect(form.at()).toBe('idle editing')
    expect(form.context().faults).toEqual({ captcha: 'codeNotSent' })
  })
})

describe('the code', () => {
  test.each([
    ['', 'required'],
    ['   ', 'onlySpaces'],
    ['1380000', 'invalid'],
  ] as const)('is not sent to the phone "%s"', (phone, fault) => {
    const form = open()
    form.type('phone', phone)
    form.send('code.send')
    expect(form.at()).toBe('idle editing')
    expect(form.context().faults).toEqual({ phone: fault })
    expect(form.asked).toEqual([])
  })

  test('counts sixty seconds from the moment of asking, and only at 0 may be asked for again', async () => {
    const form = filled()
    form.send('code.send')
    expect(form.at()).toBe('sending editing')
    expect(form.context().secondsLeft).toBe(60)
    expect(form.asked).toMatchObject([{ name: 'sendCode', input: { phone: '13800000000' } }])
    form.send('code.send')
    expect(form.asked).toHaveLength(1)
    form.clock.increment(3000)
    form.answer('sendCode', sent)
    await form.reach('counting editing')
    expect(form.context()).toMatchObject({ secondsLeft: 57, captchaKey: 'a key' })
    for (let second = 56; second > 0; second--) {
      form.clock.increment(1000)
      expect(form.context().secondsLeft).toBe(second)
      form.send('code.send')
      expect(form.asked).toHaveLength(1)
    }
    form.clock.increment(1000)
    expect(form.at()).toBe('idle editing')
    expect(form.context()).toMatchObject({ secondsLeft: 0, captchaKey: 'a key' })
    form.send('code.send')
    expect(form.asked).toHaveLength(2)
  })

  test('counts by the clock where a hidden tab ticked late', async () => {
    const form = await withCode()
    form.clock.increment(61_000)
    expect(form.at()).toBe('idle editing')
  })

  test('that took longer than a minute to send may be asked for again', async () => {
    const form = filled()
    form.send('code.send')
    form.clock.increment(70_000)
    form.answer('sendCode', sent)
    await form.reach('idle editing')
    expect(form.context().captchaKey).toBe('a key')
  })

  test('that was refused, or asked of a server that is gone, may be asked for at once', async () => {
    const form = filled()
    form.send('code.send')
    form.answer('sendCode', refused)
    await form.reach('idle editing')
    expect(form.context()).toMatchObject({
      secondsLeft: 0,
      captchaKey: null,
      codeProblem: { code: 'error.busy', message: 'from the server' },
    })
    form.send('code.send')
    expect(form.context().codeProblem).toBeNull()
    form.answer('sendCode', { error: new Error('gone') })
    await form.reach('idle editing')
    expect(form.context().codeProblem).toEqual({ code: 'error.unavailable', message: null })
  })

  test('forgives the form that missed it, and nothing else', async () => {
    const form = open()
    form.type('phone', typed.phone)
    form.send('form.submit')
    form.send('code.send')
    form.answer('sendCode', sent)
    await form.reach('counting editing')
    expect(form.context().faults).toEqual({ realName: 'required', password: 'required', tenantName: 'required' })
    form.send('form.submit')
    expect(form.context().faults).toHaveProperty('captcha', 'required')
  })

  test('counts for the phone that it was sent to alone', async () => {
    const form = await withCode()
    form.type('phone', '13900000000')
    form.send('form.submit')
    expect(form.at()).toBe('counting editing')
    expect(form.context().faults).toEqual({ captcha: 'codeNotSent' })
    form.type('phone', typed.phone)
    form.send('form.submit')
    expect(form.at()).toBe('counting submitting')
  })

  test('is carried to the page where the server shows it', async () => {
    const form = filled()
    form.send('code.send')
    form.answer('sendCode', { value: { failed: false, captchaKey: 'a key', demoCode: '246810' } })
    await form.reach('counting editing')
    expect(form.context().demoCode).toBe('246810')
  })
})

describe('the registration', () => {
  test('sends what was typed, without the blanks around it', async () => {
    const form = await submitting()
    expect(form.asked.at(-1)!.input).toEqual({
      realName: 'Lin',
      password: 'Farm2026x',
      tenantName: 'Lin Farms',
      phone: '13800000000',
      captcha: '123456',
      captchaKey: 'a key',
    })
  })

  test('while it is on its way takes no typing, no second submit, and no new code', async () => {
    const form = await submitting()
    form.type('realName', 'Another')
    form.send('form.submit')
    form.clock.increment(61_000)
    expect(form.at()).toBe('idle submitting')
    form.send('code.send')
    expect(form.at()).toBe('idle submitting')
    expect(form.asked).toHaveLength(2)
    expect(form.context().typed.realName).toBe(' Lin ')
  })

  test('that succeeded is done, keeps no password, and takes no event any more', async () => {
    const form = await submitting()
    form.answer('register', { value: { failed: false } })
    await form.reach('done')
    expect(form.actor.getSnapshot().status).toBe('done')
    expect(form.context().typed).toMatchObject({ password: '', captcha: '', phone: '13800000000' })
    form.send('form.submit')
    form.send('code.send')
    form.type('phone', '1')
    expect(form.asked).toHaveLength(2)
    expect(form.at()).toBe('done')
  })

  test('that failed says why, keeps what was typed, and may be mended and sent again', async () => {
    const form = await submitting()
    form.answer('register', { value: { failed: true, code: 'error.register.codeWrong', message: 'wrong', fields: { captcha: 'wrong' } } })
    await form.reach('counting failed')
    expect(form.context().problem).toEqual({ code: 'error.register.codeWrong', message: 'wrong', fields: { captcha: 'wrong' } })
    expect(form.context().typed).toEqual(typed)
    form.type('captcha', '')
    form.send('form.submit')
    expect(form.at()).toBe('counting editing')
    expect(form.context()).toMatchObject({ problem: null, faults: { captcha: 'required' } })
    form.type('captcha', '654321')
    form.send('form.submit')
    expect(form.asked.at(-1)!.input).toMatchObject({ captcha: '654321' })
    form.answer('register', { error: new Error('gone') })
    await form.reach('counting failed')
    expect(form.context().problem).toEqual({ code: 'error.unavailable', message: null })
    form.send('form.submit')
    expect(form.at()).toBe('counting submitting')
  })

  test('of a phone that is taken is told apart, by either code', () => {
    for (const code of ['error.register.loginNameExists', 'error.register.phoneRegistered'])
      expect(phoneIsTaken({ code, message: null })).toBe(true)
    expect(phoneIsTaken({ code: 'error.busy', message: null })).toBe(false)
    expect(phoneIsTaken(null)).toBe(false)
  })
})

test('without actors nothing is sent, and the failure is said', async () => {
  const actor = createActor(registrationMachine, { input: {} })
  actor.start()
  actor.send({ type: 'field.change', field: 'phone', value: typed.phone })
  actor.send({ type: 'code.send' })
  const snapshot = await waitFor(actor, ({ context }) => context.codeProblem !== null)
  expect(snapshot.context.codeProblem?.code).toBe('error.unavailable')
})
