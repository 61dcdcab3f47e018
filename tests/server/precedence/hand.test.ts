import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aeratorCalls } from '#contract/devices/aerator'
import { HOLD_SECONDS, MOST_STARTS_AN_HOUR } from '#contract/devices/command'
import { interlockCalls } from '#contract/devices/interlock'
import { manualHoldCalls } from '#contract/devices/manualHold'
import { forgetHolds } from '#server/devices/holds/forget'
import { FLOW, startStations, type Stations } from './station.ts'

let farm: Stations
const clock = Date.now
beforeAll(async () => {
  farm = await startStations()
})
afterAll(() => farm?.close())

const HELD = /^notices:command\.reason\.barred\.held\?by=.+&until=\d+$/
const SOON = { timeout: 5000 }

describe('what a person turned', () => {
  test('is left alone by flows and alarms, to start and to stop, for half an hour; the answer says who holds it until when', async () => {
    const pump = await farm.aStation()
    await pump.connect({ obeys: true })
    expect(await pump.holds()).toEqual([])
    const before = clock()
    expect(await pump.turn(1)).toMatchObject({ result: 1 })
    await vi.waitFor(async () => expect(await pump.status()).toBe(1), SOON)
    const [held, ...more] = await pump.holds()
    expect(more).toEqual([])
    expect(held).toMatchObject({ switchId: pump.one.id, by: expect.any(String) })
    expect(held!.until - before).toBeGreaterThanOrEqual(HOLD_SECONDS * 1000)
    expect(held!.until - clock()).toBeLessThanOrEqual(HOLD_SECONDS * 1000)
    for (const priority of ['flow', 'alarm'] as const)
      for (const status of [0, 1]) {
        const { state, message } = await pump.ask(status, FLOW, priority)
        expect(state).toBe('refused')
        expect(message).toMatch(HELD)
        const said = new URLSearchParams(message!.slice(message!.indexOf('?')))
        expect([said.get('by'), Number(said.get('until'))]).toEqual([held!.by, held!.until])
      }
    await farm.owner.query('update furrow.manual_hold set held_until = $2 where switch_id = $1', [pump.one.id, clock()])
    expect(await pump.holds()).toEqual([])
    expect(await pump.ask(0)).toMatchObject({ result: 1 })
  })

  test('is stopped all the same by what stands higher, by its running time, and by what a person makes safe', async () => {
    const pump = await farm.aStation({ status: 1 })
    await pump.connect({ obeys: true })
    const user = await farm.build.aUser({ tenantId: farm.t })
    for (const [asker, priority] of [
      [{ by: 'interlock', name: 'x', userId: null }, 'interlock'],
      [{ by: 'emergency', name: 'x', userId: null }, 'emergency'],
      [{ by: 'makeSafe', userId: user.id }, 'flow'],
      [{ by: 'meter', name: 'x', userId: null }, 'manual'],
    ] as const) {
      await pump.hold(600)
      expect(await pump.ask(0, asker, priority)).toMatchObject({ result: 1 })
      await vi.waitFor(async () => expect((await pump.log())[0]).toMatchObject({ state: 'observed' }), SOON)
    }
    expect((await pump.ask(0, { by: 'makeSafe', userId: null }, 'flow')).message).toMatch(HELD)
  })

  test('is held as long as was said, not at all where that is nothing, and not where the command was refused', async () => {
    const pump = await farm.aStation()
    await pump.connect({ obeys: true })
    await pump.turn(1, { holdSeconds: 7200 })
    expect((await pump.holds())[0]!.until - clock()).toBeGreaterThan(7_100_000)
    await vi.waitFor(async () => expect(await pump.status()).toBe(1), SOON)
    await pump.turn(0, { holdSeconds: 0 })
    expect(await pump.holds()).toEqual([])
    await vi.waitFor(async () => expect(await pump.status()).toBe(0), SOON)
    const base = await farm.build.anArea({ tenant_id: farm.t })
    const barred = await farm.aStation({ area: base })
    await farm.press(base.id)
    expect(await barred.turn(1)).toMatchObject({ state: 'refused' })
    expect(await barred.holds()).toEqual([])
    await farm.lift(base.id)
  })

  test('holds a pump of a regulator too', async () => {
    const pond = await farm.aStation({ type: 'aerator_ii' })
    await pond.connect({ obeys: true })
    const { status } = await farm.admin.call(aeratorCalls.control, {
      params: { t: farm.t, id: pond.one.id },
      body: { status: 1, holdSeconds: 900 },
    })
    expect(status).toBe(200)
    const [held] = await pond.holds()
    expect(held!.until - clock()).toBeLessThanOrEqual(900_000)
  })
})

