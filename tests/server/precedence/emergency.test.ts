import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Dose } from '#contract/devices/dosing'
import { emergencyStopCalls } from '#contract/devices/emergencyStop'
import { messageCalls } from '#contract/notices/message'
import { CONTROL } from '#contract/devices/switch'
import { auditCalls } from '#contract/organization/audit'
import { doseSet } from '#contract/devices/verbs'
import { FLOW, startStations, type Stations } from './station.ts'

let farm: Stations
beforeAll(async () => {
  farm = await startStations()
})
afterAll(() => farm?.close())

/** A base of its own, so that what stands in one test stops nothing of another. */
const aBase = (name: string) => farm.build.anArea({ tenant_id: farm.t, area_name: name })
const stopped = (base: string) => `notices:command.reason.barred.stopped?base=${encodeURIComponent(base).replaceAll('%20', '+')}`
const SOON = { timeout: 5000 }
const DOSE: Dose = {
  recipe: 'Tomatoes',
  ec: null,
  ph: null,
  mode: 'litres',
  channels: [{ channel: 1, amount: 1 }],
  volume: 1,
  seconds: null,
}

describe('while an emergency stop stands in a base', () => {
  test('what runs there is stopped at once, elsewhere nothing; how many still run is counted down as devices say so', async () => {
    const [base, other] = [await aBase('Pumps'), await aBase('Beside')]
    const [pump, far] = [await farm.aStation({ area: base, status: 1 }), await farm.aStation({ area: other, status: 1 })]
    const [line, away] = [await pump.connect(), await far.connect()]
    const { status, body } = await farm.press(base.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ areaId: base.id, aeratorsAt: null, running: 1 })
    await vi.waitFor(() => expect(line.got).toMatchObject([{ circuit: 1, status: 0 }]), SOON)
    expect(await farm.stops()).toMatchObject([{ areaId: base.id, running: 1 }])
    await line.says(0)
    await vi.waitFor(async () => expect((await farm.stops())[0]).toMatchObject({ running: 0 }), SOON)
    await vi.waitFor(async () =>
      expect(await pump.log()).toMatchObject([
        { status: 0, state: 'observed', cause: 'emergency', causeName: body.pressedBy, priority: 'emergency' },
      ]),
    )
    expect(away.got).toEqual([])
    await farm.lift(base.id)
  })

  test('nothing starts, whoever asks, and the answer and the log say why; stops pass; after it was lifted what was off stays off and may start', async () => {
    const base = await aBase('Quiet base')
    const pump = await farm.aStation({ area: base })
    const line = await pump.connect({ obeys: true })
    await farm.press(base.id)
    expect(await pump.turn(1)).toMatchObject({ result: 0, state: 'refused', message: stopped('Quiet base') })
    for (const [asker, priority] of [
      [FLOW, 'flow'],
      [{ by: 'timer', name: 'Evening', userId: null }, 'manual'],
      [{ by: 'meter', name: 'x', userId: null }, 'interlock'],
    ] as const)
      expect(await pump.ask(1, asker, priority)).toMatchObject({ result: 0, state: 'refused', message: stopped('Quiet base') })
    expect(line.got).toEqual([])
    expect(await pump.turn(0)).toMatchObject({ result: 1 })
    expect(await pump.ask(0, FLOW, 'manual')).toMatchObject({ result: 1 })
    expect((await pump.log()).filter(({ message }) => message === stopped('Quiet base'))).toHaveLength(4)
    expect((await farm.lift(base.id)).body).toBe(1)
    expect((await farm.lift(base.id)).body).toBe(1)
    expect(await farm.stops()).toEqual([])
    expect(await pump.turn(1)).toMatchObject({ result: 1 })
    await vi.waitFor(async () => expect(await pump.status()).toBe(1), SOON)
  })

  test('aerators go on and may start until the second press stops them too', async () => {
    const base = await aBase('Pond')
    const [running, resting] = [
      await farm.aStation({ area: base, type: 'aerator_ii', status: 1 }),
      await farm.aStation({ area: base, type: 'aerator_ii' }),
    ]
    const pump = await farm.aStation({ area: base, status: 1 })
    const lines = [await running.connect({ obeys: true }), await resting.connect({ obeys: true })] as const
    const beside = await pump.connect({ obeys: true })
    expect((await farm.press(base.id)).body).toMatchObject({ running: 1, aeratorsAt: null })
    await vi.waitFor(() => expect(beside.got).toMatchObject([{ status: 0 }]), SOON)
    expect(await resting.turn(1)).toMatchObject({ result: 1 })
    await vi.waitFor(async () => expect(await resting.status()).toBe(1), SOON)
    await vi.waitFor(async () => expect(await farm.stops()).toMatchObject([{ running: 0 }]), SOON)
    expect(lines.map(({ got }) => got.map(({ status }) => status))).toEqual([[], [1]])

    const { body } = await farm.press(base.id, true)
    expect(body.aeratorsAt).toBeGreaterThanOrEqual(body.pressedAt)
    await vi.waitFor(async () => expect([await running.status(), await resting.status()]).toEqual([0, 0]), SOON)
    expect(await resting.turn(1)).toMatchObject({ result: 0, message: stopped('Pond') })
    expect((await farm.press(base.id)).body).toEqual({ ...body, running: 0 })
    await farm.lift(base.id)
  })

  test('what was asked for and has not come about is stopped as well', async () => {
    const base = await aBase('Under way')
    const pump = await farm.aStation({ area: base })
    const line = await pump.connect()
    const { commandId } = await pump.turn(1)
    await vi.waitFor(() => expect(line.got).toMatchObject([{ id: commandId, status: 1 }]))
    await farm.press(base.id)
    await vi.waitFor(() => expect(line.got).toMatchObject([{ status: 1 }, { status: 0 }]), SOON)
    await vi.waitFor(async () =>
      expect(await pump.log()).toMatchObject([
        { status: 0, cause: 'emergency' },
        { status: 1, state: 'refused', message: 'notices:command.reason.superseded' },
      ]),
    )
    await farm.lift(base.id)
  })

  test('a dose is stopped, and none starts', async () => {
    const base = await aBase('Doses')
    const doser = await farm.aStation({ area: base, type: 'waterFertilizer' })
    const line = await doser.connect()
    await line.reads({ dosing: 1 })
    await vi.waitFor(async () => {
      const { rowCount } = await farm.owner.query(`select from furrow.item where device_id = $1 and code = 'dosing' and last_value = 1`, [
        doser.device.id,
      ])
      expect(rowCount).toBe(1)
    })
    expect((await farm.press(base.id)).body.running).toBe(1)
    await vi.waitFor(() => expect(line.got).toMatchObject([{ verb: 'dose.stop' }]), SOON)
    const started = await farm.services.desk.request({
      tenantId: farm.t,
      deviceId: doser.device.id,
      verb: doseSet,
      args: { dose: DOSE },
      asker: FLOW,
      priority: 'manual',
    })
    expect(started).toMatchObject({ result: 0, message: stopped('Doses') })
    await line.reads({ dosing: 0 })
    await vi.waitFor(async () => expect(await farm.stops()).toMatchObject([{ running: 0 }]), SOON)
    await farm.lift(base.id)
  })

  test('a device that was away, and one that is turned on by hand on site, is stopped as soon as it says that it runs', async () => {
    const base = await aBase('Away')
    const [away, manual] = [await farm.aStation({ area: base, status: 1 }), await farm.aStation({ area: base })]
    const site = await manual.connect({ obeys: true })
    expect((await farm.press(base.id)).body.running).toBe(1)
    await vi.waitFor(async () => expect(await away.log()).toMatchObject([{ status: 0, cause: 'emergency', state: 'queued' }]), SOON)
    const back = await away.connect()
    await vi.waitFor(() => expect(back.got).toMatchObject([{ status: 0 }]), SOON)
    await back.says(0)
    await vi.waitFor(async () => expect((await away.log())[0]).toMatchObject({ state: 'observed' }))
    for (const turned of [1, 2]) {
      await site.says(1)
      await vi.waitFor(() => expect(site.got).toHaveLength(turned), SOON)
      await vi.waitFor(async () => expect(await manual.status()).toBe(0), SOON)
      await vi.waitFor(async () => expect((await manual.log()).every(({ state }) => state === 'observed')).toBe(true), SOON)
    }
    expect((await away.log()).filter(({ cause }) => cause === 'emergency')).toHaveLength(1)
    await farm.lift(base.id)
  })
})

