import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { calculatedCalls } from '#contract/devices/calculated'
import { dataPushCalls } from '#contract/organization/dataPush'
import errors from '#locales/zh-CN/errors' with { type: 'json' }
import { aPushFarm, isSigned, type PushFarm, sentBy, valuesOf } from './aPushFarm.ts'

let farm: PushFarm
beforeAll(async () => {
  farm = await aPushFarm()
})
afterAll(() => farm?.close())
beforeEach(async () => {
  await farm.server.owner.query('delete from furrow.push_target')
  farm.service.calls.length = 0
  farm.service.reply = () => ({})
})
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 20 })
const t = () => ({ t: farm.tenant.id })
const count = (n: number) => Array.from({ length: n }, (_, at) => at)

test('what a device says reaches a receiver signed, with the device, in order', async () => {
  const device = await farm.aDevice(farm)
  const target = await farm.add({ batchSize: 4 })
  expect(target.secretOnce).toMatch(/^[\w-]{43}$/)
  for (const value of count(10)) await device.say({ load: value })
  await eventually(() => expect(valuesOf(farm.service.calls)).toEqual(count(10)))
  const [first] = farm.service.calls
  expect(farm.service.calls.every((call) => isSigned(call, target.secretOnce!))).toBe(true)
  expect(first!.headers).toMatchObject({ 'furrow-key': target.keyId, 'furrow-delivery': sentBy(first!).deliveryId })
  expect(sentBy(first!).records[0]).toMatchObject({
    source: 'readings',
    deviceId: device.id,
    eui: device.eui,
    areaId: farm.area.id,
    code: 'load',
  })
  expect(Math.max(...farm.service.calls.map((call) => sentBy(call).records.length))).toBeLessThanOrEqual(4)
  await eventually(async () =>
    expect(await farm.figures(target.id)).toMatchObject({ waiting: 0, delivered: 10, perMinute: 10, deadLetters: 0 }),
  )
})

test(
  'a receiver that fails, hangs up, never answers and comes back gets everything once or more, in order',
  { timeout: 90_000 },
  async () => {
    const device = await farm.aDevice(farm)
    const target = await farm.add({ batchSize: 3 })
    let tries = 0
    farm.service.reply = () => {
      tries++
      if (tries === 3) return 'hang'
      return tries % 3 === 1 ? { status: 503 } : tries % 3 === 2 ? 'drop' : {}
    }
    for (const value of count(6)) await device.say({ load: value })
    await eventually(async () => expect(await farm.figures(target.id)).toMatchObject({ state: 'failing' }))
    await vi.waitFor(async () => expect(await farm.figures(target.id)).toMatchObject({ why: 'tooSlow' }), { timeout: 30_000, interval: 50 })
    await vi.waitFor(async () => expect((await farm.figures(target.id)).delivered).toBe(6), { timeout: 40_000, interval: 50 })
    const ids = farm.service.calls.map((call) => sentBy(call).deliveryId)
    expect(ids).toEqual(ids.toSorted((one, other) => ids.indexOf(one) - ids.indexOf(other)))
    const once = farm.service.calls.filter((call, at) => ids.lastIndexOf(sentBy(call).deliveryId) === at)
    expect(valuesOf(once)).toEqual(count(6))
    // What was tried again was the same to the letter.
    const bodies = new Map(farm.service.calls.map((call) => [sentBy(call).deliveryId, call.body]))
    expect(farm.service.calls.every((call) => bodies.get(sentBy(call).deliveryId) === call.body)).toBe(true)
  },
)

