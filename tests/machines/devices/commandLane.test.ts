import { describe, expect, test } from 'vitest'
import { COMMAND_LIFE_MS, type CommandPriority, type CommandState, SILENCE_MS } from '#contract/devices/command'
import { type Asked, type Lane, type LaneEvent, nextDue, queued, REASON, type Standings } from '#machines/devices/commandLane'
import { moveLane } from '#machines/devices/moveLane'

const NOW = 1_000_000
const anOrder = (id: string, given: Partial<Asked> = {}): Asked => ({
  id,
  aim: 1,
  priority: 'manual',
  expiresAt: NOW + COMMAND_LIFE_MS,
  maxRunMs: null,
  ...given,
})

/** A lane that is moved, and what each move asked for, as short words. */
function aLane(lane: Lane<Asked> = []) {
  let now = NOW
  let last: Standings<Asked>[] = []
  const move = (event: LaneEvent<Asked>, after = 0): string[] => {
    now += after
    const moved = moveLane(lane, event, now)
    lane = moved.lane
    last = moved.effects.flatMap((effect) => ('one' in effect ? [effect.one] : []))
    return moved.effects.map((effect) => {
      if (effect.type === 'supersede') return `supersede ${effect.id}`
      const { id, state, message } = effect.one
      if (effect.type === 'record') return `record ${id} ${state}`
      if (effect.type !== 'step') return `${effect.type} ${id}`
      const why = Object.entries(REASON).find(([, key]) => key === message)?.[0] ?? message
      const timer = effect.runsUntil === undefined ? '' : effect.runsUntil === null ? ' timer back' : ` until +${effect.runsUntil - now}`
      return `${id} ${state}${why === null ? '' : ` (${why})`}${timer}${effect.replaces ? ' replaces' : ''}`
    })
  }
  const ask = (id: string, given: Partial<Extract<LaneEvent<Asked>, { type: 'asked' }>> & { order?: Partial<Asked> } = {}) => {
    const { order, ...rest } = given
    const wanted = anOrder(id, { expiresAt: now + COMMAND_LIFE_MS, ...order })
    return move({ type: 'asked', wanted, reversal: null, barred: null, said: 0, sent: [], elsewhere: [], ...rest })
  }
  return {
    move,
    ask,
    /** Asks for a direction of a motor. */
    turn: (id: string, aim: 1 | 2, given: Parameters<typeof ask>[1] = {}) =>
      ask(id, { reversal: { against: 3 - aim, stop: anOrder(`${id}-stop`, { aim: 0 }) }, ...given, order: { aim, ...given.order } }),
    left: (id: string, left = true) => move({ type: 'left', id, left }),
    reply: (id: string, ok: boolean, message: string | null = null) => move({ type: 'replied', id, ok, message }),
    see: (value: number) => move({ type: 'seen', value }),
    wait: (ms: number) => move({ type: 'due' }, ms),
    now: () => now,
    due: () => nextDue(lane) - now,
    states: () => lane.map(({ id, state }) => `${id} ${state}`),
    /** The commands that the last move touched. */
    last: () => last,
    lane: () => lane,
  }
}
const sent = (given: Parameters<ReturnType<typeof aLane>['ask']>[1] = {}) => {
  const lane = aLane()
  lane.ask('a', given)
  lane.left('a')
  return lane
}
const elsewhere = (state: CommandState, given: { aim?: number; priority?: CommandPriority } = {}) => ({
  elsewhere: [{ id: 'x', state, aim: 1, priority: 'manual' as const, ...given }],
})

