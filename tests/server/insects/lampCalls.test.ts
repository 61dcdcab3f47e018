import { randomUUID } from 'node:crypto'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deviceCalls } from '#contract/devices/device'
import { gatewayCalls } from '#contract/devices/gateway'
import { insectLampCalls } from '#contract/insects/insectLamp'
import { insectStatisticsCalls } from '#contract/insects/insectStatistics'
import { insectTypeCalls, LAMP_EDIT, LAMP_PAGE, PEST } from '#contract/insects/insectType'
import { settingsCalls } from '#contract/devices/settings'
import { forgetOldLogs } from '#server/ground/history/retention'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { aLamp, sheet } from './lamp.ts'

let farm: Farm
let lamp: Awaited<ReturnType<typeof aLamp>>
beforeAll(async () => {
  farm = await startFarm()
  lamp = await aLamp(farm)
  await farm.build.aSwitch({ tenant_id: farm.t, area_id: farm.north.id, device_id: lamp.lamp.id, circuit: 1 })
})
afterAll(async () => {
  await lamp?.close()
  await farm?.close()
})
const params = () => ({ t: farm.t, imei: lamp.lamp.eui })
const HOUR = 3_600_000

describe('a lamp, by its own calls', () => {
  const control = (body: { status: number; minutes?: number }) => farm.admin.call(insectLampCalls.controlDevice, { params: params(), body })
  const turn = (circuit: number, status: number) =>
    farm.admin.call(insectLampCalls.deviceSwitch, { params: params(), body: { circuit, status } })

  test('begins its control mode for as long as it was told, is switched, and its status curve says when', async () => {
    const before = Date.now()
    expect((await control({ status: 1, minutes: 61 })).body.result).toBe(1)
    await vi.waitFor(() => expect(lamp.told.at(-1)).toMatchObject({ circuit: 1, status: 1, run: 61 * 60_000 }))
    await lamp.say('state', { 1: 1 })
    expect((await control({ status: 1, minutes: 59 })).status).toBe(400)
    const curve = async () => {
      const query = { startTime: before - 1000, endTime: Date.now() + 1000 }
      return (await farm.admin.call(insectLampCalls.statusCurve, { params: params(), query })).body
    }
    await vi.waitFor(async () => expect((await curve()).circuits[0]!.changes.at(-1)).toMatchObject({ status: 1 }))
    expect((await turn(1, 0)).body.result).toBe(1)
    await vi.waitFor(() => expect(lamp.told.at(-1)).toMatchObject({ circuit: 1, status: 0 }))
    await lamp.say('state', { 1: 0 })
    await vi.waitFor(async () => expect((await curve()).circuits[0]!.changes.map(({ status }) => status).slice(-2)).toEqual([1, 0]))
    await vi.waitFor(async () => expect((await curve()).online.at(-1)).toMatchObject({ presence: 'online' }))
    // What was so before a range holds as the range begins; a circuit that is not there is not switched.
    const startTime = Date.now() + 1
    const later = await farm.admin.call(insectLampCalls.statusCurve, {
      params: params(),
      query: { startTime, endTime: startTime + HOUR },
    })
    expect(later.body.circuits[0]!.changes).toEqual([{ at: startTime, status: 0 }])
    expect((await turn(9, 1)).status).toBe(404)
  })

  test('answers the curves of what it measures, and its SIM', async () => {
    await farm.owner.query(`update furrow.device set iccid = '8986' where id = $1`, [lamp.lamp.id])
    await lamp.say('readings', { insects: 17 })
    const query = { startTime: Date.now() - HOUR, endTime: Date.now() + HOUR }
    await vi.waitFor(async () => {
      const { body } = await farm.admin.call(insectLampCalls.historyData, { params: params(), query })
      expect(body.flatMap(({ collectionData }) => collectionData)).toContain(17)
    })
    const { body } = await farm.admin.call(insectLampCalls.simSelect, { params: params() })
    expect(body).toMatchObject({ imei: lamp.lamp.eui, iccid: '8986', presence: 'online' })
    expect(Date.now() - body.heardAt!).toBeLessThan(60_000)
  })

  test('has an analysis of its newest picture or of one that is named, and of no other lamp’s', async () => {
    const analysis = async (imei: string, pictureId?: number) =>
      (await farm.admin.call(insectLampCalls.analysis, { params: { t: farm.t, imei }, query: pictureId ? { pictureId } : {} })).body
    expect(await analysis(lamp.lamp.eui)).toBeNull()
    const first = await lamp.picture(await sheet(3), `?takenAt=${Date.now() - 60_000}`)
    const second = await lamp.picture(await sheet(5))
    expect(await analysis(lamp.lamp.eui)).toMatchObject({ id: second.id, insectQuantity: 5 })
    expect((await analysis(lamp.lamp.eui, first.id))!.boxes).toHaveLength(3)
    const other = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id, device_type: 'insectSituationLamp' })
    expect(await analysis(other.eui, first.id)).toMatchObject({ code: 'error.notFound' })
  })
})