describe('who presses', () => {
  test('acts in bases of the own grant alone, with the right to turn things; everybody who sees the base sees that it stands', async () => {
    const looker = await farm.enter(['wfpf.farm.equipment.gateway'], { areaIds: [farm.south.id] })
    for (const [who, expected] of [
      [farm.northerner, 404],
      [farm.rival, 404],
      [looker, 403],
      [farm.anonymous, 401],
    ] as const)
      expect((await farm.press(farm.south.id, false, who)).status).toBe(expected)
    expect((await farm.press(farm.foreign.id)).status).toBe(404)
    expect((await farm.lift(farm.foreign.id)).status).toBe(404)
    expect((await farm.press(farm.south.id)).status).toBe(200)
    expect((await farm.lift(farm.south.id, farm.northerner)).status).toBe(404)
    expect(await farm.stops(looker)).toMatchObject([{ areaId: farm.south.id }])
    expect(await farm.stops(farm.northerner)).toEqual([])
    const { body: theirs } = await farm.rival.call(emergencyStopCalls.list, { params: { t: farm.elsewhere.id } })
    expect(theirs).toEqual([])
    await farm.lift(farm.south.id)
  })

  test('twice at once presses it once, and who may turn something there is told once of each; the audit trail keeps who pressed and lifted', async () => {
    const base = await aBase('Told')
    const hand = await farm.enter([CONTROL], { areaIds: [base.id] })
    const stranger = await farm.enter([CONTROL], { areaIds: [farm.north.id] })
    const [one, other] = await Promise.all([farm.press(base.id), farm.press(base.id)])
    expect(one.body).toEqual(other.body)
    await farm.press(base.id, true)
    await farm.press(base.id, true)
    await farm.lift(base.id)
    const { rows } = await farm.owner.query('select pressed_by, aerators_by, lifted_by from furrow.emergency_stop where area_id = $1', [
      base.id,
    ])
    const by = one.body.pressedBy
    expect(rows).toEqual([{ pressed_by: by, aerators_by: by, lifted_by: by }])
    const inboxOf = async (who: typeof hand) =>
      (await who.call(messageCalls.page, { params: { t: farm.t } })).body.content.map(({ subject }) => subject).toSorted()
    await vi.waitFor(async () => expect(await inboxOf(hand)).toHaveLength(3), SOON)
    for (const subject of await inboxOf(hand)) expect(subject).toContain('Told')
    expect(await inboxOf(stranger)).toEqual([])
    const { body: trail } = await farm.admin.call(auditCalls.page, {
      query: { kind: 'emergencyStop', search: 'Told' },
      params: { t: farm.t },
    })
    expect(trail.content.map(({ verb, title, userName }) => [verb, title, userName])).toEqual([
      ['changed', 'Told', by],
      ['changed', 'Told', by],
      ['made', 'Told', by],
    ])
  })
})