describe('a command climbs', () => {
  test('recorded, sent, acknowledged, observed; then nothing stands', () => {
    const lane = aLane()
    expect(lane.ask('a')).toEqual(['record a queued', 'send a'])
    expect(lane.last()[0]!.history).toEqual([])
    expect(lane.left('a')).toEqual(['a sent'])
    expect(lane.reply('a', true, 'will do')).toEqual(['a acknowledged (will do)'])
    expect(lane.see(1)).toEqual(['a observed (will do) replaces'])
    expect(lane.last()[0]!.history.map(({ state }) => state)).toEqual(['sent', 'acknowledged', 'observed'])
    expect(lane.states()).toEqual([])
    expect(lane.due()).toBe(Infinity)
  })

  test('the state alone is enough, another state says nothing, and what is over hears nothing', () => {
    const lane = sent()
    expect(lane.see(0)).toEqual([])
    expect(lane.see(1)).toEqual(['a observed replaces'])
    for (const said of [lane.see(1), lane.reply('a', false), lane.left('a', false), lane.wait(COMMAND_LIFE_MS)]) expect(said).toEqual([])
  })

  test('the answer can overtake the word that it left', () => {
    const lane = aLane()
    lane.ask('a')
    expect(lane.reply('a', true)).toEqual(['a sent', 'a acknowledged'])
    expect(lane.left('a')).toEqual([])
    expect(lane.left('a', false)).toEqual([])
    expect(lane.reply('a', true)).toEqual([])
  })

  test('a network that sent it by radio is told of, is no answer, and what is waited for counts from then', () => {
    const lane = aLane()
    lane.ask('a', { order: { maxRunMs: 5000 } })
    expect(lane.move({ type: 'left', id: 'a', left: true, patienceMs: 600_000 })).toEqual(['a sent until +5000'])
    expect(lane.wait(SILENCE_MS + 1)).toEqual([])
    expect(lane.move({ type: 'radioed', id: 'a' }, 300_000)).toEqual(['a sent (radioed) until +5000'])
    expect(lane.due()).toBe(600_000)
    expect(lane.see(1)).toEqual(['a observed until +5000 replaces'])
    expect(lane.move({ type: 'radioed', id: 'a' })).toEqual([])
  })

  test('what it took by radio and never showed is silent', () => {
    const lane = sent()
    lane.move({ type: 'radioed', id: 'a' })
    expect(lane.wait(SILENCE_MS)).toEqual(['a silent (noAnswer)'])
  })

  test('the state of what has not left says nothing of it', () => {
    const lane = aLane()
    lane.ask('a')
    expect(lane.see(1)).toEqual([])
  })

  test('where nothing can be seen of it the answer is all', () => {
    const lane = sent({ order: { aim: null } })
    expect(lane.reply('a', true)).toEqual(['a acknowledged', 'a observed replaces'])
  })

  test('a refusal carries the words of the device, or ours where it has none', () => {
    expect(sent().reply('a', false, 'jammed')).toEqual(['a refused (jammed) timer back'])
    expect(sent().reply('a', false)).toEqual(['a refused (refused) timer back'])
  })

  test('it never stands before the step that it had, though the clock is set back', () => {
    const lane = sent()
    lane.move({ type: 'replied', id: 'a', ok: true, message: null }, -5000)
    expect(lane.last()[0]!.history.map(({ at }) => at)).toEqual([NOW, NOW])
  })
})

describe('time', () => {
  test('a device that says nothing for 10 s is silent', () => {
    const lane = sent()
    expect(lane.due()).toBe(SILENCE_MS)
    expect(lane.wait(SILENCE_MS - 1)).toEqual([])
    expect(lane.wait(1)).toEqual(['a silent (noAnswer)'])
  })

  test('one that said yes has the life of the command to show it, and 10 s at least', () => {
    const lane = sent()
    lane.reply('a', true)
    expect(lane.due()).toBe(COMMAND_LIFE_MS)
    expect(lane.wait(COMMAND_LIFE_MS)).toEqual(['a silent (notObserved)'])
    const late = sent({ order: { expiresAt: NOW + 1 } })
    late.reply('a', true)
    expect(late.due()).toBe(SILENCE_MS)
  })

  test('one that is not connected is silent at once', () => {
    const lane = aLane()
    lane.ask('a')
    expect(lane.left('a', false)).toEqual(['a silent (notConnected)'])
  })

  test('what could not leave in its time has expired, and is not sent', () => {
    const lane = aLane()
    expect(lane.ask('a', { order: { expiresAt: NOW } })).toEqual(['record a queued', 'a expired (notInTime)'])
    lane.ask('b')
    expect(lane.wait(COMMAND_LIFE_MS)).toEqual(['b expired (notInTime)'])
  })

  test('whoever was told that it never leaves is right, of the stop before it too', () => {
    const lane = aLane()
    lane.turn('a', 1, { said: 2 })
    expect(lane.move({ type: 'withheld', ids: ['a-stop', 'a'] })).toEqual(['a-stop expired (databaseAway)', 'a expired (databaseAway)'])
  })

  test('a device that listens again is sent what has not left', () => {
    const lane = aLane()
    lane.ask('a')
    expect(lane.move({ type: 'listening' })).toEqual(['send a'])
    lane.left('a')
    expect(lane.move({ type: 'listening' })).toEqual([])
  })

  test('what another server has ended is put down without a word', () => {
    const lane = sent()
    expect(lane.move({ type: 'lost', id: 'a' })).toEqual([])
    expect(lane.states()).toEqual([])
  })
})

