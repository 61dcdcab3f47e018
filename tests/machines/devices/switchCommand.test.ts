import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { COMMAND_LIFE_MS, COMMAND_STATES, type CommandState, isEnd, SILENCE_MS } from '#contract/devices/command'
import {
  CONFIRMED_SHOWN_MS,
  type CommandMove,
  type SendResult,
  SILENCE_MARGIN_MS,
  switchCommandMachine,
  TROUBLE_SHOWN_MS,
} from '#machines/devices/switchCommand'
import { PATIENCE } from '#tests/patience'

function open(input: { observed?: { status: number | null; ts: number }; command?: CommandMove | null } = {}) {
  const asked: { status: number; runSeconds: number | undefined; answer: (given: SendResult | Error) => void }[] = []
  const clock = new SimulatedClock()
  const machine = switchCommandMachine.provide({
    actors: {
      send: fromPromise<
        SendResult,
        { status: number; runSeconds: number | undefined; volume: number | undefined; holdSeconds: number | undefined }
      >(
        ({ input }) =>
          new Promise((resolve, reject) => {
            asked.push({ ...input, answer: (given) => (given instanceof Error ? reject(given) : resolve(given)) })
          }),
      ),
    },
  })
  const actor = createActor(machine, { clock, input })
  actor.start()
  return {
    actor,
    clock,
    asked,
    at: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    ask: (status: number) => actor.send({ type: 'command.ask', status }),
    moved: (state: CommandState, more: Partial<CommandMove> = {}) =>
      actor.send({ type: 'command.moved', id: 'c1', state, at: 100, status: 1, message: null, ...more }),
    says: (status: number | null, ts: number) => actor.send({ type: 'state.observed', status, ts }),
    reach: (step: string) => waitFor(actor, (snapshot) => snapshot.value === step, { timeout: PATIENCE }),
  }
}
const answered = (state: CommandState, more: Partial<Extract<SendResult, { failed: false }>> = {}): SendResult => ({
  failed: false,
  result: 1,
  commandId: 'c1',
  state,
  message: null,
  ...more,
})

/** A switch whose command the server has taken. */
async function sent(state: CommandState = 'sent') {
  const one = open({ observed: { status: 0, ts: 50 } })
  one.ask(1)
  one.asked[0]!.answer(answered(state))
  await one.reach(state)
  return one
}

const stepOf = {
  queued: 'queued',
  sent: 'sent',
  acknowledged: 'acknowledged',
  observed: 'confirmed',
  refused: 'refused',
  silent: 'silent',
  expired: 'expired',
}

describe('asking', () => {
  test('an ask goes on its way with the status that was wanted', () => {
    const one = open()
    expect(one.at()).toBe('idle')
    one.ask(2)
    expect(one.at()).toBe('sending')
    expect(one.actor.getSnapshot().hasTag('underWay')).toBe(true)
    expect(one.asked.map(({ status }) => status)).toEqual([2])
  })

  test('a second ask while one is in flight is ignored at every step of it', async () => {
    for (const state of ['queued', 'sent', 'acknowledged'] as const) {
      const one = open()
      one.ask(1)
      one.ask(0)
      expect(one.context().wanted).toBe(1)
      one.asked[0]!.answer(answered(state))
      await one.reach(state)
      one.ask(2)
      expect(one.at()).toBe(state)
      expect(one.context().wanted).toBe(1)
      expect(one.asked).toHaveLength(1)
    }
  })

  test('a stop does not wait for the command that it stops, and the older command brings nothing back', async () => {
    for (const state of ['queued', 'sent', 'acknowledged'] as const) {
      const one = await sent(state)
      one.ask(0)
      expect(one.at()).toBe('sending')
      expect(one.asked.map(({ status }) => status)).toEqual([1, 0])
      one.moved('refused', { at: 200, message: 'superseded' })
      one.asked[1]!.answer(answered('sent', { commandId: 'c2' }))
      await one.reach('sent')
      expect(one.context()).toMatchObject({ wanted: 0, commandId: 'c2' })
    }
  })

  test('a stop on its way is asked once', async () => {
    const one = open({ observed: { status: 1, ts: 50 } })
    one.ask(0)
    one.asked[0]!.answer(answered('sent'))
    await one.reach('sent')
    one.ask(0)
    expect(one.at()).toBe('sent')
    expect(one.asked).toHaveLength(1)
  })

  test.each(COMMAND_STATES)('the answer %s leads to its step', async (state) => {
    const one = open()
    one.ask(1)
    one.asked[0]!.answer(answered(state, { message: isEnd(state) ? 'why' : null }))
    await one.reach(stepOf[state])
    expect(one.context().commandId).toBe('c1')
  })

  test("a command that could not leave is refused with the server's words", async () => {
    const one = open()
    one.ask(1)
    one.asked[0]!.answer(answered('queued', { result: 0, message: 'not connected' }))
    await one.reach('refused')
    expect(one.context().message).toBe('not connected')
  })

  test('a failed call is a refusal with its code', async () => {
    const one = open()
    one.ask(1)
    one.asked[0]!.answer({ failed: true, code: 'error.permission.denied', message: 'No permissions!' })
    await one.reach('refused')
    expect(one.context()).toMatchObject({ code: 'error.permission.denied', message: 'No permissions!' })
  })

  test('a call that breaks is a refusal too', async () => {
    const one = open()
    one.ask(1)
    one.asked[0]!.answer(new Error('broken'))
    await one.reach('refused')
    expect(one.context()).toMatchObject({ code: 'error.unavailable', message: null })
  })

  test('a machine without its actor refuses instead of pretending', async () => {
    const actor = createActor(switchCommandMachine, { input: {} })
    actor.start()
    actor.send({ type: 'command.ask', status: 1 })
    await waitFor(actor, (snapshot) => snapshot.value === 'refused')
  })
})

