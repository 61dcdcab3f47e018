import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { heardSeverity, HUSH_MS, isLoud, type LoudAlarm, type SoundEvent, soundMachine } from '#machines/alarms/sound'

const critical = (id: number): LoudAlarm => ({ id, severity: 'critical' })
const major = (id: number): LoudAlarm => ({ id, severity: 'major' })

function aSound(allowed = true) {
  const clock = new SimulatedClock()
  const actor = createActor(soundMachine, { clock, input: { allowed } }).start()
  return {
    clock,
    stand: (...loud: LoudAlarm[]) => actor.send({ type: 'alarms.stand', loud }),
    hush: () => actor.send({ type: 'sound.hush', at: clock.now() }),
    send: (event: SoundEvent) => actor.send(event),
    state: () => actor.getSnapshot().value,
    heard: () => heardSeverity(actor.getSnapshot().context),
    until: () => actor.getSnapshot().context.until,
  }
}

describe('the sound of alarms', () => {
  test('sounds while a loud alarm is there, as the worst of them', () => {
    const { state, stand, heard } = aSound()
    expect(state()).toBe('silent')
    stand(major(1))
    expect([state(), heard()]).toEqual(['sounding', 'major'])
    stand(major(1), critical(2))
    expect([state(), heard()]).toEqual(['sounding', 'critical'])
    stand()
    expect([state(), heard()]).toEqual(['silent', null])
  })

  test('a hush lasts ten minutes, then what is still there sounds again', () => {
    const { state, stand, hush, clock, until } = aSound()
    stand(critical(1))
    hush()
    expect(state()).toBe('hushed')
    expect(until()).toBe(HUSH_MS)
    clock.increment(HUSH_MS - 1)
    expect(state()).toBe('hushed')
    clock.increment(1)
    expect(state()).toBe('sounding')
    expect(until()).toBeNull()
  })

  test('where nothing is there any more at its end, all is silent', () => {
    const { state, stand, hush, clock } = aSound()
    stand(critical(1))
    hush()
    stand()
    expect(state()).toBe('hushed')
    clock.increment(HUSH_MS)
    expect(state()).toBe('silent')
  })

  test('a new alarm sounds through a hush, for itself; one that flaps does not', () => {
    const { state, stand, hush, heard } = aSound()
    stand(critical(1), major(2))
    hush()
    stand(major(2))
    stand(critical(1), major(2))
    expect(state()).toBe('hushed')
    stand(critical(1), major(2), major(3))
    expect([state(), heard()]).toEqual(['sounding', 'major'])
    stand(critical(1), major(2))
    expect(state()).toBe('hushed')
  })

  test('one that became worse sounds again', () => {
    const { state, stand, hush } = aSound()
    stand(major(1))
    hush()
    stand(critical(1))
    expect(state()).toBe('sounding')
  })

  test('the first hush still ends where a new alarm sounded and went in between', () => {
    const { state, stand, hush, clock } = aSound()
    stand(major(1))
    hush()
    stand(major(1), major(2))
    stand(major(1))
    clock.increment(HUSH_MS)
    expect(state()).toBe('sounding')
  })

  test('a second hush counts anew', () => {
    const { state, stand, hush, clock } = aSound()
    stand(major(1))
    hush()
    clock.increment(HUSH_MS / 2)
    stand(major(1), major(2))
    hush()
    clock.increment(HUSH_MS / 2)
    expect(state()).toBe('hushed')
    clock.increment(HUSH_MS / 2)
    expect(state()).toBe('sounding')
  })

  test('a hush can be taken back', () => {
    const { state, stand, hush, send } = aSound()
    stand(major(1))
    hush()
    send({ type: 'sound.resume' })
    expect(state()).toBe('sounding')
  })

  test('a browser that forbids it blocks the sound until somebody turns it on', () => {
    const { state, stand, send, hush } = aSound()
    stand(major(1))
    send({ type: 'player.blocked' })
    expect(state()).toBe('blocked')
    hush()
    expect(state()).toBe('hushed')
    stand(critical(2))
    expect(state()).toBe('blocked')
    send({ type: 'player.allowed' })
    expect(state()).toBe('sounding')
  })

  test('where nothing should sound nothing is blocked', () => {
    const { state, stand } = aSound(false)
    expect(state()).toBe('silent')
    stand(major(1))
    expect(state()).toBe('blocked')
    stand()
    expect(state()).toBe('silent')
  })
})

describe('what is loud', () => {
  const face = { severity: 'critical', state: 'active', acknowledgedAt: null, shelvedUntil: null, quiet: null } as const
  test.each([
    [face, true],
    [{ ...face, severity: 'major' as const }, true],
    [{ ...face, severity: 'minor' as const }, false],
    [{ ...face, state: 'cleared' as const }, false],
    [{ ...face, state: 'unknown' as const }, false],
    [{ ...face, acknowledgedAt: 5 }, false],
    [{ ...face, shelvedUntil: 101 }, false],
    [{ ...face, shelvedUntil: 100 }, true],
    [{ ...face, quiet: 'silence' as const }, false],
  ])('%o: %s', (given, loud) => expect(isLoud(given, 100)).toBe(loud))
})