describe('of two commands of one target', () => {
  test('the newer takes the place of the older, here or in the hand of another server', () => {
    const lane = sent()
    expect(lane.ask('b')).toEqual(['a refused (superseded)', 'record b queued', 'send b'])
    expect(aLane().ask('b', elsewhere('sent'))).toEqual(['supersede x', 'record b queued', 'send b'])
  })

  test.each(['here', 'elsewhere'])('one that stands higher (%s) is left alone, and the newer is refused', (where) => {
    const lane = where === 'here' ? sent({ order: { priority: 'interlock' } }) : aLane()
    const before = lane.states()
    expect(lane.ask('b', where === 'here' ? {} : elsewhere('queued', { priority: 'emergency' }))).toEqual(['record b refused'])
    expect(lane.last()[0]).toMatchObject({ message: REASON.outranked, history: [{ state: 'refused', at: NOW }] })
    expect(lane.states()).toEqual(before)
  })

  test('from the lowest: flow, alarm action, manual hold, interlock, emergency stop', () => {
    const ranks = ['flow', 'alarm', 'manual', 'interlock', 'emergency'] as const
    for (const [mine, priority] of ranks.entries())
      for (const [its, other] of ranks.entries()) {
        const recorded = sent({ order: { priority: other } }).ask('b', { order: { priority } })
        expect(recorded.includes('record b refused')).toBe(its > mine)
      }
  })
})

describe('a motor', () => {
  test('is stopped before it turns the other way: the wish leaves when the stop is observed', () => {
    const lane = aLane()
    expect(lane.turn('a', 2, { said: 1 })).toEqual(['record a-stop queued', 'record a queued', 'send a-stop'])
    expect(lane.lane().map(({ history, leads }) => [history.length, leads])).toEqual([
      [0, true],
      [1, false],
    ])
    lane.left('a-stop')
    expect(lane.see(2)).toEqual([])
    expect(lane.reply('a', true)).toEqual([])
    expect(lane.move({ type: 'listening' })).toEqual([])
    expect(lane.see(0)).toEqual(['a-stop observed replaces', 'send a'])
    expect(lane.left('a')).toEqual(['a sent'])
    expect(lane.reply('a', true)).toEqual(['a acknowledged'])
  })

  test('needs no stop from stop, nor further the same way', () => {
    expect(aLane().turn('a', 1, { said: 0 })).toEqual(['record a queued', 'send a'])
    expect(aLane().turn('a', 1, { said: 1 })).toEqual(['record a queued', 'send a'])
  })

  test.each([
    ['it never said what it does', { said: null }],
    ['it was sent the other way', { sent: [2] }],
    ['another server sent it the other way', elsewhere('sent', { aim: 2 })],
    ['it told another server that it will', elsewhere('acknowledged', { aim: 2 })],
    ['another server is about to send it the other way', elsewhere('queued', { aim: 2 })],
  ])('is stopped first where %s', (_, given) => {
    expect(aLane().turn('a', 1, given).at(-1)).toBe('send a-stop')
  })

  test('is stopped first where it was sent the other way just now, whatever it says', () => {
    const lane = aLane()
    lane.turn('a', 2)
    lane.left('a')
    expect(lane.turn('b', 1)).toEqual(['a refused (superseded)', 'record b-stop queued', 'record b queued', 'send b-stop'])
  })

  test('is stopped first where a server that died may have sent it the other way', () => {
    const lane = aLane()
    lane.move({ type: 'takenUp', commands: [{ one: queued(anOrder('a', { aim: 2 }), NOW), stop: null, said: null }] })
    expect(lane.turn('b', 1).at(-1)).toBe('send b-stop')
  })

  test('whose stop does not leave is silent, with the wish', () => {
    const lane = aLane()
    lane.turn('a', 2, { said: 1 })
    expect(lane.left('a-stop', false)).toEqual(['a-stop silent (notConnected)', 'a silent (notConnected)'])
  })

  test.each([
    ['is refused', (lane: ReturnType<typeof aLane>) => lane.reply('a-stop', false, 'no')],
    ['is not answered', (lane: ReturnType<typeof aLane>) => lane.wait(SILENCE_MS)],
  ])('whose stop %s does not turn', (_, end) => {
    const lane = aLane()
    lane.turn('a', 2, { said: 1 })
    lane.left('a-stop')
    expect(end(lane).at(-1)).toBe('a refused (stopNotConfirmed)')
  })

  test('whose stop is observed too late does not turn', () => {
    const lane = aLane()
    lane.turn('a', 2, { said: 1, order: { expiresAt: NOW + 5 } })
    lane.left('a-stop')
    expect(lane.move({ type: 'seen', value: 0 }, 5)).toEqual(['a-stop observed replaces', 'a expired (notInTime)'])
  })
})