test('whoever holds the codes of the page of lamps alone opens a lamp, changes and photographs it, and nothing else', async () => {
  const { t } = farm
  const lure = await farm.build.aDevice({ tenant_id: t, area_id: farm.north.id, device_type: 'sex_inducement' })
  const keeper = await farm.enter([LAMP_PAGE, LAMP_EDIT])
  const reader = await farm.enter([LAMP_PAGE])
  const id = lamp.lamp.id
  for (const client of [keeper, reader]) {
    expect((await client.call(gatewayCalls.details, { params: { t, id } })).body).toMatchObject({ id, name: 'Lamp' })
    expect((await client.call(gatewayCalls.details, { params: { t, id: lure.id } })).status).toBe(404)
    const listed = await client.call(deviceCalls.tenantAll, { params: { t }, query: { size: 0 } })
    expect(new Set(listed.body.content.map(({ deviceType }) => deviceType))).toEqual(new Set(['insectSituationLamp']))
  }
  const photograph = (client: typeof reader) => client.call(insectLampCalls.photograph, { params: params() })
  expect((await photograph(keeper)).body.result).toBe(1)
  expect((await photograph(reader)).status).toBe(403)
  const settings = (client: typeof reader) => client.call(settingsCalls.set, { params: { t, id }, body: { values: { uploadMinutes: 30 } } })
  expect((await settings(keeper)).body.result).toBe(1)
  expect((await settings(reader)).status).toBe(403)
})

test('addresses for pictures go with the logs; the pictures that came there stay', async () => {
  const { id } = await lamp.picture(await sheet(2))
  const before = (await farm.owner.query('select from furrow.insect_upload')).rowCount!
  expect(before).toBeGreaterThan(0)
  const forget = (logs: number) => forgetOldLogs(farm.services.servicePool, { logs, messages: 0, changes: 0, audit: 0, alarms: 0 })
  expect((await forget(Date.now())).uploads).toBe(0)
  expect((await forget(Date.now() + HOUR)).uploads).toBe(before)
  expect(await lamp.standing(id)).toMatchObject({ insectQuantity: 2 })
})

