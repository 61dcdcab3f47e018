import mqtt from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { onlineTopic } from '#contract/devices/protocol'
import { messageCalls } from '#contract/notices/message'
import { LOSS_JOB, SETTLE_MS } from '#server/ground/presence/lossTimers'
import { type Clockwork, createClockwork } from '#server/ground/clock/clockwork'
import { setTimer } from '#server/ground/clock/job'
import { AGAIN_MS, deviceLoss } from '#server/notices/deviceLoss'
import { type Arrange, arrange, DEVICE_SECRET } from '../arrange.ts'
import { silentLog } from '../database/testDatabase.ts'
import { startTestServer, type TestServer } from '../harness.ts'

const GATEWAYS = 'wfpf.farm.equipment.gateway'
const CAMERAS = 'wfpf.farm.equipment.camera'

let server: TestServer
let build: Arrange
beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
})
afterAll(() => server?.close())

interface Told {
  readonly userId: number
  readonly subject: string
  readonly params?: Record<string, string | number>
}
let now: number
let clockwork: Clockwork
beforeEach(() => {
  now = 1_800_000_000_000
  const { serviceDb: db, servicePool: pool } = server.services
  const clock = () => now
  clockwork = createClockwork({ jobs: [deviceLoss({ clock })], db, pool, clock, log: silentLog })
})
afterEach(() => clockwork.close())

/** What was posted, whether it has left the outbox or not: it moves in one transaction. */
async function toldIn(tenantId: number): Promise<Told[]> {
  const { rows } = await server.owner.query<Told>(
    `select user_id as "userId", body ->> 'subject' as subject, body -> 'params' as params, severity, link from furrow.outbox where tenant_id = $1 and kind = 'message'
     union all select user_id, subject_key, params, severity, link from furrow.user_message where tenant_id = $1 order by 1`,
    [tenantId],
  )
  return rows
}
async function aFarm() {
  const { id: tenantId } = await build.aTenant()
  const area = await build.anArea({ tenant_id: tenantId, area_name: 'North base' })
  const other = await build.anArea({ tenant_id: tenantId, area_name: 'South base' })
  const lose = (name: string, more: Partial<Parameters<Arrange['aDevice']>[0]> = {}) =>
    build.aDevice({ tenant_id: tenantId, area_id: area.id, name, presence: 'offline', heard_at: now, ...more })
  /** These went offline now. */
  const lost = async (...ids: number[]) => {
    for (const id of ids)
      await setTimer(server.services.serviceDb, { name: LOSS_JOB }, { tenantId, key: String(id), at: now + SETTLE_MS, payload: {} })
  }
  return { tenantId, area, other, lose, lost }
}
/** Lets `ms` pass, then looks. */
async function pass(ms: number) {
  now += ms
  await clockwork.look()
}