describe('the ladder', () => {
  test('a command goes sent, acknowledged, confirmed, then the switch is idle again', async () => {
    const one = await sent()
    one.moved('acknowledged', { at: 110 })
    expect(one.at()).toBe('acknowledged')
    one.moved('observed', { at: 120 })
    expect(one.at()).toBe('confirmed')
    one.clock.increment(CONFIRMED_SHOWN_MS)
    expect(one.at()).toBe('idle')
    expect(one.context().wanted).toBeNull()
  })

  test("a motor's command waits in the queue for its stop", async () => {
    const one = await sent('queued')
    one.moved('sent', { at: 110 })
    expect(one.at()).toBe('sent')
  })

  test.each([
    ['queued', ['sent', 'acknowledged', 'observed', 'refused', 'silent', 'expired']],
    ['sent', ['acknowledged', 'observed', 'refused', 'silent', 'expired']],
    ['acknowledged', ['observed', 'refused', 'silent', 'expired']],
  ] as const)('from %s it goes only forward', async (from, forward) => {
    for (const state of COMMAND_STATES) {
      const one = await sent(from)
      one.moved(state, { at: 200 })
      expect(one.at()).toBe((forward as readonly string[]).includes(state) ? stepOf[state] : from)
    }
  })

  test("a refusal carries the device's own words", async () => {
    const one = await sent()
    one.moved('refused', { message: 'valve is jammed' })
    expect(one.at()).toBe('refused')
    expect(one.context().message).toBe('valve is jammed')
  })

  test('what the live topic said before the call answered is not lost', async () => {
    const one = open()
    one.ask(1)
    one.moved('sent')
    one.moved('acknowledged', { at: 110 })
    one.moved('refused', { id: 'another', at: 90 })
    one.asked[0]!.answer(answered('sent'))
    await one.reach('acknowledged')
    expect(one.context().at).toBe(110)
  })

  test('an end that came before the answer of the call is the end', async () => {
    const one = open()
    one.ask(1)
    one.moved('refused', { message: 'no' })
    one.asked[0]!.answer(answered('sent'))
    await one.reach('refused')
    expect(one.context().message).toBe('no')
  })

  test('a late word about a command that ended does not bring it back', async () => {
    const one = await sent()
    one.moved('observed', { at: 120 })
    one.moved('acknowledged', { at: 130 })
    expect(one.at()).toBe('confirmed')
    one.actor.send({ type: 'command.dismiss' })
    expect(one.at()).toBe('idle')
    one.moved('acknowledged', { at: 140 })
    expect(one.at()).toBe('idle')
  })
})

