import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DutyStep } from '#contract/alarms/duty'
import type { Shift } from '#contract/alarms/staff'
import { alarmDutyHandlers } from '#server/alarms/calls/duty'
import { isOnDuty } from '#server/alarms/people/staff'
import { clear, raise, START } from './alarmDesk.ts'
import { callDesk } from './callDesk.ts'

const MINUTE = 60_000
const HOOK = [{ kind: 'webhook', address: 'http://127.0.0.1:9/' }] as const
let desk: Awaited<ReturnType<typeof callDesk>>
beforeAll(async () => {
  desk = await callDesk()
})
afterAll(() => desk?.close())
beforeEach(() => {
  desk.now = START
})

type Pond = Awaited<ReturnType<typeof desk.aPond>>
/** Who was called by each step until now. */
const calledIn = async ({ t }: Pond) => (await desk.sentIn(t)).map(({ step, name }) => `${step} ${name}`)
async function tell(pond: Pond): Promise<number> {
  await pond.act(raise(START))
  await desk.tellAll()
  return (await desk.alarmsOf(pond.t))[0]!.id
}
/** Moves the clock on, with a look each minute. */
async function pass(minutes: number) {
  for (let n = 0; n < minutes; n++) {
    desk.now += MINUTE
    await desk.escalate()
  }
}
/** A base with the steps 0, 10 and 30 minutes, each with one person. */
async function threeSteps() {
  const pond = await desk.aPond()
  const [one, two, three] = [
    await desk.aPerson(pond, 'One', HOOK),
    await desk.aPerson(pond, 'Two', HOOK),
    await desk.aPerson(pond, 'Three', HOOK),
  ]
  await desk.aDuty(pond, [
    { afterMinutes: 0, staffIds: [one] },
    { afterMinutes: 10, staffIds: [two] },
    { afterMinutes: 30, staffIds: [three] },
  ])
  return { ...pond, one, two, three }
}

describe('an alarm that nobody acknowledges', () => {
  test('calls one step after the other, each at its time and once', async () => {
    const pond = await threeSteps()
    const id = await tell(pond)
    expect(await calledIn(pond)).toEqual(['1 One'])
    await pass(9)
    expect(await calledIn(pond)).toEqual(['1 One'])
    await pass(1)
    expect(await calledIn(pond)).toEqual(['1 One', '2 Two'])
    await pass(60)
    expect(await calledIn(pond)).toEqual(['1 One', '2 Two', '3 Three'])
    expect((await desk.toldOf(id)).map(({ what, words }) => [what, words])).toEqual([
      ['called', 'One'],
      ['called', 'Two'],
      ['called', 'Three'],
    ])
    expect(await desk.ask('select from furrow.alarm_escalation where tenant_id = $1', [pond.t])).toEqual([])
  })

  test('says in later steps for how long', async () => {
    const pond = await threeSteps()
    await tell(pond)
    await pass(10)
    const rows = await desk.ask<{ waited: number | null }>(
      `select (message ->> 'waited')::int as waited from furrow.alarm_delivery where tenant_id = $1 order by id`,
      [pond.t],
    )
    expect(rows.map(({ waited }) => waited)).toEqual([null, 10])
  })

  test('is called for at once where the server was away', async () => {
    const pond = await threeSteps()
    await tell(pond)
    desk.now += 45 * MINUTE
    await desk.escalate()
    expect(await calledIn(pond)).toEqual(['1 One', '2 Two', '3 Three'])
  })

  test('is called for by the steps as they are then', async () => {
    const pond = await threeSteps()
    await tell(pond)
    const asking = await desk.asking(pond.t)
    const steps = [
      { afterMinutes: 0, staffIds: [pond.one] },
      { afterMinutes: 20, staffIds: [pond.three] },
    ]
    await alarmDutyHandlers({ live: desk.live as never }).set(
      { body: { areaId: pond.area.id, severity: 'indeterminate', steps, objectVersionNumber: 1 } } as never,
      asking,
    )
    await pass(19)
    expect(await calledIn(pond)).toEqual(['1 One'])
    await pass(1)
    expect(await calledIn(pond)).toEqual(['1 One', '2 Three'])
  })
})

