import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { calculatedCalls } from '#contract/devices/calculated'
import { calibrationCalls } from '#contract/devices/calibration'
import { collectCalls } from '#contract/devices/collect'
import { dewPoint } from '#contract/devices/formula'
import { liveReadings } from '#contract/devices/live'
import { applyCalibration } from '#server/devices/applyCalibration'
import { ensurePartitions } from '#server/ground/history/partition'
import { HOUR, MINUTE } from '#server/ground/history/resolution'
import { DEVICE_SECRET } from '../arrange.ts'
import { type Farm, startFarm } from './farmOfDevices.ts'

/** 2026-03-10 12:00 in Shanghai. */
const NOON = Date.UTC(2026, 2, 10, 4)
const MIDNIGHT = NOON - 12 * HOUR
let now = NOON

let farm: Farm
const open: mqtt.MqttClient[] = []
beforeAll(async () => {
  farm = await startFarm({ clock: () => now })
  await ensurePartitions(farm.owner, NOON - 40 * 24 * HOUR, NOON)
})
afterAll(async () => {
  for (const client of open) await client.endAsync(true)
  await farm?.close()
})

interface Sender {
  readonly id: number
  readonly say: (payload: unknown) => Promise<unknown>
  readonly item: (code: string) => Promise<{ id: number; version: number; value: number | null }>
  /** What is stored of an item: moment, value, and under which calibration. */
  readonly stored: (code: string) => Promise<{ ts: number; value: number | null; under: number | null }[]>
}

