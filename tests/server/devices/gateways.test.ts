import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AnyCall } from '#contract/core/call'
import type { Failure } from '#contract/core/failure'
import { gateway, gatewayCalls } from '#contract/devices/gateway'
import { commandTopic } from '#contract/devices/protocol'
import { DEVICE_SECRET } from '../arrange.ts'
import { type Farm, startFarm } from './farmOfDevices.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

const REFUSED = /not authorized|bad username/i

let made = 0
const aBody = (given: Record<string, unknown> = {}) => ({
  name: 'Greenhouse 3',
  eui: `made-${++made}`,
  deviceType: 'gateway',
  areaId: farm.north.id,
  landId: null,
  latlng: { longitude: 113.3, latitude: 22.9 },
  iccid: null,
  fileUrl: null,
  reportingMinutes: 10,
  enabledFlag: 1,
  ...given,
})
const create = (given: Record<string, unknown> = {}, client = farm.admin) =>
  client.call(gatewayCalls.create, { params: { t: farm.t }, body: aBody(given) })
const update = (body: Record<string, unknown>, client = farm.admin) => client.call(gatewayCalls.update, { params: { t: farm.t }, body })
const on = (id: number, client = farm.admin) => ({
  get: () => client.call(gatewayCalls.get, { params: { t: farm.t, id } }),
  details: () => client.call(gatewayCalls.details, { params: { t: farm.t, id } }),
  remove: (query: Record<string, unknown> = {}) => client.call(gatewayCalls.remove, { params: { t: farm.t, id }, query }),
})
/** The created record without what only creating shows. */
const recordOf = (body: unknown) => {
  const { secret: _secret, userName: _userName, ...record } = body as Record<string, unknown>
  return record
}
const aDevice = (given: Partial<Parameters<Farm['build']['aDevice']>[0]> = {}) =>
  farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id, ...given })

/** A device that stays connected until the server ends it; `closed` resolves then. */
async function connected(eui: string, secret: string) {
  // connectAsync would try again for ever; a refusal must come back.
  const client = mqtt.connect(`mqtt://127.0.0.1:${farm.mqttPort}`, {
    protocolVersion: 4,
    username: `${farm.t}/${eui}`,
    password: secret,
    clientId: `${eui}-${++made}`,
    reconnectPeriod: 0,
  })
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('error', reject)
  })
  const closed = new Promise<void>((resolve) => client.once('close', resolve))
  return { client, closed, end: () => client.endAsync(true) }
}

describe('making a gateway', () => {
  test('answers its record with user name and secret, and its secret opens the broker', async () => {
    const { status, body } = await create({ eui: 'fresh.one_1-A' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Greenhouse 3',
      eui: 'fresh.one_1-A',
      reportingMinutes: 10,
      enabledFlag: 1,
      objectVersionNumber: 1,
      userName: `${farm.t}/fresh.one_1-A`,
      latlng: { longitude: 113.3, latitude: 22.9 },
    })
    expect(body.secret).toMatch(/^[\w-]{43}$/)
    const device = await connected(body.eui, body.secret)
    await device.end()
    await expect(connected(body.eui, 'not its secret')).rejects.toThrow(REFUSED)
  })

  test('shows the secret once: no other answer carries it or its hash', async () => {
    const { body } = await create()
    const { rows } = await farm.owner.query<{ secret_hash: string }>('select secret_hash from furrow.device where id = $1', [body.id])
    expect(rows[0]!.secret_hash).not.toContain(body.secret)
    for (const call of Object.values(gatewayCalls).filter(({ method }) => method === 'GET')) {
      const answer = await farm.admin.call(call as AnyCall, { params: { t: farm.t, id: body.id } })
      expect(answer.status).toBe(200)
      expect(JSON.stringify(answer.body)).not.toMatch(new RegExp(`${body.secret}|${rows[0]!.secret_hash}|secret`))
    }
  })

  test('without a reporting period takes 5 minutes', async () => {
    expect((await create({ reportingMinutes: null })).body.reportingMinutes).toBe(5)
  })

  test('is refused where the eui is taken in this tenant, also at the same moment, and not where another tenant has it', async () => {
    await farm.build.aDevice({ tenant_id: farm.elsewhere.id, area_id: farm.foreign.id, eui: 'shared-eui' })
    const answers = await Promise.all([1, 2, 3].map(() => create({ eui: 'shared-eui' })))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
    const refused = answers.find(({ status }) => status === 409)!.body
    expect(refused).toMatchObject({ failed: true, code: 'error.device.euiTaken' })
    expect(refused.message).toContain('shared-eui')
  })

  test('is refused in a base that the caller does not see, and on a plot of another base', async () => {
    expect((await create({ areaId: farm.foreign.id })).body.code).toBe('error.device.areaUnknown')
    expect((await create({ areaId: farm.south.id }, farm.northerner)).body.code).toBe('error.device.areaUnknown')
    const land = await farm.build.aLand({ tenant_id: farm.t, area_id: farm.south.id })
    const { status, body } = await create({ landId: land.id })
    expect([status, body.code]).toEqual([422, 'error.device.landUnknown'])
    expect((await create({ areaId: farm.south.id, landId: land.id })).status).toBe(200)
  })

  test('names what is wrong with which field', async () => {
    const { status, body } = await create({ name: '  ', eui: 'with space', deviceType: 'tractor', latlng: { longitude: 181, latitude: 0 } })
    expect(status).toBe(400)
    expect(Object.keys(body.fields!).toSorted()).toEqual(['deviceType', 'eui', 'latlng', 'name'])
  })

  test('of a type whose page the caller may not open is denied', async () => {
    const clerk = await farm.enter([gateway.codes.read, gateway.codes.create])
    expect((await create({ deviceType: 'gateway_weather' }, clerk)).status).toBe(403)
    expect((await create({}, clerk)).status).toBe(200)
  })
})