describe('what may run for a time', () => {
  test('has its end from the moment it left, and anew from the moment it is seen', () => {
    const lane = aLane()
    lane.ask('a', { order: { maxRunMs: 3000 } })
    expect(lane.left('a')).toEqual(['a sent until +3000'])
    expect(lane.reply('a', true)).toEqual(['a acknowledged'])
    expect(lane.move({ type: 'seen', value: 1 }, 700)).toEqual(['a observed until +3000 replaces'])
  })

  test('has it taken back where the device says no, and not where it is silent: it may run', () => {
    const order = { maxRunMs: 3000 }
    expect(sent({ order }).reply('a', false)).toEqual(['a refused (refused) timer back'])
    expect(sent({ order }).wait(SILENCE_MS)).toEqual(['a silent (noAnswer)'])
    expect(sent({ order }).ask('b')[0]).toBe('a refused (superseded)')
  })
})

describe('a stop that waits for its device', () => {
  const waiting = { order: { expiresAt: null, aim: 0 } }

  test('warns once while the device is away, never ends of itself, and leaves at the first word', () => {
    const lane = aLane()
    lane.ask('a', waiting)
    expect(lane.left('a', false)).toEqual(['warn a'])
    expect(lane.due()).toBe(Infinity)
    expect(lane.wait(100 * COMMAND_LIFE_MS)).toEqual([])
    expect(lane.move({ type: 'listening' })).toEqual(['send a'])
    expect(lane.left('a', false)).toEqual([])
    expect(lane.left('a')).toEqual(['a sent'])
  })

  test('warns where nothing answers, and is sent again with the next word', () => {
    const lane = sent(waiting)
    expect(lane.wait(SILENCE_MS)).toEqual(['warn a'])
    expect(lane.due()).toBe(Infinity)
    expect(lane.move({ type: 'listening' })).toEqual(['send a'])
    expect(lane.left('a')).toEqual([])
    expect(lane.left('a', false)).toEqual([])
    expect(lane.see(0)).toEqual(['a observed replaces'])
  })

  test('ends as any other once the device has said yes', () => {
    const lane = sent(waiting)
    lane.reply('a', true)
    expect(lane.due()).toBe(COMMAND_LIFE_MS)
    expect(lane.wait(COMMAND_LIFE_MS)).toEqual(['a silent (notObserved)'])
  })
})