test('what is refused is kept, looked at, sent again and marked so, and stops nothing behind it', async () => {
  const device = await farm.aDevice(farm)
  const target = await farm.add({ batchSize: 1 })
  farm.service.reply = (call) =>
    valuesOf([call])[0] === 1 && call.headers['furrow-resent'] === undefined ? { status: 422, body: 'no such thing' } : {}
  for (const value of count(3)) await device.say({ load: value })
  await eventually(async () =>
    expect(await farm.figures(target.id)).toMatchObject({ delivered: 2, deadLetters: 1, code: 422, why: 'declined' }),
  )
  const params = { ...t(), id: target.id }
  const { body: page } = await farm.admin.call(dataPushCalls.letters, { params })
  expect(page.content).toMatchObject([{ records: 1, code: 422, said: 'no such thing', resent: false }])
  const uuid = page.content[0]!.deliveryId
  const { body: letter } = await farm.admin.call(dataPushCalls.letter, { params: { ...params, uuid } })
  expect(JSON.parse(letter.body)).toMatchObject([{ value: 1 }])
  const two = await Promise.all([0, 1].map(() => farm.admin.call(dataPushCalls.resend, { params: { ...params, uuid } })))
  expect(two.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404])
  await eventually(async () => expect(await farm.figures(target.id)).toMatchObject({ delivered: 3, deadLetters: 0 }))
  const again = farm.service.calls.filter((call) => call.headers['furrow-resent'] === 'true')
  expect(again.map((call) => sentBy(call))).toMatchObject([{ deliveryId: uuid, resent: true }])
})

test('a second value of one moment, which is not stored, is not sent', async () => {
  const device = await farm.aDevice(farm)
  const target = await farm.add()
  const at = Date.now() - 60_000
  await device.say({ load: 1 }, at)
  await device.say({ load: 2 }, at)
  await device.say({ load: 3 }, at + 1)
  const own = () => valuesOf(farm.service.calls.filter((call) => Number(sentBy(call).records[0]!['deviceId']) === device.id))
  await eventually(() => expect(own().at(-1)).toBe(3))
  expect(own()).toEqual([1, 3])
  await eventually(async () => expect((await farm.figures(target.id)).delivered).toBe(2))
})

test('a receiver that is deleted while deliveries are under way holds up nobody, and nobody it', async () => {
  const device = await farm.aDevice(farm)
  for (const round of count(6)) {
    const target = await farm.add({ name: `Gone ${round}`, batchSize: 1 })
    for (const value of count(5)) await device.say({ load: value })
    const { status } = await farm.admin.call(dataPushCalls.remove, { params: { ...t(), id: target.id } })
    expect(status).toBe(200)
  }
  const kept = await farm.add()
  await device.say({ load: 9 })
  await eventually(async () => expect((await farm.figures(kept.id)).delivered).toBe(1))
})

test('asked to come later it waits so long, and loses nothing', async () => {
  const device = await farm.aDevice(farm)
  const target = await farm.add()
  let asked = 0
  farm.service.reply = () => (asked++ === 0 ? { status: 429, headers: { 'retry-after': '2' } } : {})
  const begun = performance.now()
  await device.say({ load: 7 })
  await eventually(async () => expect((await farm.figures(target.id)).delivered).toBe(1))
  expect(performance.now() - begun).toBeGreaterThan(2000)
})

test('a redirect is not followed and said as such; what waits stays', async () => {
  const device = await farm.aDevice(farm)
  const target = await farm.add()
  farm.service.reply = ({ path }) => (path === '/push' ? { status: 302, headers: { location: farm.service.url('/inside') } } : {})
  await device.say({ load: 1 })
  await eventually(async () =>
    expect(await farm.figures(target.id)).toMatchObject({ why: 'redirected', code: 302, waiting: 1, delivered: 0 }),
  )
  expect(farm.service.calls.map(({ path }) => path)).not.toContain('/inside')
})

test.each([
  ['webhook', 'http://127.0.0.1/hook'],
  ['webhook', 'http://169.254.169.254/latest'],
  ['http', 'http://localhost/hook'],
  ['webhook', 'ftp://example.com/'],
  ['webhook', 'https://user:word@example.com/'],
  ['mqtt', 'mqtt://127.0.0.1:1883'],
  ['mqtt', 'mqtt://2130706433:1883'],
  ['mqtt', 'http://example.com'],
])('%s to %s is refused when it is saved', async (kind, address) => {
  const { status, body } = await farm.admin.call(dataPushCalls.add, { params: t(), body: farm.body({ kind, address, topic: 'a/{eui}' }) })
  expect(status).toBe(400)
  expect(Object.keys((body as { fields?: object }).fields ?? {})).toEqual(['address'])
})