describe('changing a gateway', () => {
  test('raises its version, and a stale one is refused without a trace', async () => {
    const { body: before } = await create()
    const first = await update({ ...recordOf(before), name: 'Renamed', latlng: null })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ name: 'Renamed', latlng: null, objectVersionNumber: 2 })
    const second = await update({ ...recordOf(before), name: 'Too late' })
    expect([second.status, second.body.code]).toEqual([409, 'error.version.stale'])
    expect((await on(before.id).get()).body).toEqual(first.body)
  })

  test('of two people at the same moment, one wins', async () => {
    const { body } = await create()
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => update({ ...recordOf(body), name })))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
  })

  test('moves its items and switches along, tells both bases, and leaves bindings behind', async () => {
    const { body } = await create()
    const parts = { tenant_id: farm.t, area_id: farm.north.id }
    const item = await farm.build.anItem({ ...parts, device_id: body.id })
    const stays = await farm.build.aSwitch({ ...parts, device_id: (await aDevice()).id })
    const moves = await farm.build.aSwitch({ ...parts, device_id: body.id, related_equip: stays.id })
    const changed = vi.spyOn(farm.services.live, 'changed')
    const { status } = await update({ ...recordOf(body), areaId: farm.south.id })
    expect(status).toBe(200)
    expect(changed.mock.calls).toEqual([
      [farm.t, 'gateway', body.id, farm.north.id],
      [farm.t, 'gateway', body.id, farm.south.id],
    ])
    changed.mockRestore()
    const { rows } = await farm.owner.query(
      `select i.area_id as item, s.area_id as switch, s.related_equip from furrow.item i, furrow.switch s where i.id = $1 and s.id = $2`,
      [item.id, moves.id],
    )
    expect(rows).toEqual([{ item: farm.south.id, switch: farm.south.id, related_equip: null }])
    expect((await on(body.id, farm.northerner).get()).status).toBe(404)
  })

  test('to the eui of another is refused', async () => {
    const [one, other] = [(await create()).body, (await create()).body]
    const { status, body } = await update({ ...recordOf(one), eui: other.eui })
    expect([status, body.code]).toEqual([409, 'error.device.euiTaken'])
  })

  test('that the caller may not see is as if it were not there', async () => {
    const { body } = await create({ areaId: farm.south.id })
    expect((await update(recordOf(body), farm.northerner)).status).toBe(404)
    const camera = await aDevice({ device_type: 'camera' })
    expect((await update({ ...recordOf(body), id: camera.id })).status).toBe(404)
    expect((await on(camera.id).get()).status).toBe(404)
  })

  test('ends its connections when it is switched off, and lets it back in when it is switched on', async () => {
    const { body } = await create()
    const device = await connected(body.eui, body.secret)
    const off = await update({ ...recordOf(body), enabledFlag: 0 })
    await device.closed
    await expect(connected(body.eui, body.secret)).rejects.toThrow(REFUSED)
    await update({ ...recordOf(off.body), enabledFlag: 1 })
    const again = await connected(body.eui, body.secret)
    await again.end()
  })
})