describe('a hold', () => {
  test('is prolonged, taken over and given back, by whoever may turn the circuit and sees its base', async () => {
    const [pump, far] = [await farm.aStation(), await farm.aStation({ area: farm.south })]
    const first = await pump.hold(900)
    expect(first.body).toMatchObject({ switchId: pump.one.id })
    const taken = await pump.hold(14_400, farm.northerner)
    const { rows } = await farm.owner.query(
      'select count(*)::int as holds, max(user_id) = max(updated_by) as by_who_set_it from furrow.manual_hold where switch_id = $1',
      [pump.one.id],
    )
    expect(rows).toEqual([{ holds: 1, by_who_set_it: true }])
    expect(taken.body!.until - first.body!.until).toBeGreaterThan(13_000_000)
    expect(await pump.holds(farm.viewer)).toEqual([taken.body])
    expect((await pump.hold(900, farm.viewer)).status).toBe(403)
    expect((await pump.hold(900, farm.rival)).status).toBe(404)
    await far.hold(900)
    expect((await far.hold(0, farm.northerner)).status).toBe(404)
    expect(await far.holds(farm.northerner)).toEqual([])
    expect(await far.holds()).toHaveLength(1)
    expect((await pump.hold(86_401)).status).toBe(400)
    expect((await pump.hold(0)).body).toBeNull()
    expect(await pump.holds()).toEqual([])
    const { body } = await farm.rival.call(manualHoldCalls.list, {
      params: { t: farm.elsewhere.id },
      query: { areaId: farm.south.id },
    })
    expect(body).toEqual([])
  })

  test('that ended long ago is forgotten, one that stands is not', async () => {
    const [old, standing] = [await farm.aStation(), await farm.aStation()]
    for (const one of [old, standing]) await one.hold(900)
    await farm.owner.query('update furrow.manual_hold set held_until = $2 where switch_id = $1', [old.one.id, clock() - 90_000_000])
    await farm.services.serviceDb.transaction().execute((work) => {
      const job = forgetHolds({ clock })
      if (!('once' in job)) throw new Error('it is done in one transaction')
      return job.once(work, { tenantId: null, key: '', payload: {}, dueAt: 0 }, new AbortController().signal)
    })
    const { rows } = await farm.owner.query<{ switch_id: number }>('select switch_id from furrow.manual_hold where switch_id = any($1)', [
      [old.one.id, standing.one.id],
    ])
    expect(rows).toEqual([{ switch_id: standing.one.id }])
  })
})

describe('what acts by itself', () => {
  test('starts a circuit so often within an hour and no more; it may stop it, a person may start it, and after an hour it may again', async () => {
    const pump = await farm.aStation()
    await pump.connect({ obeys: true })
    for (let nth = 0; nth < MOST_STARTS_AN_HOUR; nth++) expect(await pump.ask(1)).toMatchObject({ result: 1 })
    const tooOften = `notices:command.reason.barred.tooOften?most=${MOST_STARTS_AN_HOUR}`
    for (const priority of ['flow', 'alarm'] as const)
      expect(await pump.ask(1, FLOW, priority)).toMatchObject({ result: 0, state: 'refused', message: tooOften })
    expect(await pump.ask(0)).toMatchObject({ result: 1 })
    expect(await pump.turn(1, { holdSeconds: 0 })).toMatchObject({ result: 1 })
    await vi.waitFor(async () => expect((await pump.log())[0]).toMatchObject({ state: 'observed' }), SOON)
    await farm.owner.query('update furrow.command set created_at = created_at - 3600001 where switch_id = $1', [pump.one.id])
    expect(await pump.ask(1)).toMatchObject({ result: 1 })
  })
})