test('an address that turned inside after it was saved is not connected to', async () => {
  const device = await farm.aDevice(farm)
  const target = await farm.add()
  await farm.server.owner.query(`update furrow.push_target set address = 'http://localhost:' || $1 || '/push'`, [
    farm.service.host.split(':')[1],
  ])
  // A save tells the worker; here the table was written past it, and it looks every second.
  await vi.waitFor(
    async () => {
      await device.say({ load: 1 })
      expect(await farm.figures(target.id)).toMatchObject({ why: 'refused' })
    },
    { timeout: 15_000, interval: 300 },
  )
})

test('what grew older than its retention is dropped and counted, also of one that is switched off', async () => {
  const device = await farm.aDevice(farm)
  const target = await farm.add({ retentionHours: 1 })
  farm.service.reply = () => ({ status: 500 })
  await device.say({ load: 1 })
  await eventually(async () => expect(await farm.figures(target.id)).toMatchObject({ state: 'failing' }))
  for (const value of [2, 3]) await device.say({ load: value })
  await eventually(async () => expect((await farm.figures(target.id)).waiting).toBe(3))
  const saved = await farm.admin.call(dataPushCalls.edit, {
    params: { ...t(), id: target.id },
    body: farm.body({ retentionHours: 1, enabledFlag: 0, objectVersionNumber: target.objectVersionNumber }),
  })
  expect(saved.status).toBe(200)
  await farm.server.owner.query('update furrow.push_delivery set first_at = first_at - 3700000')
  await farm.server.owner.query('update furrow.push_feed set at = at - 3700000')
  // The delivery on its way is known to the worker as it was: it reads anew once woken.
  await eventually(async () => expect(await farm.figures(target.id)).toMatchObject({ dropped: 3, waiting: 0, state: 'off', delivered: 0 }))
  farm.service.reply = () => ({})
  await farm.admin.call(dataPushCalls.edit, {
    params: { ...t(), id: target.id },
    body: farm.body({ retentionHours: 1, objectVersionNumber: target.objectVersionNumber + 1 }),
  })
  await device.say({ load: 4 })
  await eventually(async () => expect((await farm.figures(target.id)).delivered).toBe(1))
  expect(valuesOf(farm.service.calls.slice(-1))).toEqual([4])
})

test('states, alarms and changes are sent, each by its filter', async () => {
  const device = await farm.aDevice(farm)
  await farm.add({ sources: ['states', 'alarms', 'changes'], things: ['dataPush'] })
  await device.turn(1, 1)
  await device.turn(1, 0)
  await farm.server.owner.query(
    `with a as (insert into furrow.alarm (tenant_id, area_id, severity, rule_name, device_id, device_name, device_type, raised_at, told_at, episode_at, reason)
       values ($1, $2, 'major', 'Too dry', $3, 'd', 'gateway', 1, 1, 1, '{}') returning id)
     insert into furrow.alarm_event (tenant_id, alarm_id, at, what) select $1, id, 1, 'raised' from a`,
    [farm.tenant.id, farm.area.id, device.id],
  )
  await farm.add({ name: 'Another', enabledFlag: 0 })
  await eventually(() => {
    // Nobody watches for it, so that its end follows by itself.
    const records = farm.service.calls
      .flatMap((call) => sentBy(call).records)
      .filter(({ what, title }) => what !== 'cleared' && title !== 'Receiver')
    expect(records).toMatchObject([
      { source: 'states', circuit: 1, status: 1, eui: device.eui },
      { source: 'states', circuit: 1, status: 0 },
      { source: 'alarms', what: 'raised', severity: 'major', rule: 'Too dry', cause: 'condition', deviceId: device.id },
      { source: 'changes', thing: 'dataPush', verb: 'made', title: 'Another' },
    ])
  })
})