describe('deleting a gateway', () => {
  test('answers 1, takes its parts along and ends its connections', async () => {
    const { body } = await create()
    const parts = { tenant_id: farm.t, area_id: farm.north.id, device_id: body.id }
    const item = await farm.build.anItem(parts)
    await farm.build.aSwitch(parts)
    const device = await connected(body.eui, body.secret)
    const { status, body: answer } = await on(body.id).remove()
    expect([status, answer]).toEqual([200, 1])
    await device.closed
    await expect(connected(body.eui, body.secret)).rejects.toThrow(REFUSED)
    expect((await farm.owner.query('select 1 from furrow.item where id = $1', [item.id])).rowCount).toBe(0)
    expect((await on(body.id).remove()).status).toBe(404)
  })

  test('is refused while others stand behind it, with a stale version, and to who does not see it', async () => {
    const { body } = await create()
    expect((await on(body.id).remove({ objectVersionNumber: 7 })).status).toBe(409)
    expect((await on(body.id, farm.viewer).remove()).status).toBe(403)
    const southern = await create({ areaId: farm.south.id })
    expect((await on(southern.body.id, farm.northerner).remove()).status).toBe(404)
    const child = await aDevice({ parent_id: body.id })
    expect(((await on(body.id).remove()).body as unknown as Failure).code).toBe('error.device.planted')
    await on(child.id).remove()
    expect((await on(body.id).remove({ objectVersionNumber: 1 })).body).toBe(1)
  })
})

describe("a gateway's secret", () => {
  test('is replaced by a new one that is shown once; the old one is worthless at once', async () => {
    const { body } = await create()
    const device = await connected(body.eui, body.secret)
    const { status, body: fresh } = await farm.admin.call(gatewayCalls.secret, { params: { t: farm.t, id: body.id } })
    expect(status).toBe(200)
    expect(fresh.userName).toBe(body.userName)
    expect(fresh.secret).not.toBe(body.secret)
    await device.closed
    await expect(connected(body.eui, body.secret)).rejects.toThrow(REFUSED)
    const again = await connected(body.eui, fresh.secret)
    await again.end()
  })
})

