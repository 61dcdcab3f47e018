import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COMMAND_LIFE_MS, type CommandPriority, isEnd, PRIORITIES } from '#contract/devices/command'
import { type Asked, type Lane, type LaneEvent, nextDue, REASON, type Standings } from '#machines/devices/commandLane'
import { moveLane } from '#machines/devices/moveLane'

type Act =
  | { do: 'ask'; aim: 0 | 1 | 2; priority: CommandPriority; insists: boolean; connected: boolean }
  | { do: 'reply'; to: number; ok: boolean }
  | { do: 'see'; value: 0 | 1 | 2 }
  | { do: 'wait'; ms: number }
  | { do: 'listen'; connected: boolean }
  /** `forgets`: the server died between the sending and the writing of it. */
  | { do: 'restart'; forgets: boolean }
  | { do: 'otherServer'; connected: boolean }

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      aim: fc.constantFrom(0, 1, 2),
      priority: fc.constantFrom(...PRIORITIES),
      insists: fc.boolean(),
      connected: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reply' as const), to: fc.nat(3), ok: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('see' as const), value: fc.constantFrom(0, 1, 2) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, 500, 10_000, 61_000, -3000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('listen' as const), connected: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), forgets: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('otherServer' as const), connected: fc.boolean() }) },
)

type Row = Standings<Asked> & { readonly waitsFor: string | null }