test('a batch over HTTP is the records alone, as an array or one a line, and says when it is sent again', async () => {
  const device = await farm.aDevice(farm)
  await farm.add({ kind: 'http', format: 'ndjson', headers: [{ name: 'Authorization', value: 'Bearer abc' }] })
  await device.say({ load: 5 })
  await eventually(() => expect(farm.service.calls).toHaveLength(1))
  const [call] = farm.service.calls
  expect(call!.headers).toMatchObject({ authorization: 'Bearer abc', 'content-type': 'application/x-ndjson; charset=utf-8' })
  expect(JSON.parse(call!.body.trim())).toMatchObject({ value: 5 })
})

test('secrets are answered once, and stand in no list, row, trail or log', async () => {
  const made = await farm.add({ kind: 'http', headers: [{ name: 'X-Token', value: 'tell-nobody' }] })
  const { body } = await farm.admin.call(dataPushCalls.list, { params: t() })
  expect(body).toMatchObject([{ headerNames: ['X-Token'] }])
  const { rows } = await farm.server.owner.query('select * from furrow.push_target')
  const trail = await farm.server.owner.query('select * from furrow.audit_entry where tenant_id = $1', [farm.tenant.id])
  const everywhere = JSON.stringify([body, rows, trail.rows])
  expect(everywhere).not.toContain('tell-nobody')
  expect(everywhere).not.toContain(made.secretOnce)
  expect(trail.rows.some(({ kind }) => kind === 'dataPush')).toBe(true)
})

test('a name that is in use is said beside it', async () => {
  await farm.add()
  const { status, body } = await farm.admin.call(dataPushCalls.add, { params: t(), body: farm.body() })
  expect([status, body]).toMatchObject([409, { code: 'error.record.taken', fields: { name: errors.field.taken } }])
})

test('another tenant sees nothing of it and is sent nothing of it', async () => {
  const other = await farm.aTenant()
  const device = await farm.aDevice(farm)
  const [mine, theirs] = [await farm.add(), await farm.add({ address: farm.service.url('/theirs') }, other)]
  await device.say({ load: 1 })
  await eventually(async () => expect((await farm.figures(mine.id)).delivered).toBe(1))
  expect((await farm.figures(theirs.id, other)).waiting).toBe(0)
  expect(farm.service.calls.map(({ path }) => path)).toEqual(['/push'])
  const strange = await other.admin.call(dataPushCalls.letters, { params: { t: other.tenant.id, id: mine.id } })
  expect(strange.status).toBe(404)
  expect((await other.admin.call(dataPushCalls.remove, { params: { t: other.tenant.id, id: mine.id } })).status).toBe(404)
})

test('who acts in one base alone may not see or change it', async () => {
  const user = await farm.build.aUser({ tenantId: farm.tenant.id, codes: ['*'], areaIds: [farm.area.id] })
  const client = await farm.server.signIn(user.login_name)
  expect((await client.call(dataPushCalls.list, { params: t() })).status).toBe(403)
  expect((await client.call(dataPushCalls.add, { params: t(), body: farm.body() })).status).toBe(403)
})

test('a sample shows what would be sent, and sends it once', async () => {
  const device = await farm.aDevice(farm)
  await device.say({ load: 41, other: 1 })
  const body = farm.body({ codes: ['load'], deviceIds: [device.id] })
  const sample = await farm.admin.call(dataPushCalls.sample, { params: t(), body })
  expect(sample.body).toMatchObject({ records: 1 })
  expect(JSON.parse(sample.body.messages[0]!.body)).toMatchObject({ test: true, records: [{ code: 'load', value: 41 }] })
  farm.service.reply = () => ({ status: 201, body: 'thanks' })
  const tried = await farm.admin.call(dataPushCalls.trial, { params: t(), body })
  expect(tried.body).toMatchObject({ why: null, code: 201, said: 'thanks' })
  expect(farm.service.calls).toHaveLength(1)
  expect(farm.service.calls[0]!.headers['furrow-test']).toBe('true')
})

