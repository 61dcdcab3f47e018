import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { LOSS_JOB, SETTLE_MS } from '#server/ground/presence/lossTimers'
import { aConsole, aFarm, type Farm, inbox, startFarm } from '../broker/farm.ts'

let farm: Farm
/** Time that passed. */
let skipped = 0
/** What somebody set the clock wrong by. */
let wrong = 0
beforeAll(async () => {
  farm = await startFarm({ clock: () => Date.now() + skipped + wrong, monotonic: () => performance.now() + skipped })
})
afterAll(() => farm?.close())

const MINUTE = 60_000
const presenceOf = async (id: number) =>
  (
    await farm.query<{ presence: string; heard_at: number | null; version: string }>(
      `select presence, h.heard_at, d.xmin::text as version from furrow.device d left join furrow.device_heard h on h.device_id = d.id where d.id = $1`,
      [id],
    )
  )[0]!
const becomes = (id: number, presence: string) =>
  vi.waitFor(async () => expect((await presenceOf(id)).presence).toBe(presence), { timeout: 4000, interval: 30 })
const log = async (id: number) =>
  (await farm.query<{ presence: string }>('select presence from furrow.online_log where device_id = $1 order by id', [id])).map(
    ({ presence }) => presence,
  )
const will = (topic: string) => ({ topic, payload: Buffer.from('0'), qos: 1 as const, retain: true })