/** A motor, the table of its commands and the server that has them in hand, as far as a lane knows of them. */
function aMotor() {
  const table = new Map<string, Row>()
  let lane: Lane<Asked> = []
  let now = 1_000_000
  let made = 0
  let word: { value: number; at: number } | null = null
  /** Which word was first is told by the clock: where it was set back nobody can know. */
  let wasSetBack = false
  let lastWritten: (() => void) | null = null
  /** What happened to the motor, in order: what it was sent, and what it said. */
  const happened: (['sent', string, number | null] | ['said', number])[] = []

  function write(one: Standings<Asked>): void {
    const before = table.get(one.id)
    if (before) {
      expect(isEnd(before.state), `${one.id} had ended as ${before.state} and came to be ${one.state}`).toBe(false)
      expect(one.history.slice(0, before.history.length)).toEqual(before.history)
    }
    lastWritten = before && one.state === 'sent' ? () => table.set(one.id, before) : null
    table.set(one.id, { ...one, waitsFor: before ? before.waitsFor : one.after })
  }
  function move(event: LaneEvent<Asked>, connected = false): void {
    const before = lane
    const moved = moveLane(lane, event, now)
    lane = moved.lane
    for (const effect of moved.effects) {
      if (effect.type === 'record' || effect.type === 'step') write(effect.one)
      if (effect.type === 'supersede') write(ended(table.get(effect.id)!, effect.at))
      if (effect.type === 'send') {
        if (connected) happened.push(['sent', effect.one.id, effect.one.aim])
        move({ type: 'left', id: effect.one.id, left: connected }, connected)
      }
    }
    expect(before).toEqual(before.map((one) => ({ ...one })))
    holds()
  }
  const ended = (one: Row, at: number): Row => ({
    ...one,
    state: 'refused',
    message: REASON.superseded,
    history: [...one.history, { state: 'refused', at: Math.max(at, one.history.at(-1)?.at ?? 0) }],
  })

  function holds(): void {
    expect(lane.filter(({ after }) => after === null).length).toBeLessThanOrEqual(1)
    expect([...table.values()].filter(({ state }) => state === 'sent' || state === 'acknowledged').length).toBeLessThanOrEqual(1)
    for (const one of lane) expect(isEnd(one.state)).toBe(false)
    for (const one of table.values()) {
      const times = one.history.map(({ at }) => at)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(one.history.filter(({ state }) => isEnd(state))).toHaveLength(isEnd(one.state) ? 1 : 0)
      if (isEnd(one.state)) expect(one.history.at(-1)!.state).toBe(one.state)
      expect(
        lane.some(({ id }) => id === one.id),
        `${one.id} is ${one.state}`,
      ).toBe(!isEnd(one.state))
    }
    const [last, ...earlier] = happened.toReversed()
    if (last?.[0] !== 'sent' || last[2] === 0 || last[2] === null) return
    const { waitsFor } = table.get(last[1])!
    // Since it was last sent the other way it has said that it stands, or that it runs this way already.
    const isDone = (id: string) => table.get(id)!.state !== 'refused' || table.get(id)!.message === REASON.superseded
    const against = earlier.findIndex(([what, id, aim]) => what === 'sent' && aim === 3 - last[2]! && isDone(id))
    const said = earlier.slice(0, against).filter(([what]) => what === 'said')
    if (against >= 0 && !wasSetBack && !said.some(([, value]) => value === 0 || value === last[2]))
      expect.fail(`it was reversed: ${JSON.stringify(happened)}`)
    if (waitsFor !== null) expect(table.get(waitsFor)!.state).toBe('observed')
  }

  /** What the tables answer of the target, as the repository asks them. */
  function found(against: number, elsewhere: readonly Row[]) {
    const rows = [...table.values()]
    const runs = rows.some((one) => {
      const left = one.history.find(({ state }) => state === 'sent')?.at ?? -1
      return (
        one.aim === against &&
        left >= (word?.at ?? 0) &&
        (one.state !== 'refused' || one.message === REASON.superseded) &&
        !rows.some((stop) => stop.aim === 0 && stop.state === 'observed' && stop.at > left)
      )
    })
    return { said: word?.value ?? null, sent: runs ? [against] : [], elsewhere }
  }
  const open = () => [...table.values()].filter(({ state }) => !isEnd(state))

  return {
    now: () => now,
    lane: () => lane,
    table,
    do(what: Act): void {
      if (what.do !== 'restart') lastWritten = null
      // Things happen one after another.
      now += 1
      switch (what.do) {
        case 'ask': {
          const { aim, priority, insists } = what
          const order = (id: string, of: number): Asked => ({
            id,
            aim: of,
            priority,
            expiresAt: insists && of === 0 ? null : now + COMMAND_LIFE_MS,
            maxRunMs: null,
          })
          const id = `${made++}`
          const reversal = aim === 0 ? null : { against: 3 - aim, stop: { ...order(`${id}-stop`, 0), expiresAt: now + COMMAND_LIFE_MS } }
          move({ type: 'asked', wanted: order(id, aim), reversal, barred: null, ...found(3 - aim, []) }, what.connected)
          break
        }
        case 'reply': {
          const id = [...table.keys()].at(-1 - what.to)
          if (id !== undefined) move({ type: 'replied', id, ok: what.ok, message: null })
          break
        }
        case 'see':
          word = { value: what.value, at: now }
          happened.push(['said', what.value])
          move({ type: 'seen', value: what.value }, true)
          break
        case 'wait':
          now += what.ms
          wasSetBack ||= what.ms < 0
          move({ type: 'due' })
          break
        case 'listen':
          move({ type: 'listening' }, what.connected)
          break
        case 'restart':
          if (what.forgets) lastWritten?.()
          lastWritten = null
          lane = []
          takeUp()
          break
        case 'otherServer':
          // It asks while this one has the commands in hand, which then hears that they are lost, and what the other has is taken up.
          elsewhereAsks(what.connected)
          break
      }
    },
  }

  function takeUp(): void {
    move(
      {
        type: 'takenUp',
        commands: open()
          .toSorted((a, b) => Number(a.after !== null) - Number(b.after !== null))
          .map((row) => {
            const stop = row.waitsFor === null ? null : table.get(row.waitsFor)!.state
            return {
              one: { ...row, after: row.waitsFor, mayHaveLeft: false, warned: false },
              stop:
                stop === null ? null : stop === 'observed' ? ('observed' as const) : isEnd(stop) ? ('failed' as const) : ('open' as const),
              said: null,
            }
          }),
      },
      false,
    )
  }
  function elsewhereAsks(connected: boolean): void {
    const before = lane
    const others = open()
    lane = []
    const id = `${made++}`
    const wanted: Asked = { id, aim: 1, priority: 'emergency', expiresAt: now + COMMAND_LIFE_MS, maxRunMs: null }
    const stop = { ...wanted, id: `${id}-stop`, aim: 0 }
    move({ type: 'asked', wanted, reversal: { against: 2, stop }, barred: null, ...found(2, others) }, connected)
    const theirs = lane
    lane = before
    for (const one of before) {
      const { lane: rest, effects } = moveLane(lane, { type: 'lost', id: one.id }, now)
      expect(effects).toEqual([])
      lane = rest
    }
    expect(lane).toEqual([])
    lane = theirs
  }
}

test('whatever happens in whatever order, the ladder holds', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      const motor = aMotor()
      for (const one of acts) motor.do(one)
      // Left alone, everything that does not wait for its device ends.
      for (let turn = 0; turn < 4; turn++) {
        const due = nextDue(motor.lane())
        if (due !== Infinity) motor.do({ do: 'wait', ms: due - motor.now() })
      }
      expect(motor.lane().filter(({ expiresAt }) => expiresAt !== null)).toEqual([])
    }),
    { numRuns: 2000 },
  )
})