describe("the device's own word", () => {
  test('a newer state with the wanted status confirms', async () => {
    for (const step of ['sent', 'acknowledged'] as const) {
      const one = await sent(step)
      one.says(1, 60)
      expect(one.at()).toBe('confirmed')
    }
  })

  test('an older or another state confirms nothing', async () => {
    const one = await sent()
    one.says(1, 50)
    expect(one.at()).toBe('sent')
    one.says(0, 60)
    expect(one.at()).toBe('sent')
    one.says(1, 40)
    expect(one.at()).toBe('sent')
    expect(one.context().observed).toEqual({ status: 0, ts: 60 })
  })

  test('a state that came while the call was on its way confirms as soon as it answers', async () => {
    const one = open({ observed: { status: 0, ts: 50 } })
    one.ask(1)
    one.says(1, 60)
    expect(one.at()).toBe('sending')
    one.asked[0]!.answer(answered('sent'))
    await one.reach('confirmed')
  })

  test('a queued motor is not confirmed by the stop that it passes through', async () => {
    const one = await sent('queued')
    one.says(0, 60)
    expect(one.at()).toBe('queued')
  })

  test('a device that answers after it was called silent is believed', async () => {
    const one = await sent()
    one.moved('silent', { at: 110 })
    one.says(1, 70)
    expect(one.at()).toBe('confirmed')
  })
})

describe('silence', () => {
  test('without a live layer a sent command falls silent a little after the server would say so', async () => {
    const one = await sent()
    one.clock.increment(SILENCE_MS + SILENCE_MARGIN_MS - 1)
    expect(one.at()).toBe('sent')
    one.clock.increment(1)
    expect(one.at()).toBe('silent')
    one.clock.increment(TROUBLE_SHOWN_MS)
    expect(one.at()).toBe('idle')
  })

  test('a call that is not answered falls silent too', () => {
    const one = open()
    one.ask(1)
    one.clock.increment(SILENCE_MS + SILENCE_MARGIN_MS)
    expect(one.at()).toBe('silent')
  })

  test('a queued command expires with its life, an acknowledged one falls silent', async () => {
    const queued = await sent('queued')
    queued.clock.increment(COMMAND_LIFE_MS + SILENCE_MARGIN_MS)
    expect(queued.at()).toBe('expired')
    const acknowledged = await sent('acknowledged')
    acknowledged.clock.increment(COMMAND_LIFE_MS + SILENCE_MARGIN_MS)
    expect(acknowledged.at()).toBe('silent')
  })
})

describe('ends', () => {
  test.each(['observed', 'refused', 'silent', 'expired'] as const)(
    'after %s it may be asked again, dismissed, or it passes',
    async (state) => {
      const again = await sent()
      again.moved(state, { at: 110 })
      expect(again.actor.getSnapshot().hasTag('ended')).toBe(true)
      again.ask(0)
      expect(again.at()).toBe('sending')
      expect(again.context()).toMatchObject({ wanted: 0, message: null, code: null })

      const dismissed = await sent()
      dismissed.moved(state, { at: 110 })
      dismissed.actor.send({ type: 'command.dismiss' })
      expect(dismissed.at()).toBe('idle')

      const passing = await sent()
      passing.moved(state, { at: 110 })
      passing.clock.increment(TROUBLE_SHOWN_MS)
      expect(passing.at()).toBe('idle')
    },
  )

  test('a dismissal while a command is in flight is ignored', async () => {
    const one = await sent()
    one.actor.send({ type: 'command.dismiss' })
    expect(one.at()).toBe('sent')
  })
})

describe('commands of others', () => {
  test('an idle switch follows a command that was asked on another page', () => {
    const one = open()
    one.moved('sent', { id: 'theirs', status: 0 })
    expect(one.at()).toBe('sent')
    expect(one.context()).toMatchObject({ commandId: 'theirs', wanted: 0 })
  })

  test('an end of a command that was never seen under way says nothing', () => {
    const one = open()
    for (const state of ['observed', 'refused', 'silent', 'expired'] as const) one.moved(state)
    expect(one.at()).toBe('idle')
  })

  test('a newer command takes the place of the one that is followed, an older one does not', async () => {
    const one = open()
    one.moved('acknowledged', { id: 'theirs', at: 100 })
    one.moved('sent', { id: 'older', at: 90 })
    expect(one.context().commandId).toBe('theirs')
    one.moved('sent', { id: 'newer', at: 200, status: 0 })
    expect(one.at()).toBe('sent')
    expect(one.context()).toMatchObject({ commandId: 'newer', wanted: 0 })
  })

  test.each(COMMAND_STATES)('a view that opens on a command that is %s takes it up where it has not ended', (state) => {
    const one = open({ observed: { status: 0, ts: 50 }, command: { id: 'c1', state, at: 100, status: 1, message: null } })
    expect(one.at()).toBe(isEnd(state) ? 'idle' : state)
    if (isEnd(state)) return
    one.moved('observed', { at: 120 })
    expect(one.at()).toBe('confirmed')
  })
})