test('a sample of every source can be had', async () => {
  const answer = await farm.admin.call(dataPushCalls.sample, {
    params: t(),
    body: farm.body({
      kind: 'mqtt',
      address: 'mqtt://example.com',
      topic: 'f/{eui}/{source}',
      sources: ['readings', 'states', 'alarms', 'changes'],
    }),
  })
  expect(answer.status).toBe(200)
})

test('a message of many readings goes out in parts, whole and in order, also where its filter changes on the way', async () => {
  const device = await farm.aDevice(farm)
  const target = await farm.add({ batchSize: 7 })
  const codes = count(60).map((at) => `v${at}`)
  const many = (base: number) => Object.fromEntries(codes.map((code, at) => [code, base + at]))
  await device.say(many(0))
  await eventually(async () => expect(await farm.figures(target.id)).toMatchObject({ waiting: 0, delivered: 60 }))
  expect(valuesOf(farm.service.calls)).toEqual(count(60))

  farm.service.calls.length = 0
  farm.service.reply = () => ({ status: 503 })
  await device.say(many(100))
  await eventually(() => expect(farm.service.calls).not.toHaveLength(0))
  const saved = await farm.admin.call(dataPushCalls.edit, {
    params: { ...t(), id: target.id },
    body: farm.body({ batchSize: 9, codes: codes.toSpliced(10, 10), objectVersionNumber: target.objectVersionNumber }),
  })
  expect(saved.status).toBe(200)
  await eventually(async () => expect(await farm.figures(target.id)).toMatchObject({ waiting: 50, delivered: 60 }))
  farm.service.reply = () => ({})
  await eventually(async () => expect((await farm.figures(target.id)).waiting).toBe(0))
  const taken = valuesOf(
    farm.service.calls.filter((call, at, all) => all.findLastIndex((one) => sentBy(one).deliveryId === sentBy(call).deliveryId) === at),
  )
  // What was on its way is what it was; of the rest the new filter lets through what it names.
  expect(taken).toEqual(
    count(60)
      .toSpliced(10, 10)
      .map((at) => 100 + at),
  )
})

test('what is calculated from readings is sent after these', async () => {
  const device = await farm.aDevice(farm)
  await device.say({ a: 1, b: 2 })
  const { rows } = await farm.server.owner.query<{ id: number }>('select id from furrow.item where device_id = $1 order by code', [
    device.id,
  ])
  const { status } = await farm.admin.call(calculatedCalls.make, {
    params: { ...t(), id: device.id },
    body: { formula: 'sum', firstId: rows[0]!.id, secondId: rows[1]!.id, name: 'Both' },
  })
  expect(status).toBe(200)
  await farm.add()
  await device.say({ a: 10, b: 20 })
  await eventually(() => expect(valuesOf(farm.service.calls)).toEqual([10, 20, 30]))
})

test('sending gives way while devices say all that can be stored, and sends it all afterwards', { timeout: 90_000 }, async () => {
  const devices = await Promise.all(count(4).map(() => farm.aDevice(farm)))
  const target = await farm.add({ batchSize: 1000 })
  const codes = count(100).map((at) => `v${at}`)
  let said = 0
  let isOver = false
  const pouring = devices.map(async (device) => {
    for (let at = Date.now() - 3_600_000; !isOver; at += 10) {
      await Promise.all(count(10).map((nth) => device.say(Object.fromEntries(codes.map((code) => [code, nth])), at + nth)))
      said += 10 * codes.length
    }
  })
  const rest = async () =>
    Number(/^furrow_push_rest_ratio (\S+)$/m.exec(await (await farm.server.anonymous.raw('GET', '/metrics')).text())?.[1])
  await vi.waitFor(async () => expect(await rest()).toBe(30), { timeout: 30_000, interval: 20 })
  isOver = true
  await Promise.all(pouring)
  await vi.waitFor(async () => expect(await farm.figures(target.id)).toMatchObject({ waiting: 0, delivered: said }), {
    timeout: 45_000,
    interval: 100,
  })
  expect(await rest()).toBeLessThan(30)
})