describe('presence', () => {
  test('is unknown until something is heard, then online, in the row, in the log and on the live topic', async () => {
    const { device, tenant, area } = await aFarm(farm)
    const page = await farm.console(aConsole(farm, { [tenant.id]: {} }))
    const frames = inbox<{ v: [number, number, string][] }>(page)
    await page.subscribeAsync(`live/${tenant.id}/${area.id}/presence`)
    expect((await presenceOf(device.id)).presence).toBe('unknown')
    await farm.device(device)
    await becomes(device.id, 'online')
    expect((await presenceOf(device.id)).heard_at).toBeGreaterThan(0)
    await vi.waitFor(() => expect(frames.flatMap(({ v }) => v)).toMatchObject([[device.id, expect.any(Number), 'online']]))
    expect(await log(device.id)).toEqual(['online'])
  })

  test('three periods without a word make a device offline; the next word brings it back', async () => {
    const { device, topic } = await aFarm(farm, { reporting_period: 5 * MINUTE })
    const client = await farm.device(device)
    await becomes(device.id, 'online')
    skipped += 14 * MINUTE
    await client.publishAsync(topic('readings'), '{"a":1}', { qos: 1 })
    skipped += 14 * MINUTE
    await vi.waitFor(async () => expect((await presenceOf(device.id)).heard_at).toBeGreaterThan(0))
    expect((await presenceOf(device.id)).presence).toBe('online')
    skipped += 2 * MINUTE
    await becomes(device.id, 'offline')
    await client.publishAsync(topic('readings'), '{"a":2}', { qos: 1 })
    await becomes(device.id, 'online')
    expect(await log(device.id)).toEqual(['online', 'offline', 'online'])
  })

  test.each([
    ['ahead', 60 * MINUTE],
    ['back', -60 * MINUTE],
  ])('a clock that is set an hour %s makes nobody offline, and hides nobody who falls silent', async (_, by) => {
    const { device } = await aFarm(farm, { reporting_period: 5 * MINUTE })
    const { device: other, topic } = await aFarm(farm, { reporting_period: 5 * MINUTE })
    await farm.device(device)
    await becomes(device.id, 'online')
    const client = await farm.device(other)
    await becomes(other.id, 'online')
    try {
      wrong = by
      // Twelve minutes later both have been looked at under the wrong clock.
      skipped += 12 * MINUTE
      await client.publishAsync(topic('readings'), '{"a":1}', { qos: 1 })
      await vi.waitFor(async () => expect((await presenceOf(other.id)).heard_at).toBeGreaterThan(Date.now() + skipped + wrong - MINUTE))
      expect((await presenceOf(device.id)).presence).toBe('online')
      skipped += 4 * MINUTE
      await becomes(device.id, 'offline')
      expect((await presenceOf(other.id)).presence).toBe('online')
      wrong = 0
      skipped += 16 * MINUTE
      await becomes(other.id, 'offline')
    } finally {
      wrong = 0
    }
    expect(await log(device.id)).toEqual(['online', 'offline'])
  })

  test('what is heard is noted beside the device, whose row is not written anew for it', async () => {
    const { device, topic } = await aFarm(farm)
    const client = await farm.device(device)
    await becomes(device.id, 'online')
    const before = await presenceOf(device.id)
    for (let round = 0; round < 3; round++) {
      skipped += MINUTE / 2
      await client.publishAsync(topic('readings'), '{"a":1}', { qos: 1 })
    }
    await vi.waitFor(async () => expect((await presenceOf(device.id)).heard_at).toBeGreaterThanOrEqual(before.heard_at! + MINUTE))
    expect((await presenceOf(device.id)).version).toBe(before.version)
  })

  test('the last word counts: after online 0 readings do not make it online, online 1 does', async () => {
    const { device, topic } = await aFarm(farm)
    const client = await farm.device(device)
    await becomes(device.id, 'online')
    await client.publishAsync(topic('online'), '0', { qos: 1, retain: true })
    await becomes(device.id, 'offline')
    await client.publishAsync(topic('readings'), '{"a":1}', { qos: 1 })
    await client.publishAsync(topic('online'), '1', { qos: 1, retain: true })
    await becomes(device.id, 'online')
    expect(await log(device.id)).toEqual(['online', 'offline', 'online'])
  })

  test('a last will speaks when the connection is lost, and not when it is closed in good order', async () => {
    const { device, topic } = await aFarm(farm)
    const lost = await farm.device(device, { will: will(topic('online')) })
    await becomes(device.id, 'online')
    lost.stream.destroy()
    await becomes(device.id, 'offline')
    const good = await farm.device(device, { will: will(topic('online')) })
    await becomes(device.id, 'online')
    await good.endAsync()
    expect((await presenceOf(device.id)).presence).toBe('online')
  })

  test('the will of one connection does not speak for another that is open', async () => {
    const { device, topic } = await aFarm(farm)
    const first = await farm.device(device, { clientId: 'modem', will: will(topic('online')) })
    const second = await farm.device(device, { clientId: 'cable', will: will(topic('online')) })
    await becomes(device.id, 'online')
    first.stream.destroy()
    await vi.waitFor(() => expect(first.connected).toBe(false))
    await second.publishAsync(topic('readings'), '{"a":1}', { qos: 1 })
    expect((await presenceOf(device.id)).presence).toBe('online')
    second.stream.destroy()
    await becomes(device.id, 'offline')
    expect(await log(device.id)).toEqual(['online', 'offline'])
  })

  test('a reconnect under the same client id is no news, though the old will says 0', async () => {
    const { device, topic } = await aFarm(farm)
    const first = await farm.device(device, { clientId: 'one', will: will(topic('online')) })
    await becomes(device.id, 'online')
    const second = await farm.device(device, { clientId: 'one', will: will(topic('online')) })
    await vi.waitFor(() => expect(first.connected).toBe(false))
    await second.publishAsync(topic('readings'), '{"a":1}', { qos: 1 })
    expect((await presenceOf(device.id)).presence).toBe('online')
    expect(await log(device.id)).toEqual(['online'])
  })

  test('a device that was dropped and does not come back is offline after three periods, in the base where it stands now', async () => {
    const { device, tenant, area } = await aFarm(farm, { reporting_period: 5 * MINUTE })
    const other = await farm.build.anArea({ tenant_id: tenant.id })
    const page = await farm.console(aConsole(farm, { [tenant.id]: {} }, { expiresAt: Date.now() + skipped + 600 * MINUTE }))
    const frames = inbox<{ v: [number, number, string][] }>(page)
    const client = await farm.device(device)
    await becomes(device.id, 'online')
    await page.subscribeAsync(`live/${tenant.id}/${other.id}/presence`)
    await farm.query('update furrow.device set area_id = $2, enabled_flag = 0 where id = $1', [device.id, other.id])
    farm.live.broker.dropDevice({ tenantId: tenant.id, eui: device.eui })
    await vi.waitFor(() => expect(client.connected).toBe(false))
    expect((await presenceOf(device.id)).presence).toBe('online')
    skipped += 16 * MINUTE
    await becomes(device.id, 'offline')
    await vi.waitFor(() => expect(frames.flatMap(({ v }) => v)).toMatchObject([[device.id, expect.any(Number), 'offline']]))
    expect(await log(device.id)).toEqual(['online', 'offline'])
    expect(area.id).not.toBe(other.id)
  })

  test('a device that is deleted while it is online leaves no word behind', async () => {
    const { device, tenant, area } = await aFarm(farm, { reporting_period: 5 * MINUTE })
    const page = await farm.console(aConsole(farm, { [tenant.id]: {} }, { expiresAt: Date.now() + skipped + 600 * MINUTE }))
    const frames = inbox<{ v: unknown[] }>(page)
    await farm.device(device)
    await becomes(device.id, 'online')
    await page.subscribeAsync(`live/${tenant.id}/${area.id}/presence`)
    await farm.query('delete from furrow.device where id = $1', [device.id])
    farm.live.broker.dropDevice({ tenantId: tenant.id, eui: device.eui })
    skipped += 16 * MINUTE
    const { device: next } = await aFarm(farm)
    await farm.device(next)
    await becomes(next.id, 'online')
    expect(frames).toEqual([])
  })

  test('a word that is neither 1 nor 0 is a rejected message', async () => {
    const { device, topic } = await aFarm(farm)
    const client = await farm.device(device)
    await client.publishAsync(topic('online'), 'yes', { qos: 1 })
    expect(await farm.query('select reason from furrow.rejected_message where device_id = $1', [device.id])).toEqual([{ reason: 'shape' }])
  })

  test('after a restart every device is unknown until it is heard; a stop of the server is not the word of its devices', async () => {
    const { device, topic } = await aFarm(farm)
    await farm.device(device, { will: will(topic('online')) })
    await becomes(device.id, 'online')
    await farm.restart()
    expect((await presenceOf(device.id)).presence).toBe('unknown')
    expect(await log(device.id)).toEqual(['online', 'unknown'])
    await farm.device(device)
    await becomes(device.id, 'online')
  })

  test('a device that goes sets a timer with it, also where it went while no server ran', async () => {
    const { device, topic } = await aFarm(farm, { reporting_period: MINUTE })
    const timer = async () => {
      const [found] = await farm.query<{ late: number }>(
        `select j.due_at - d.presence_at as late from furrow.job j join furrow.device d on j.key = d.id::text
         where d.id = $1 and j.tenant_id = d.tenant_id and j.name = $2 and d.presence = 'offline'`,
        [device.id, LOSS_JOB],
      )
      return found?.late
    }
    const client = await farm.device(device)
    await becomes(device.id, 'online')
    expect(await timer()).toBeUndefined()
    await client.publishAsync(topic('online'), '0', { qos: 1 })
    await becomes(device.id, 'offline')
    expect(await timer()).toBe(SETTLE_MS)
    await farm.query('delete from furrow.job')
    await farm.restart()
    skipped += 4 * MINUTE
    await becomes(device.id, 'offline')
    expect(await timer()).toBe(SETTLE_MS)
  })
})