describe('it ends', () => {
  test.each([
    [
      'acknowledges it',
      async (pond: Pond, id: number) => void (await desk.calls.acknowledge({ body: { ids: [id] } } as never, await desk.asking(pond.t))),
    ],
    [
      'shelves it',
      async (pond: Pond, id: number) =>
        void (await desk.calls.shelve({ body: { ids: [id], minutes: 600 } } as never, await desk.asking(pond.t))),
    ],
    ['sees it cleared', async (pond: Pond) => void (await pond.act(clear(START, desk.now)))],
    [
      'has no more steps',
      async (pond: Pond) => void (await desk.owner.query(`update furrow.alarm_duty set steps = '[]' where tenant_id = $1`, [pond.t])),
    ],
  ])('once somebody %s', async (_what, act) => {
    const pond = await threeSteps()
    const id = await tell(pond)
    await pass(9)
    await act(pond, id)
    await pass(60)
    expect(await calledIn(pond)).toEqual(['1 One'])
    expect(await desk.ask('select from furrow.alarm_escalation where tenant_id = $1', [pond.t])).toEqual([])
  })

  test('before it begins where the alarm has cleared within what is gathered', async () => {
    const pond = await threeSteps()
    await pond.act(raise(START))
    await pond.act(clear(START, START + 1))
    await desk.tellAll()
    expect(await calledIn(pond)).toEqual([])
  })

  test('for a while where work is planned, and goes on after it', async () => {
    const pond = await threeSteps()
    await tell(pond)
    await desk.build.insert('alarm_silence', { ...pond.place, starts_at: desk.now, ends_at: desk.now + 40 * MINUTE, reason: 'Cleaning' })
    await pass(39)
    expect(await calledIn(pond)).toEqual(['1 One'])
    await pass(3)
    expect(await calledIn(pond)).toEqual(['1 One', '2 Two', '3 Three'])
  })
})

describe('who is called', () => {
  test('is nobody for what is less bad than the base calls for, or than a channel is for', async () => {
    const pond = await desk.aPond()
    const id = await desk.aPerson(pond, 'One', [{ ...HOOK[0], severity: 'critical' }])
    const step = { afterMinutes: 0, staffIds: [id] }
    await desk.aDuty(pond, [step], 'major')
    await pond.act(raise(START))
    await desk.owner.query(`update furrow.alarm set severity = 'minor' where tenant_id = $1`, [pond.t])
    await desk.tellAll()
    expect([await calledIn(pond), await desk.toldOf((await desk.alarmsOf(pond.t))[0]!.id)]).toEqual([[], []])

    const other = await desk.aPond()
    await desk.aDuty(other, [{ ...step, staffIds: [await desk.aPerson(other, 'One', [{ ...HOOK[0], severity: 'critical' }])] }], 'major')
    await other.act(raise(START))
    await desk.owner.query(`update furrow.alarm set severity = 'major' where tenant_id = $1`, [other.t])
    await desk.tellAll()
    expect(await desk.toldOf((await desk.alarmsOf(other.t))[0]!.id)).toEqual([{ what: 'nobodyOnDuty', words: '1' }])
  })

  test('is nobody outside of their hours, but by a later step; a step without anybody is passed over at once', async () => {
    // START is Friday, 16:00 in Shanghai.
    const pond = await desk.aPond()
    const night: Shift[] = [{ days: [5], from: 20 * 60, to: 6 * 60 }]
    const [asleep, off, late] = [
      await desk.aPerson(pond, 'Asleep', HOOK, { shifts: night }),
      await desk.aPerson(pond, 'Off', HOOK, { enabled_flag: 0 }),
      await desk.aPerson(pond, 'Late', HOOK, { shifts: night }),
    ]
    await desk.aDuty(pond, [
      { afterMinutes: 0, staffIds: [asleep] },
      { afterMinutes: 10, staffIds: [off] },
      { afterMinutes: 20, staffIds: [late] },
      { afterMinutes: 40, staffIds: [asleep] },
    ])
    const id = await tell(pond)
    expect(await calledIn(pond)).toEqual(['3 Late'])
    expect(await desk.toldOf(id)).toEqual([
      { what: 'nobodyOnDuty', words: '1' },
      { what: 'nobodyOnDuty', words: '2' },
      { what: 'called', words: 'Late' },
    ])
    await pass(60)
    expect(await calledIn(pond)).toEqual(['3 Late', '4 Asleep'])
  })

  test('is nobody who left the tenant, or may no longer sign in', async () => {
    const pond = await desk.aPond()
    const gone = await desk.build.aUser({ tenantId: pond.t, enabled: false })
    const stranger = await desk.build.aUser()
    const staffIds = [
      await desk.aPerson(pond, 'Gone', HOOK, { user_id: gone.id }),
      await desk.aPerson(pond, 'Stranger', HOOK, { user_id: stranger.id }),
    ]
    await desk.aDuty(pond, [{ afterMinutes: 0, staffIds }])
    expect(await desk.toldOf(await tell(pond))).toEqual([{ what: 'nobodyOnDuty', words: '1' }])
  })
})