/** A connected device that has said this, so that its items are there. */
async function aSender(first: Record<string, number>): Promise<Sender> {
  const device = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id, reporting_period: MINUTE })
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${farm.mqttPort}`, {
    username: `${farm.t}/${device.eui}`,
    password: DEVICE_SECRET,
    protocolVersion: 4,
  })
  open.push(client)
  const say = (payload: unknown) => client.publishAsync(`furrow/${farm.t}/${device.eui}/readings`, JSON.stringify(payload), { qos: 1 })
  await say({ ts: now, values: first })
  return {
    id: device.id,
    say,
    async item(code) {
      const { rows } = await farm.owner.query<{ id: number; version: number; value: number | null }>(
        'select id, object_version_number as version, last_value as value from item where device_id = $1 and code = $2',
        [device.id, code],
      )
      return rows[0]!
    },
    async stored(code) {
      const { rows } = await farm.owner.query<{ ts: number; value: number | null; under: number | null }>(
        `select r.ts, r.value, r.calibration_id as under from reading r join item i on i.id = r.item_id
         where i.device_id = $1 and i.code = $2 order by r.ts, r.place`,
        [device.id, code],
      )
      return rows
    },
  }
}

const valuesOf = async (sender: Sender, code: string) => (await sender.stored(code)).map(({ value }) => value)
const rejected = async ({ id }: Sender) =>
  (await farm.owner.query<{ reason: string; notes: object[] }>('select reason, notes from rejected_message where device_id = $1', [id]))
    .rows
async function calibrate(sender: Sender, code: string, given: { factor: number; offset: number; since?: number }, client = farm.admin) {
  const { id, version } = await sender.item(code)
  const body = { reason: 'Checked against the reference', ...given, objectVersionNumber: version }
  return client.call(calibrationCalls.set, { params: { t: farm.t, id }, body })
}
async function make(sender: Sender, formula: string, codes: readonly string[], more: object = {}) {
  const [first, second] = await Promise.all(codes.map((code) => sender.item(code)))
  const body = { formula, firstId: first!.id, secondId: second?.id ?? null, name: `Made of ${codes.join(' and ')}`, ...more }
  return farm.admin.call(calculatedCalls.make, { params: { t: farm.t, id: sender.id }, body })
}

describe('a calibration', () => {
  test('holds for the next message, on the page as in the database, and leaves what is stored', async () => {
    const sender = await aSender({ temperature: 20 })
    const { id } = await sender.item('temperature')
    const page = await mqtt.connectAsync(`${farm.url.replace('http', 'ws')}/mqtt`, {
      username: 'console',
      password: farm.admin.tokens.access_token,
      protocolVersion: 4,
    })
    open.push(page)
    const seen: (number | null)[] = []
    page.on('message', (_, payload) => {
      for (const [itemId, , value] of liveReadings.payload.parse(JSON.parse(payload.toString())).v) if (itemId === id) seen.push(value)
    })
    await page.subscribeAsync(liveReadings.of({ t: farm.t, areaId: farm.north.id }))
    const made = await calibrate(sender, 'temperature', { factor: 2, offset: -1 })
    expect(made).toMatchObject({ status: 200, body: { objectVersionNumber: 2 } })
    await sender.say({ ts: now + 1, values: { temperature: 20 } })
    expect(await sender.stored('temperature')).toEqual([
      { ts: now, value: 20, under: null },
      { ts: now + 1, value: 39, under: made.body.id },
    ])
    expect((await sender.item('temperature')).value).toBe(39)
    await vi.waitFor(() => expect(seen).toEqual([39]))
    const { body } = await farm.admin.call(collectCalls.collection, { params: { t: farm.t, id: sender.id } })
    expect(body.content[0]).toMatchObject({ newestData: 39, calibrated: true })
  })

  test('is that of the moment of the reading: a late one takes what held then', async () => {
    const sender = await aSender({ temperature: 20 })
    now += MINUTE
    await calibrate(sender, 'temperature', { factor: 2, offset: 0 })
    now += MINUTE
    await calibrate(sender, 'temperature', { factor: 3, offset: 0 })
    await sender.say([-90_000, -30_000, 0].map((ago) => ({ ts: now + ago, values: { temperature: 10 } })))
    expect((await valuesOf(sender, 'temperature')).slice(-3)).toEqual([10, 20, 30])
  })

  test('that leads beyond what a number holds gives no value, and a note', async () => {
    const sender = await aSender({ temperature: 20 })
    await calibrate(sender, 'temperature', { factor: 1e300, offset: 0 })
    await sender.say({ temperature: 1e300 })
    expect(await valuesOf(sender, 'temperature')).toEqual([20, null])
    expect(await rejected(sender)).toEqual([{ reason: 'beyond', notes: [{ code: 'beyond', name: 'temperature', value: 1e300 }] }])
  })

  test('has a history: who, when, from when on, what was before, and why', async () => {
    const sender = await aSender({ temperature: 20 })
    const { id } = await sender.item('temperature')
    await calibrate(sender, 'temperature', { factor: 1, offset: 0.5 })
    await calibrate(sender, 'temperature', { factor: 1.1, offset: 0.5 })
    await sender.say({ ts: now + 2, values: { temperature: 10 } })
    const { body } = await farm.viewer.call(calibrationCalls.get, { params: { t: farm.t, id }, query: { size: 10 } })
    expect(body).toMatchObject({
      itemId: id,
      now: { factor: 1.1, offset: 0.5 },
      newest: { ts: now + 2, value: 11.5 },
      objectVersionNumber: 3,
    })
    expect(body.newest!.raw).toBeCloseTo(10)
    expect(body.history.totalElements).toBe(2)
    expect(body.history.content).toMatchObject([
      { before: { factor: 1, offset: 0.5 }, after: { factor: 1.1, offset: 0.5 }, since: now, reason: 'Checked against the reference' },
      { before: { factor: 1, offset: 0 }, after: { factor: 1, offset: 0.5 } },
    ])
    expect(body.history.content.every(({ madeBy }) => madeBy !== null)).toBe(true)
  })

  test('is nobody’s to rewrite: neither by requests nor by the server itself', async () => {
    for (const db of [farm.services.requestDb, farm.services.serviceDb])
      await expect(db.updateTable('calibration').set({ factor: 5 }).execute()).rejects.toThrow(/permission denied/)
    await expect(farm.services.serviceDb.deleteFrom('calibration').execute()).rejects.toThrow(/permission denied/)
  })

  test('is refused with the factor 0, without a reason, of a moment to come, on a stale version, and to who may only read', async () => {
    const sender = await aSender({ temperature: 20 })
    const { id } = await sender.item('temperature')
    const set = (given: object, client = farm.admin) =>
      client.call(calibrationCalls.set, {
        params: { t: farm.t, id },
        body: { factor: 1, offset: 1, reason: 'x', objectVersionNumber: 1, ...given },
      })
    expect((await set({ factor: 0 })).body.fields).toEqual({ factor: '不能为 0' })
    expect((await set({ reason: ' ' })).body.fields).toHaveProperty('reason')
    expect((await set({ since: now + MINUTE })).body.fields).toHaveProperty('since')
    expect((await set({ objectVersionNumber: 2 })).body.code).toBe('error.version.stale')
    expect((await set({}, farm.viewer)).status).toBe(403)
    expect((await set({}, farm.rival)).status).toBe(404)
  })
})

describe('a calibration that is applied back', () => {
  test('rewrites what is stored since then, once, with the newest value, the roll-ups and what was calculated from it', async () => {
    const sender = await aSender({ rain: 1 })
    const at = now
    const sum = (await make(sender, 'daySum', ['rain'])).body
    now = at + 4 * MINUTE
    await sender.say([1, 2, 3].map((n) => ({ ts: at + n * MINUTE, values: { rain: n } })))
    await calibrate(sender, 'rain', { factor: 2, offset: 0 })
    await sender.say({ ts: now, values: { rain: 4 } })
    expect(await valuesOf(sender, 'rain')).toEqual([1, 1, 2, 3, 8])
    const { body } = await calibrate(sender, 'rain', { factor: 10, offset: 0, since: at + 2 * MINUTE })
    await vi.waitFor(async () => expect(await valuesOf(sender, 'rain')).toEqual([1, 1, 20, 30, 40]))
    expect((await sender.stored('rain')).map(({ under }) => under)).toEqual([null, null, body.id, body.id, body.id])
    expect((await sender.item('rain')).value).toBe(40)
    expect(await valuesOf(sender, sum.code)).toEqual([2, 22, 52, 92])
    expect((await sender.item(sum.code)).value).toBe(92)
    const { rows } = await farm.owner.query('select from rollup_dirty where item_id = $1', [(await sender.item('rain')).id])
    expect(rows).not.toEqual([])
  })
})

describe('the job that applies it back', () => {
  test('goes on where it was killed, and does nothing twice', async () => {
    const sender = await aSender({ temperature: 0 })
    const { id } = await sender.item('temperature')
    await farm.owner.query(
      'insert into reading (item_id, ts, value, tenant_id) select $1, $2 + n, n, $3 from generate_series(1::bigint, 2500) n',
      [id, now, farm.t],
    )
    const device_id = sender.id
    const made = await farm.build.insert('calibration', {
      tenant_id: farm.t,
      device_id,
      item_id: id,
      since: now,
      factor: 2,
      offset: 1,
      reason: 'x',
    })
    const { servicePool, live, clock } = farm.services
    const killed = new AbortController()
    let queries = 0
    // The server dies in the midst of the second thousand: its transaction is lost with it.
    const dying = {
      query: servicePool.query.bind(servicePool),
      connect: async () => {
        const db = await servicePool.connect()
        const query = db.query.bind(db) as (...given: unknown[]) => Promise<unknown>
        return {
          query: (...given: unknown[]) => (++queries === 11 ? Promise.reject(new Error('killed')) : query(...given)),
          release: () => db.release(),
        }
      },
    } as unknown as typeof servicePool
    const turn = { tenantId: farm.t, key: '', payload: { itemId: id, from: now }, dueAt: now }
    const run = async (pool: typeof servicePool) => {
      const job = applyCalibration({ servicePool: pool, live, clock })
      if ('steps' in job) await job.steps(turn, killed.signal)
    }
    const doubled = async () => (await sender.stored('temperature')).filter(({ under }) => under === made.id).length
    await expect(run(dying)).rejects.toThrow('killed')
    expect(await doubled()).toBe(1000)
    await run(servicePool)
    await run(servicePool)
    expect(await valuesOf(sender, 'temperature')).toEqual(Array.from({ length: 2501 }, (_, n) => 2 * n + 1))
  })
})

describe('a calculated item', () => {
  test('has a reading with each of its sources, at their moment, and is shown with its commit', async () => {
    const sender = await aSender({ temperature: 20, humidity: 50 })
    const made = await make(sender, 'dewPoint', ['temperature', 'humidity'], { name: null })
    expect(made).toMatchObject({ status: 200, body: { code: 'dewPoint', name: '露点', unit: '°C', icon: 'thermometer' } })
    expect(made.body.calculation!.formula).toBe('dewPoint')
    await sender.say({ ts: now + 1, values: { temperature: 25, humidity: 60 } })
    expect(await sender.stored('dewPoint')).toEqual([{ ts: now + 1, value: dewPoint(25, 60), under: null }])
    await sender.say({ ts: now + 2, values: { temperature: 30 } })
    expect((await sender.stored('dewPoint')).at(-1)).toEqual({ ts: now + 2, value: dewPoint(30, 60), under: null })
    expect((await sender.item('dewPoint')).value).toBe(dewPoint(30, 60))
    const { rows } = await farm.owner.query('select from rollup_dirty where item_id = $1', [made.body.id])
    expect(rows).toHaveLength(1)
  })

  test('says nothing where a source says nothing, or has not been heard for three reporting periods', async () => {
    const sender = await aSender({ temperature: 20, humidity: 50 })
    await make(sender, 'dewPoint', ['temperature', 'humidity'])
    const at = now
    await sender.say({ ts: at + 1, values: { temperature: 25, humidity: null } })
    await sender.say({ ts: at + 2, values: { humidity: 60 } })
    now = at + 3 * MINUTE + 1
    await sender.say({ ts: now, values: { humidity: 70 } })
    expect(await valuesOf(sender, 'dewPoint')).toEqual([null, dewPoint(25, 60), null])
  })

  test('of one moment is calculated anew where its other source comes with a message of its own', async () => {
    const sender = await aSender({ a: 1, b: 2 })
    await make(sender, 'sum', ['a', 'b'])
    await sender.say({ ts: now + 1, values: { a: 10 } })
    await sender.say({ ts: now + 1, values: { b: 20 } })
    expect(await valuesOf(sender, 'sum')).toEqual([30])
    expect((await sender.item('sum')).value).toBe(30)
    expect(await rejected(sender)).toEqual([])
  })

  test('is not added twice by a message that comes again', async () => {
    const sender = await aSender({ rain: 1 })
    await make(sender, 'daySum', ['rain'])
    const message = [1, 2].map((n) => ({ ts: now + n, values: { rain: n } }))
    await sender.say(message)
    await sender.say(message)
    expect(await valuesOf(sender, 'daySum')).toEqual([2, 4])
  })

  test('of a day begins anew at midnight of the tenant, and what comes late moves all that follows it', async () => {
    const sender = await aSender({ rain: 0 })
    await make(sender, 'daySum', ['rain'])
    const rain = (ts: number, value: number) => ({ ts, values: { rain: value } })
    await sender.say([rain(MIDNIGHT - 2, 1), rain(MIDNIGHT - 1, 2), rain(MIDNIGHT, 4), rain(MIDNIGHT + 2, 8)])
    await sender.say(rain(MIDNIGHT + 1, 16))
    const sums = (await sender.stored('daySum')).map(({ ts, value }) => [ts - MIDNIGHT, value])
    expect(sums.slice(0, 5)).toEqual([
      [-2, 1],
      [-1, 3],
      [0, 4],
      [1, 20],
      [2, 28],
    ])
  })

  test('of a day without a midnight ends with that day', async () => {
    // Clocks of Havana go from 00:00 to 01:00 on 2026-03-08.
    await farm.owner.query(`update tenant set time_zone = 'America/Havana' where id = $1`, [farm.t])
    const before = now
    now = Date.UTC(2026, 2, 9, 5)
    await ensurePartitions(farm.owner, now - 48 * HOUR, now)
    const sender = await aSender({ rain: 0 })
    const sum = (await make(sender, 'daySum', ['rain'])).body
    await sender.say({ ts: Date.UTC(2026, 2, 9, 4, 30), values: { rain: 4 } })
    await sender.say({ ts: Date.UTC(2026, 2, 8, 16), values: { rain: 2 } })
    expect((await sender.stored(sum.code)).map(({ ts, value }) => [new Date(ts).toISOString().slice(0, 16), value])).toEqual([
      ['2026-03-08T16:00', 2],
      ['2026-03-09T04:30', 4],
      ['2026-03-09T05:00', 4],
    ])
    await farm.owner.query(`update tenant set time_zone = 'Asia/Shanghai' where id = $1`, [farm.t])
    now = before
  })

  test('of a flow is what has passed, in the unit that passes', async () => {
    const sender = await aSender({ flow: 6 })
    await farm.owner.query(`update item set unit = 'm³/h' where id = $1`, [(await sender.item('flow')).id])
    expect((await make(sender, 'dayVolume', ['flow'])).body).toMatchObject({ unit: 'm³' })
    const at = now
    now = at + 2 * MINUTE
    await sender.say([1, 2].map((n) => ({ ts: at + n * MINUTE, values: { flow: 6 * n } })))
    expect((await valuesOf(sender, 'dayVolume')).map((value) => value!.toFixed(6))).toEqual(['0.100000', '0.200000'])
  })

  test('takes no reading from its device, which is told so', async () => {
    const sender = await aSender({ rain: 1 })
    await make(sender, 'daySum', ['rain'])
    await sender.say({ daySum: 100, rain: 1 })
    expect(await rejected(sender)).toEqual([{ reason: 'calculated', notes: [{ code: 'calculated', name: 'daySum' }] }])
    expect((await valuesOf(sender, 'daySum')).includes(100)).toBe(false)
  })

  test('is calculated from corrected readings', async () => {
    const sender = await aSender({ a: 1, b: 2 })
    await make(sender, 'difference', ['a', 'b'])
    await calibrate(sender, 'a', { factor: 10, offset: 0 })
    await sender.say({ ts: now + 1, values: { a: 1, b: 2 } })
    expect(await valuesOf(sender, 'difference')).toEqual([8])
  })

  test('is refused of another, of one source twice, of units that do not fit, and of another device’s item', async () => {
    const sender = await aSender({ temperature: 20, humidity: 50, rain: 1 })
    await make(sender, 'daySum', ['rain'])
    const fieldsOf = async (formula: string, codes: readonly string[]) => (await make(sender, formula, codes)).body.fields
    expect(await fieldsOf('sum', ['rain', 'daySum'])).toEqual({ secondId: '计算得出的采集项不能再作为计算的来源' })
    expect(await fieldsOf('sum', ['rain', 'rain'])).toHaveProperty('secondId')
    expect(await fieldsOf('sum', ['rain', 'humidity'])).toHaveProperty('secondId')
    expect(await fieldsOf('dewPoint', ['humidity', 'temperature'])).toHaveProperty('firstId')
    expect(await fieldsOf('dayVolume', ['rain'])).toHaveProperty('firstId')
    const other = await aSender({ rain: 1 })
    expect((await make(sender, 'daySum', ['rain'], { firstId: (await other.item('rain')).id })).status).toBe(404)
    expect((await calibrate(sender, 'daySum', { factor: 2, offset: 0 })).body.code).toBe('error.item.calculated')
  })

  test('can be made otherwise and removed; its code is the device’s again then', async () => {
    const sender = await aSender({ a: 1, b: 2 })
    const { body } = await make(sender, 'sum', ['a', 'b'])
    const [first, second] = [await sender.item('b'), await sender.item('a')]
    const changed = await farm.admin.call(calculatedCalls.change, {
      params: { t: farm.t },
      body: { id: body.id, formula: 'difference', firstId: first.id, secondId: second.id, objectVersionNumber: body.objectVersionNumber },
    })
    expect(changed.body.calculation).toEqual({ formula: 'difference', sourceIds: [first.id, second.id] })
    await sender.say({ ts: now + 1, values: { a: 1, b: 5 } })
    expect(await valuesOf(sender, 'sum')).toEqual([4])
    const remove = (id: number, version: number) =>
      farm.admin.call(calculatedCalls.remove, { params: { t: farm.t, id }, query: { objectVersionNumber: version } })
    expect((await remove(first.id, first.version)).body.code).toBe('error.item.notCalculated')
    expect((await remove(body.id, changed.body.objectVersionNumber)).body).toBe(1)
    await sender.say({ ts: now + 2, values: { sum: 7 } })
    expect(await valuesOf(sender, 'sum')).toEqual([7])
    expect(await rejected(sender)).toEqual([])
  })

  test('tells before it is made what it would give now', async () => {
    const sender = await aSender({ temperature: 25, humidity: 60, rain: 3 })
    await sender.say({ ts: now + 1, values: { rain: 2 } })
    const [temperature, humidity, rain] = await Promise.all(['temperature', 'humidity', 'rain'].map((code) => sender.item(code)))
    const trial = async (query: Record<string, unknown>) =>
      (await farm.viewer.call(calculatedCalls.trial, { params: { t: farm.t, id: sender.id }, query })).body
    expect(await trial({ formula: 'dewPoint', firstId: temperature!.id, secondId: humidity!.id })).toEqual({
      ts: now,
      value: dewPoint(25, 60),
      unit: '°C',
    })
    expect(await trial({ formula: 'daySum', firstId: rain!.id })).toEqual({ ts: now + 1, value: 5, unit: 'mm' })
  })
})