describe('the loss of a device', () => {
  test('is told to who holds the code of its page in its base, and to nobody else', async () => {
    const { tenantId, area, other, lose, lost } = await aFarm()
    const [everywhere, here] = [
      await build.aUser({ tenantId, codes: [GATEWAYS] }),
      await build.aUser({ tenantId, codes: ['wfpf.farm.*'], areaIds: [area.id] }),
    ]
    await build.aUser({ tenantId, codes: [GATEWAYS], areaIds: [other.id] })
    await build.aUser({ tenantId, codes: [CAMERAS] })
    await build.aUser({ tenantId, codes: [GATEWAYS], enabled: false })
    await build.aUser({ tenantId: (await build.aTenant()).id, codes: ['*'] })
    await lost((await lose('Gate 1')).id)
    await pass(SETTLE_MS)
    const told = await toldIn(tenantId)
    expect(told.map(({ userId }) => userId)).toEqual([everywhere.id, here.id])
    expect(told[0]).toMatchObject({
      subject: 'notices:lost.subject.one',
      params: { device: 'Gate 1', area: 'North base' },
      severity: 'warning',
      link: '/web/equipment/gateway',
    })
  })

  test('is no news when the device comes back at once, or is disabled', async () => {
    const { tenantId, lose, lost } = await aFarm()
    await build.aUser({ tenantId, codes: ['*'] })
    await lost((await lose('Back again', { presence: 'online' })).id, (await lose('Taken out', { enabled_flag: 0 })).id)
    await pass(SETTLE_MS)
    expect(await toldIn(tenantId)).toEqual([])
  })

  test('of many devices at once is one message to each', async () => {
    const { tenantId, other, lose, lost } = await aFarm()
    await build.aUser({ tenantId, codes: ['*'] })
    const devices = await Promise.all(Array.from({ length: 40 }, (_, at) => lose(`Device ${10 + at}`)))
    await lost(...[...devices, await lose('Device 99', { area_id: other.id })].map(({ id }) => id))
    await pass(SETTLE_MS - 1)
    expect(await toldIn(tenantId)).toEqual([])
    await pass(1)
    const told = await toldIn(tenantId)
    expect(told).toHaveLength(1)
    expect(told[0]!.subject).toBe('notices:lost.subject.many')
    expect(told[0]!.params).toEqual({
      count: 41,
      devices: 'Device 10 / Device 11 / Device 12 / Device 13 / Device 14',
      area: 'North base / South base',
    })
  })

  test('that planned work covers is told at its end where it is still lost, and to nobody where it is back by then', async () => {
    const { tenantId, area, other, lose, lost } = await aFarm()
    await build.aUser({ tenantId, codes: ['*'] })
    const [still, back, beside, elsewhere] = [
      await lose('Still'),
      await lose('Back'),
      await lose('Beside'),
      await lose('Far', { area_id: other.id }),
    ]
    const silence = (deviceIds: number[] | null, areaId: number, endsAt: number, startsAt = now) =>
      build.insert('alarm_silence', {
        tenant_id: tenantId,
        area_id: areaId,
        starts_at: startsAt,
        ends_at: endsAt,
        reason: 'new pump',
        device_ids: deviceIds,
      })
    await silence([still.id, back.id], area.id, now + 900_000)
    // Over already, and not yet begun.
    await silence(null, other.id, now + 1)
    await silence([beside.id], area.id, now + 900_000, now + SETTLE_MS + 60_000)
    await lost(still.id, back.id, beside.id, elsewhere.id)
    await pass(SETTLE_MS)
    expect((await toldIn(tenantId)).map(({ params }) => params!['devices'])).toEqual(['Beside / Far'])
    for (let at = SETTLE_MS; at < 840_000; at += 60_000) await pass(60_000)
    expect(await toldIn(tenantId)).toHaveLength(1)
    await server.owner.query(`update device set presence = 'online' where id = $1`, [back.id])
    await pass(120_000)
    expect((await toldIn(tenantId)).map(({ params }) => params!['device'] ?? '')).toEqual(expect.arrayContaining(['Still']))
    expect(await toldIn(tenantId)).toHaveLength(2)
  })

  test('that planned work covers is told soon after that was ended before its time', async () => {
    const { tenantId, area, lose, lost } = await aFarm()
    await build.aUser({ tenantId, codes: ['*'] })
    await build.insert('alarm_silence', {
      tenant_id: tenantId,
      area_id: area.id,
      starts_at: now,
      ends_at: now + 86_400_000,
      reason: 'x',
      device_ids: null,
    })
    await lost((await lose('Gate')).id)
    await pass(SETTLE_MS)
    expect(await toldIn(tenantId)).toEqual([])
    await server.owner.query('delete from alarm_silence where tenant_id = $1', [tenantId])
    await pass(300_000)
    expect(await toldIn(tenantId)).toHaveLength(1)
  })

  test('of which a rule tells is not told as well', async () => {
    const { tenantId, lose, lost } = await aFarm()
    await build.aUser({ tenantId, codes: ['*'] })
    const [ruled, other] = [await lose('Ruled'), await lose('Other')]
    const watch = (deviceId: number, tellsLoss: boolean) =>
      server.owner.query(
        `insert into furrow.watch_state (tenant_id, kind, rule_id, device_id, ordinal, fingerprint, kept, kept_at, tells_loss)
         values ($1, 'alarm', 1, $2, 0, '', '{}', 0, $3)`,
        [tenantId, deviceId, tellsLoss],
      )
    // The engine reads anew what it watches after devices were made, and forgets what no rule asks for: these stand once it has.
    await watch(ruled.id, false)
    await server.owner.query(`select pg_notify('furrow_watch', $1::text)`, [tenantId])
    await vi.waitFor(async () =>
      expect((await server.owner.query('select 1 from furrow.watch_state where tenant_id = $1', [tenantId])).rows).toEqual([]),
    )
    await watch(ruled.id, true)
    await watch(other.id, false)
    await lost(ruled.id, other.id)
    await pass(SETTLE_MS)
    expect(await toldIn(tenantId)).toMatchObject([{ params: { device: 'Other' } }])
  })

  test('that could not be told is told by a later look, and keeps no other tenant waiting', async () => {
    const [barred, free] = [await aFarm(), await aFarm()]
    await Promise.all([barred, free].map(({ tenantId }) => build.aUser({ tenantId, codes: ['*'] })))
    await server.owner.query(
      `create function furrow.bar() returns trigger language plpgsql as 'begin raise exception ''nobody is told''; end';
       create trigger bar before insert on furrow.outbox for each row when (new.tenant_id = ${barred.tenantId}) execute function furrow.bar()`,
    )
    await barred.lost((await barred.lose('Gate 1')).id)
    await free.lost((await free.lose('Gate 2')).id)
    await pass(SETTLE_MS)
    expect([await toldIn(barred.tenantId), await toldIn(free.tenantId)]).toMatchObject([[], [{ subject: 'notices:lost.subject.one' }]])
    await server.owner.query('drop trigger bar on furrow.outbox; drop function furrow.bar()')
    await pass(1000)
    await pass(1000)
    expect(await toldIn(barred.tenantId)).toHaveLength(1)
    expect(await toldIn(free.tenantId)).toHaveLength(1)
  })

  test('is told once it is known again, where the server itself started meanwhile', async () => {
    const { tenantId, lose, lost } = await aFarm()
    await build.aUser({ tenantId, codes: ['*'] })
    const { id } = await lose('Gate 1', { presence: 'unknown' })
    await lost(id, (await lose('Back', { presence: 'unknown' })).id)
    await pass(SETTLE_MS)
    expect(await toldIn(tenantId)).toEqual([])
    await server.owner.query(
      `update furrow.device set presence = case when id = $1 then 'offline' else 'online' end where tenant_id = $2`,
      [id, tenantId],
    )
    await pass(60_000)
    expect(await toldIn(tenantId)).toMatchObject([{ params: { device: 'Gate 1' } }])
  })

  test('is told once an hour, at its end, to a device that comes and goes, and once a silence', async () => {
    const { tenantId, lose, lost } = await aFarm()
    await build.aUser({ tenantId, codes: ['*'] })
    const { id } = await lose('Loose plug')
    const isHeard = () => server.owner.query('update furrow.device set heard_at = $2 where id = $1', [id, now])
    await lost(id)
    await pass(SETTLE_MS)
    expect(await toldIn(tenantId)).toHaveLength(1)
    const first = now
    for (let times = 0; times < 5; times++) {
      now += 60_000
      await isHeard()
      await lost(id)
      await pass(SETTLE_MS)
    }
    expect(await toldIn(tenantId)).toHaveLength(1)
    now = first + AGAIN_MS
    await clockwork.look()
    expect(await toldIn(tenantId)).toHaveLength(2)
    // The same silence, found again after a restart of the server a day later.
    await lost(id)
    await pass(24 * AGAIN_MS)
    expect(await toldIn(tenantId)).toHaveLength(2)
  })
})

test('a device that says it goes raises a message of the person who watches over it', { timeout: 60_000 }, async () => {
  const { id: tenantId } = await build.aTenant()
  const area = await build.anArea({ tenant_id: tenantId })
  const device = await build.aDevice({ tenant_id: tenantId, area_id: area.id, name: 'Gate 7' })
  const user = await build.aUser({ tenantId, codes: [GATEWAYS] })
  const client = await server.signIn(user.login_name)
  const gateway = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username: `${tenantId}/${device.eui}`,
    password: DEVICE_SECRET,
    clientId: device.eui,
  })
  await gateway.publishAsync(onlineTopic.of({ tenantId, eui: device.eui }), '1', { qos: 1 })
  await gateway.publishAsync(onlineTopic.of({ tenantId, eui: device.eui }), '0', { qos: 1 })
  await gateway.endAsync()
  await vi.waitFor(
    async () => {
      const { body } = await client.call(messageCalls.page, { params: { t: tenantId }, query: { lang: 'en-US' } })
      expect(body.content[0]?.subject).toMatch(/Gate 7/)
    },
    { timeout: 40_000, interval: 500 },
  )
})