describe('what a dead server left', () => {
  const standing = (state: CommandState, given: Partial<Standings<Asked>> = {}) => queued(anOrder('a', given), NOW, { state, ...given })
  const takeUp = (one: Standings<Asked>, given: { stop?: 'open' | 'observed' | 'failed'; said?: number; after?: number } = {}) => {
    const lane = aLane()
    const { stop = null, said = null, after = 0 } = given
    return { lane, said: lane.move({ type: 'takenUp', commands: [{ one, stop, said }] }, after) }
  }

  test.each([
    ['sent', SILENCE_MS - 1, []],
    ['sent', SILENCE_MS, ['a silent (noAnswer)']],
    ['acknowledged', COMMAND_LIFE_MS, ['a silent (notObserved)']],
    // It may have left, and the server ended before that was written.
    ['queued', COMMAND_LIFE_MS - 1, ['a sent']],
    ['queued', COMMAND_LIFE_MS, ['a sent', 'a silent (noAnswer)']],
  ] as const)('%s ends at its time (after %i ms)', (state, after, ends) => {
    expect(takeUp(standing(state), { after }).said).toEqual(ends)
  })

  test('is observed where the device said so meanwhile', () => {
    expect(takeUp(standing('sent'), { said: 1 }).said).toEqual(['a observed replaces'])
    expect(takeUp(standing('sent'), { said: 0 }).said).toEqual([])
    expect(takeUp(standing('queued'), { said: 1 }).said).toEqual(['a sent', 'a observed replaces'])
  })

  test('and may have sent is seen and answered as if it had, with the end of its running time', () => {
    const order = { maxRunMs: 3000 }
    const { lane, said } = takeUp(standing('queued', order))
    expect(said).toEqual(['a sent until +3000'])
    expect(lane.due()).toBe(COMMAND_LIFE_MS)
    expect(lane.move({ type: 'listening' })).toEqual(['send a'])
    expect(lane.left('a')).toEqual([])
    expect(lane.left('a', false)).toEqual([])
    expect(lane.reply('a', true)).toEqual(['a acknowledged'])
    expect(lane.see(1)).toEqual(['a observed until +3000 replaces'])
  })

  test('and may have sent has 10 s from its answer on, as any other', () => {
    const { lane } = takeUp(standing('queued'), { after: COMMAND_LIFE_MS - 1000 })
    lane.reply('a', true)
    expect(lane.due()).toBe(SILENCE_MS)
  })

  test.each([
    ['open', [], ['a queued']],
    ['observed', ['a sent'], ['a sent']],
    ['failed', ['a refused (stopNotConfirmed)'], []],
  ] as const)('waiting for a stop that is %s', (stop, said, states) => {
    const taken = takeUp(standing('queued', { after: 's' }), { stop })
    expect(taken.said).toEqual(said)
    expect(taken.lane.states()).toEqual(states)
    expect(taken.lane.move({ type: 'listening' })).toEqual(stop === 'observed' ? ['send a'] : [])
  })

  test('behind a stop that ends as it is taken up goes with it', () => {
    const lane = aLane()
    const stop = queued(anOrder('s', { aim: 0 }), NOW, { state: 'sent', leads: true })
    const said = lane.move(
      {
        type: 'takenUp',
        commands: [
          { one: stop, stop: null, said: null },
          { one: standing('queued', { after: 's' }), stop: 'open', said: null },
        ],
      },
      SILENCE_MS,
    )
    expect(said).toEqual(['s silent (noAnswer)', 'a refused (stopNotConfirmed)'])
  })

  test.each(['queued', 'sent'] as const)('a stop that waits for its device is sent (%s), and again where it had left', (state) => {
    expect(takeUp(standing(state, { expiresAt: null })).said).toEqual(['send a'])
  })

  test('an acknowledged stop is not sent again', () => {
    expect(takeUp(standing('acknowledged', { expiresAt: null })).said).toEqual([])
  })

  test.each(['queued', 'sent', 'acknowledged'] as const)(
    'by a clock that was years ahead ends within its life all the same (%s)',
    (state) => {
      const ahead = 6 * 365 * 86_400_000
      const at = NOW + ahead
      const { lane } = takeUp({ ...standing(state, { expiresAt: at + COMMAND_LIFE_MS }), at, history: [{ state, at }] })
      expect(lane.due()).toBeLessThanOrEqual(COMMAND_LIFE_MS)
      lane.wait(lane.due())
      expect(lane.states()).toEqual([])
      const moments = lane.last()[0]!.history.map((step) => step.at)
      expect(moments).toEqual(moments.toSorted((one, other) => one - other))
    },
  )

  test('what is in hand already is not taken up again', () => {
    const lane = sent()
    expect(lane.move({ type: 'takenUp', commands: [{ one: standing('queued'), stop: null, said: null }] })).toEqual([])
    expect(lane.states()).toEqual(['a sent'])
  })
})