/** Who asks, as high as it stands. */
const ASKERS = [
  [FLOW, 'flow'],
  [FLOW, 'alarm'],
  [{ by: 'timer', name: 'Evening', userId: null }, 'manual'],
  [{ by: 'interlock', name: 'x', userId: null }, 'interlock'],
] as const
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ asks: fc.constantFrom(...ASKERS), status: fc.constantFrom(0, 1), which: fc.constantFrom('pump', 'pond') })
      // An interlock only ever brings to rest: what it did a moment ago is taken for a stop, and is not looked at again for as long as a command lives.
      .filter(({ asks: [, priority], status, which }) => priority !== 'interlock' || which !== 'pump' || status === 0),
  },
  { weight: 1, arbitrary: fc.record({ presses: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ lifts: true as const }) },
  { weight: 2, arbitrary: fc.record({ holds: fc.constantFrom(0, 600), which: fc.constantFrom('pump', 'pond') }) },
  // The pump may run only while this is open.
  { weight: 2, arbitrary: fc.record({ valve: fc.constantFrom(0, 1) }) },
)

test(
  'in whatever order people, flows, interlocks and emergencies act: nothing leaves that what goes before forbids',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 20 }), async (acts) => {
        const base = await farm.build.anArea({ tenant_id: farm.t })
        const made = { pump: await farm.aStation({ area: base }), pond: await farm.aStation({ area: base, type: 'aerator_ii' }) }
        const lines = { pump: await made.pump.connect({ obeys: true }), pond: await made.pond.connect({ obeys: true }) }
        const valve = await farm.aStation({ area: base, type: 'tzgk_electric_valve' })
        const valves = await valve.connect()
        // What a device says counts once it is known to be there, which is written beside what it says.
        await vi.waitFor(async () => {
          const { rows } = await farm.owner.query('select presence from furrow.device where id = $1', [valve.device.id])
          expect(rows).toEqual([{ presence: 'online' }])
        }, SOON)
        const need = { kind: 'anyOpen' as const, switchIds: [valve.one.id] }
        await farm.admin.call(interlockCalls.set, {
          params: { t: farm.t, id: made.pump.device.id },
          body: { name: 'Dry run', circuit: 1, graceSeconds: 0, need },
        })
        let isOpen = 0
        let stops = 'none' as 'none' | 'stopped' | 'aeratorsToo'
        const held = { pump: false, pond: false }
        const ofEmergency = async (which: 'pump' | 'pond') => (await made[which].log()).filter(({ cause }) => cause === 'emergency')
        for (const one of acts) {
          if ('presses' in one) {
            await farm.press(base.id, one.presses)
            stops = one.presses || stops === 'aeratorsToo' ? 'aeratorsToo' : 'stopped'
          } else if ('lifts' in one) {
            await farm.lift(base.id)
            stops = 'none'
          } else if ('holds' in one) {
            await made[one.which as 'pump' | 'pond'].hold(one.holds)
            held[one.which as 'pump' | 'pond'] = one.holds > 0
          } else if ('valve' in one) {
            isOpen = one.valve
            await valves.says(isOpen)
            await vi.waitFor(async () => expect(await valve.status()).toBe(isOpen), SOON)
          } else {
            const which = one.which as 'pump' | 'pond'
            const [asker, priority] = one.asks
            const { state, message } = await made[which].ask(one.status, asker, priority)
            const isStopped = one.status === 1 && (stops === 'aeratorsToo' || (stops === 'stopped' && which === 'pump'))
            const isHeld = held[which] && (priority === 'flow' || priority === 'alarm')
            const isLacking = one.status === 1 && which === 'pump' && isOpen === 0
            if (isStopped) expect(message).toMatch(/barred\.stopped/)
            else if (isLacking) expect(message).toMatch(/\.lacks\./)
            else if (isHeld) expect(message).toMatch(HELD)
            if (isStopped || isLacking || isHeld) expect(state).toBe('refused')
          }
        }
        const everStoppedAerators = acts.some((one) => 'presses' in one && one.presses)
        if (!everStoppedAerators) expect(await ofEmergency('pond')).toEqual([])
        if (stops !== 'none') await vi.waitFor(async () => expect(await made.pump.status()).toBe(0), SOON)
        if (stops === 'aeratorsToo') await vi.waitFor(async () => expect(await made.pond.status()).toBe(0), SOON)
        await farm.lift(base.id)
        // Whatever was asked for: without its valve the pump stands.
        if (isOpen === 0) await vi.waitFor(async () => expect(await made.pump.status()).toBe(0), SOON)
        for (const { client } of [...Object.values(lines), valves]) await client.endAsync(true)
      }),
      { numRuns: Number(process.env['FURROW_RUNS'] ?? 25) },
    )
  },
)