test.each([
  // Monday 09:00 to 17:00, and Friday 22:00 over midnight to 06:00, in Shanghai.
  ['2027-01-11T01:00:00Z', true],
  ['2027-01-11T08:59:59Z', true],
  ['2027-01-11T09:00:00Z', false],
  ['2027-01-11T00:59:59Z', false],
  ['2027-01-12T02:00:00Z', false],
  ['2027-01-15T14:00:00Z', true],
  ['2027-01-15T21:59:59Z', true],
  ['2027-01-15T22:00:00Z', false],
  ['2027-01-14T15:00:00Z', false],
] as const)('at %s somebody is on duty: %s', (at, is) => {
  const shifts = [
    { days: [1], from: 540, to: 1020 },
    { days: [5], from: 1320, to: 360 },
  ]
  expect(isOnDuty(shifts, 'Asia/Shanghai', Date.parse(at))).toBe(is)
  expect(isOnDuty([], 'Asia/Shanghai', Date.parse(at))).toBe(true)
})

test('whatever the steps, who is on duty and when somebody acknowledges: each step is taken at its time, in order, once, and none after', async () => {
  const stepsOf = fc
    .array(fc.record({ gap: fc.integer({ min: 1, max: 12 }), away: fc.boolean() }), { minLength: 1, maxLength: 5 })
    .map((steps) => steps.map(({ gap, away }, at) => ({ at, gap, away })))
  await fc.assert(
    fc.asyncProperty(stepsOf, fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 7 }), async (given, acknowledged, pace) => {
      desk.now = START
      const pond = await desk.aPond()
      let after = -given[0]!.gap
      const steps: (DutyStep & { away: boolean })[] = []
      for (const { gap, away, at } of given)
        steps.push({
          afterMinutes: (after += gap),
          staffIds: [await desk.aPerson(pond, `P${at}`, HOOK, { enabled_flag: away ? 0 : 1 })],
          away,
        })
      await desk.aDuty(
        pond,
        steps.map(({ afterMinutes, staffIds }) => ({ afterMinutes, staffIds })),
      )
      const id = await tell(pond)
      const toldAt = desk.now
      const asking = await desk.asking(pond.t)
      for (let minute = 0; minute <= 70; minute += pace) {
        desk.now = toldAt + minute * MINUTE
        if (minute >= acknowledged) await desk.calls.acknowledge({ body: { ids: [id] } } as never, asking)
        await desk.escalate()
      }
      // What a person would say: a step that finds somebody is taken at its time, or with the one before where that found nobody.
      const expected: string[] = []
      let due = 0
      for (const [at, { afterMinutes, away }] of steps.entries()) {
        const own = at > 0 && steps[at - 1]!.away ? due : afterMinutes
        due = own
        // The first look at or after it.
        const seen = own === 0 ? 0 : Math.ceil(own / pace) * pace
        if (own !== 0 && seen >= Math.ceil(acknowledged / pace) * pace) break
        if (!away) expected.push(`${at + 1} P${at}`)
      }
      expect(await calledIn(pond)).toEqual(expected)
    }),
    { numRuns: 25 },
  )
}, 120_000)