describe('what a gateway shows and is asked', () => {
  test('its details name the concentrator it stands behind, and count rejected messages', async () => {
    const shown = { iccid: '8986', file_url: '/pictures/a.png' }
    const parent = await aDevice({ name: 'Concentrator', ...shown })
    const row = await aDevice({ parent_id: parent.id, ...shown })
    await farm.owner.query(
      `insert into furrow.rejected_message (tenant_id, device_id, at, topic, payload, reason, detail)
       select $1, $2, n, 'furrow/x/readings', 'p' || n, 'notJson', 'd' from generate_series(1, 25) n`,
      [farm.t, row.id],
    )
    const { body } = await on(row.id).details()
    expect(body).toMatchObject({ id: row.id, rejectedCount: 25, baseConcentratorDTO: { id: parent.id, name: 'Concentrator' } })
    // MAP-18: a device and the one it stands behind have the same fields.
    for (const [one, of] of [
      [body, row],
      [body.baseConcentratorDTO!, parent],
    ] as const)
      expect(one).toMatchObject({
        deviceType: of.device_type,
        name: of.name,
        eui: of.eui,
        deviceSerial: null,
        fileUrl: '/pictures/a.png',
        iccid: '8986',
        landName: null,
        online: expect.any(Number),
        latlng: { longitude: expect.any(Number), latitude: expect.any(Number) },
      })
    const rejected = await farm.admin.call(gatewayCalls.rejected, { params: { t: farm.t, id: row.id }, query: { page: 2, size: 10 } })
    expect(rejected.body).toMatchObject({ number: 2, size: 10, totalElements: 25 })
    expect(rejected.body.content.map(({ payload }) => payload)).toEqual(Array.from({ length: 10 }, (_, at) => `p${15 - at}`))
  })

  test('what it sent in vain is counted by reason over the last day, the most first, and no other device counts', async () => {
    const [row, other] = [await aDevice({}), await aDevice({})]
    const now = Date.now()
    const hour = now - (now % 3_600_000)
    const count = (deviceId: number, ago: number, reason: string, n: number) =>
      farm.owner.query('insert into furrow.rejected_count (tenant_id, device_id, hour, reason, n) values ($1, $2, $3, $4, $5)', [
        farm.t,
        deviceId,
        hour - ago * 3_600_000,
        reason,
        n,
      ])
    await count(row.id, 0, 'notJson', 2)
    await count(row.id, 1, 'notNumber', 3000)
    await count(row.id, 22, 'notNumber', 500)
    await count(row.id, 30, 'tooOld', 9)
    await count(other.id, 0, 'notJson', 7)
    const { body } = await farm.admin.call(gatewayCalls.rejectedCounts, { params: { t: farm.t, id: row.id } })
    expect(body.counts).toEqual([
      { reason: 'notNumber', n: 3500 },
      { reason: 'notJson', n: 2 },
    ])
    expect(now - body.from).toBeLessThanOrEqual(24 * 3_600_000)
  })

  test('a concentrator of a base that the caller does not see is not named', async () => {
    const parent = await aDevice({ area_id: farm.south.id })
    const row = await aDevice({ parent_id: parent.id })
    expect((await on(row.id, farm.northerner).details()).body.baseConcentratorDTO).toBeNull()
  })

  test('all of it comes in one answer', async () => {
    const row = await aDevice()
    const parts = { tenant_id: farm.t, area_id: farm.north.id, device_id: row.id }
    await farm.build.anItem({ ...parts, code: 'ph' })
    await farm.build.anItem({ ...parts, code: 'rain', hidden: 1 })
    await farm.build.aSwitch({ ...parts, kind: 'related', status: 2 })
    const { body } = await farm.admin.call(gatewayCalls.all, { params: { t: farm.t, id: row.id } })
    expect(body.device.id).toBe(row.id)
    expect(body.items.map(({ code, icon }) => [code, icon])).toEqual([['ph', 'flask']])
    expect(body.switches.map(({ state, switchTypeName }) => [state, switchTypeName])).toEqual([['反转', '关联设备']])
    const wall = await farm.admin.call(gatewayCalls.visualization, { params: { t: farm.t, id: row.id } })
    expect(wall.body).toEqual({ device: body.device, items: body.items })
  })

  test('who is not online is listed, longest silent first', async () => {
    const area = await farm.build.anArea({ tenant_id: farm.t })
    const given = { area_id: area.id }
    const late = await aDevice({ ...given, presence: 'offline', heard_at: 20 })
    const never = await aDevice({ ...given })
    const later = await aDevice({ ...given, presence: 'offline', heard_at: 10 })
    await aDevice({ ...given, presence: 'online', heard_at: 30 })
    const { body } = await farm.admin.call(gatewayCalls.offline, { params: { t: farm.t }, query: { areaId: area.id } })
    expect(body.content.map(({ id }) => id)).toEqual([never.id, later.id, late.id])
    expect(body.totalElements).toBe(3)
  })

  test('refresh and configure say whether the device was asked', async () => {
    const row = await aDevice()
    const at = { params: { t: farm.t, id: row.id } }
    expect((await farm.admin.call(gatewayCalls.refresh, at)).body).toEqual({ asked: false })
    expect((await farm.admin.call(gatewayCalls.configure, { ...at, body: { reportingMinutes: 4 } })).status).toBe(400)
    const configured = await farm.admin.call(gatewayCalls.configure, { ...at, body: { reportingMinutes: 30 } })
    expect(configured.body).toEqual({ asked: false, reportingMinutes: 30 })
    expect((await on(row.id).get()).body).toMatchObject({ reportingMinutes: 30, objectVersionNumber: 2 })
    const device = await connected(row.eui, DEVICE_SECRET)
    await device.client.subscribeAsync(commandTopic.of({ tenantId: farm.t, eui: row.eui, commandId: '+' }), { qos: 1 })
    expect((await farm.admin.call(gatewayCalls.refresh, at)).body).toEqual({ asked: true })
    await device.end()
    expect(
      (await farm.northerner.call(gatewayCalls.refresh, { params: { t: farm.t, id: (await aDevice({ area_id: farm.south.id })).id } }))
        .status,
    ).toBe(404)
  })
})