describe('kinds of insects', () => {
  const add = async (code: string, enName: string) =>
    (await farm.admin.call(insectTypeCalls.add, { params: { t: farm.t }, body: { code, zhName: `虫${code}`, enName } })).body
  const details = (id: number) => farm.admin.call(insectTypeCalls.details, { params: { t: farm.t, id } })

  test('are made once a code, named in two languages, renamed under their version, and found by name', async () => {
    const made = await add('hopper', 'Hopper')
    expect((await details(made.id)).body).toMatchObject({ code: 'hopper', name: '虫hopper', enName: 'Hopper', description: null })
    const twice = await farm.admin.call(insectTypeCalls.add, {
      params: { t: farm.t },
      body: { code: 'hopper', zhName: '虫', enName: 'Again' },
    })
    expect(twice.body.fields).toHaveProperty('code')
    const change = { id: made.id, objectVersionNumber: 1, zhName: '飞虱', enName: 'Planthopper', description: 'Brown' }
    expect((await farm.admin.call(insectTypeCalls.edit, { params: { t: farm.t }, body: change })).body.name).toBe('飞虱')
    expect((await farm.admin.call(insectTypeCalls.edit, { params: { t: farm.t }, body: change })).body.code).toBe('error.version.stale')
    expect((await details(made.id)).body).toMatchObject({ zhName: '飞虱', enName: 'Planthopper', description: 'Brown' })
    const hide = { ...change, objectVersionNumber: 2, hidden: 1 }
    expect((await farm.admin.call(insectTypeCalls.edit, { params: { t: farm.t }, body: hide })).body.hidden).toBe(1)
    const trail = await farm.owner.query<{ title: string; verb: string; changes: object }>(
      `select title, verb, changes from furrow.audit_entry where tenant_id = $1 and kind = 'insectType' and thing = $2 order by id`,
      [farm.t, String(made.id)],
    )
    expect(trail.rows).toMatchObject([
      { verb: 'made', title: '虫hopper' },
      { verb: 'changed', changes: { en_name: { before: 'Hopper', after: 'Planthopper' } } },
      { verb: 'changed', changes: { hidden: { before: 0, after: 1 } } },
    ])
    const page = async (name: string) =>
      (await farm.admin.call(insectStatisticsCalls.typePage, { params: { t: farm.t }, query: { name } })).body.content.map(({ id }) => id)
    expect(await page('planthop')).toEqual([made.id])
    expect(await page('no such')).toEqual([])
  })

  test('are listed where they were found: at a lamp and over a range, or all of them', async () => {
    const [found, never] = [await add('found', 'Found'), await add('never', 'Never')]
    const body = { concentratorId: lamp.lamp.id, insectTypeId: found.id, insectQuantity: 3, observedAt: 5000 }
    await farm.admin.call(insectStatisticsCalls.add, { params: { t: farm.t }, body })
    const list = async (query: Record<string, number>) =>
      (await farm.admin.call(insectStatisticsCalls.typeList, { params: { t: farm.t }, query })).body.map(({ id }) => id)
    expect(await list({ startTime: 0, endTime: 10_000, concentratorId: lamp.lamp.id })).toEqual([found.id])
    expect(await list({ startTime: 6000, endTime: 10_000 })).toEqual([])
    expect(await list({})).toEqual(expect.arrayContaining([found.id, never.id]))
  })
})

test('the numbers leave as a spreadsheet with a row a finding, for those alone who may take them along', async () => {
  const { body: kind } = await farm.admin.call(insectTypeCalls.add, {
    params: { t: farm.t },
    body: { code: 'leaving', zhName: '蛾', enName: '=Moth' },
  })
  const at = Date.UTC(2026, 2, 10, 4)
  const noted = { concentratorId: lamp.lamp.id, insectTypeId: kind.id, insectQuantity: 6, observedAt: at, note: '+by hand' }
  await farm.admin.call(insectStatisticsCalls.add, { params: { t: farm.t }, body: noted })
  const path = `/wfpe/v1/${farm.t}/insect-statistics/export?${new URLSearchParams({
    startTime: '2026-03-10 00:00:00',
    endTime: '2026-03-10 23:59:59',
    concentratorId: String(lamp.lamp.id),
    lang: 'en-US',
  })}`
  const answer = await farm.admin.raw('GET', path)
  const rows = (await readSheet(Buffer.from(await answer.arrayBuffer()))) as unknown as unknown[][]
  expect(rows[0]).toEqual(['Time (Asia/Shanghai)', 'Lamp', 'Insect', 'Number', 'Source', 'Note'])
  expect(rows.slice(1).map((row) => row.slice(1))).toEqual([['Lamp', '=Moth', 6, 'Noted by hand', '+by hand']])
  expect((rows[1]![0] as Date).toISOString()).toMatch(/^2026-03-10T12:00/)
  const reader = await farm.enter([PEST])
  expect((await reader.raw('GET', path)).status).toBe(403)
})

test('a lamp that is deleted leaves no use of its pictures’ files behind', async () => {
  const device = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id, device_type: 'insectSituationLamp' })
  const facts = { file_id: randomUUID(), file_url: '/none', width: 40, height: 30, taken_at: 1, received_at: 1, state: 'counted' }
  const picture = await farm.build.insert('insect_picture', { tenant_id: farm.t, device_id: device.id, ...facts })
  const uses = async () =>
    (await farm.owner.query(`select 1 from furrow.file_use where holder = 'insect_picture' and holder_id = $1`, [picture.id])).rowCount
  await farm.owner.query(
    `insert into furrow.file_use (tenant_id, holder, holder_id, attachment_id) values ($1, 'insect_picture', $2, $3) on conflict do nothing`,
    [farm.t, picture.id, facts.file_id],
  )
  expect(await uses()).toBe(1)
  const gone = await farm.admin.call(gatewayCalls.remove, { params: { t: farm.t, id: device.id }, query: { objectVersionNumber: 1 } })
  expect(gone.body).toBe(1)
  expect(await uses()).toBe(0)
})
