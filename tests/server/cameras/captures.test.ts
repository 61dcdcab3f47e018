import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { wrapLongitude } from '#contract/core/longitude'
import { cameraCaptureCalls as calls, MOST_PLANS } from '#contract/cameras/capture'
import { cameraCalls } from '#contract/cameras/camera'
import { forgetCapturesJob } from '#server/cameras/captures/jobs'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { aCamera } from './aCamera.ts'

const MINUTE = 60_000
const DAY = 86_400_000
let farm: Farm
let params: { t: number }
let camera: number
beforeAll(async () => {
  farm = await startFarm()
  params = { t: farm.t }
}, 60_000)
afterAll(() => farm?.close())
beforeEach(async () => {
  camera = (await aCamera(farm.build, { tenant_id: farm.t, area_id: farm.north.id, longitude: 113, latitude: 23 })).id
})

const plan = (more: object = {}) => ({
  name: 'Rows',
  cameraId: camera,
  times: [480],
  everyMinutes: null,
  fromMinute: 480,
  toMinute: 1080,
  days: [1, 2, 3, 4, 5, 6, 7],
  fromDate: null,
  toDate: null,
  crop: 'Lettuce',
  seedling: 1,
  enabledFlag: 1,
  keepDays: 30,
  ...more,
})
const add = async (more: object = {}) => (await farm.admin.call(calls.add, { params, body: plan(more) })).body
/** As if its next picture had been due then. */
const makeDue = (id: number, at: number) => farm.owner.query('update furrow.capture_plan set next_at = $2 where id = $1', [id, at])
const captures = async () =>
  (await farm.admin.call(calls.captures, { params: { ...params, id: camera }, query: { page: 1, size: 50 } })).body.content

describe('a plan', () => {
  test('is refused beside what is wrong with it', async () => {
    const refused = async (more: object) => {
      const { status, body } = await farm.admin.call(calls.add, { params, body: plan(more) })
      return status === 200 ? 'taken' : (body.fields ?? body.code)
    }
    expect(await refused({ times: [] })).toHaveProperty('times')
    expect(await refused({ times: [5, 5] })).toHaveProperty('times')
    expect(await refused({ everyMinutes: 1 })).toHaveProperty('everyMinutes')
    expect(await refused({ everyMinutes: 60, fromMinute: 700, toMinute: 600 })).toHaveProperty('toMinute')
    expect(await refused({ days: [] })).toHaveProperty('days')
    expect(await refused({ fromDate: '2026-02-30' })).toHaveProperty('fromDate')
    expect(await refused({ fromDate: '2026-03-02', toDate: '2026-03-01' })).toHaveProperty('toDate')
    expect(await refused({ keepDays: 6 })).toHaveProperty('keepDays')
    expect(await refused({})).toBe('taken')
    expect(await refused({})).toHaveProperty('name')
    await Promise.all(Array.from({ length: MOST_PLANS - 1 }, (_, nth) => add({ name: `Plan ${nth}` })))
    expect(await refused({ name: 'One more' })).toBe('error.camera.mostPlans')
  })

  test('is of the bases of its caller, and loses no change of a colleague', async () => {
    const south = (await aCamera(farm.build, { tenant_id: farm.t, area_id: farm.south.id })).id
    const { id } = await add({ cameraId: south })
    const change = { ...plan({ cameraId: south, name: 'Other' }), id, objectVersionNumber: 1 }
    for (const who of [farm.northerner, farm.rival]) {
      expect(
        (await who.call(calls.list, { params: who === farm.rival ? { t: farm.elsewhere.id } : params, query: { cameraId: south } })).status,
      ).toBe(404)
    }
    expect((await farm.northerner.call(calls.edit, { params, body: change })).status).toBe(404)
    expect((await farm.northerner.call(calls.remove, { params: { ...params, id } })).status).toBe(404)
    expect((await farm.northerner.call(calls.seedling, { params, query: { planId: id } })).status).toBe(404)
    expect((await farm.admin.call(calls.edit, { params, body: change })).body).toMatchObject({ name: 'Other', objectVersionNumber: 2 })
    expect((await farm.admin.call(calls.edit, { params, body: change })).body.code).toBe('error.version.stale')
  })
})

describe('a picture', () => {
  test('is taken once of a due moment, and stands in its series', { timeout: 30_000 }, async () => {
    const { id } = await add()
    const due = Math.floor(Date.now() / MINUTE) * MINUTE - MINUTE
    await makeDue(id, due)
    await vi.waitFor(async () => expect(await captures()).toMatchObject([{ dueAt: due, state: 'taken', planId: id }]), { timeout: 15_000 })
    // A server that was killed after the row, or that plans the moment anew, takes no second one.
    await makeDue(id, due)
    await vi.waitFor(
      async () => {
        const { rows } = await farm.owner.query<{ next_at: number }>('select next_at from furrow.capture_plan where id = $1', [id])
        expect(Number(rows[0]!.next_at)).toBeGreaterThan(Date.now())
      },
      { timeout: 5000 },
    )
    const [taken, ...more] = await captures()
    expect(more).toEqual([])
    expect((await farm.admin.raw('GET', taken!.fileUrl!)).headers.get('content-type')).toBe('image/jpeg')
    const { body } = await farm.admin.call(calls.seedling, { params, query: { planId: id } })
    expect(body).toMatchObject({ total: 1, series: { pictures: 1, missed: 0 }, pictures: [{ state: 'taken' }] })
    const { rows } = await farm.owner.query(`select from furrow.file_use where holder = 'capture' and holder_id = $1`, [taken!.id])
    expect(rows).toHaveLength(1)
    expect((await farm.admin.call(calls.remove, { params: { ...params, id } })).body).toBe(1)
    const left = await farm.owner.query(`select from furrow.file_use where holder = 'capture' and holder_id = $1`, [taken!.id])
    expect(left.rows).toHaveLength(0)
  })

  test('that a dead server had begun is taken by the next one', { timeout: 30_000 }, async () => {
    const { id } = await add()
    await farm.owner.query(`insert into furrow.capture (tenant_id, device_id, plan_id, due_at, again_at) values ($1, $2, $3, $4, $4)`, [
      farm.t,
      camera,
      id,
      Date.now() - MINUTE,
    ])
    await vi.waitFor(async () => expect(await captures()).toMatchObject([{ state: 'taken' }]), { timeout: 15_000 })
  })

  test('that cannot be taken is missed, and says why', { timeout: 30_000 }, async () => {
    const { id } = await add()
    await farm.admin.call(cameraCalls.disable, { params: { ...params, id: camera }, body: { status: 1 } })
    const now = Date.now()
    await farm.owner.query(`insert into furrow.capture (tenant_id, device_id, plan_id, due_at, again_at) values ($1, $2, $3, $4, $5)`, [
      farm.t,
      camera,
      id,
      now - 15 * MINUTE,
      now,
    ])
    await vi.waitFor(async () => expect(await captures()).toMatchObject([{ state: 'missed', why: 'closed', fileUrl: null }]), {
      timeout: 10_000,
    })
    // No server ran for two days.
    await makeDue(id, now - 2 * DAY)
    await vi.waitFor(async () => expect((await captures()).filter(({ why }) => why === 'server').length).toBeGreaterThanOrEqual(2), {
      timeout: 10_000,
    })
  })

  test('is kept as long as its plan says', async () => {
    const { id } = await add()
    const now = Date.now()
    for (const days of [29, 31])
      await farm.owner.query(
        `insert into furrow.capture (tenant_id, device_id, plan_id, due_at, state, why) values ($1, $2, $3, $4, 'missed', 'server')`,
        [farm.t, camera, id, now - days * DAY],
      )
    const job = forgetCapturesJob({ clock: () => now })
    if (!('once' in job)) throw new Error('it writes in one transaction')
    await farm.services.serviceDb
      .transaction()
      .execute((work) => job.once(work, { tenantId: null, key: '', payload: {}, dueAt: 0 }, new AbortController().signal))
    expect((await captures()).map(({ dueAt }) => dueAt)).toEqual([now - 29 * DAY])
  })
})

describe('an alarm', () => {
  async function anAlarm(areaId: number, place: object) {
    const device = await farm.build.aDevice({ tenant_id: farm.t, area_id: areaId, ...place })
    const now = Date.now()
    const { id } = await farm.build.insert('alarm', {
      tenant_id: farm.t,
      area_id: areaId,
      severity: 'major',
      rule_name: 'Low',
      device_id: device.id,
      device_name: 'Pond',
      device_type: 'gateway',
      raised_at: now,
      episode_at: now,
      told_at: now,
      reason: JSON.stringify({ when: null, holdSeconds: 0, since: now, seen: [], version: 1 }),
    })
    return id
  }
  const pictureOf = async (id: number) => (await farm.admin.call(calls.alarm, { params: { ...params, id } })).body.picture
  const looked = (areaId: number) =>
    vi.waitFor(
      async () => {
        const { rows } = await farm.owner.query<{ ok: boolean }>(
          'select after_id >= coalesce((select max(id) from furrow.alarm where area_id = $1), 0) as ok from furrow.alarm_picture_reach where area_id = $1',
          [areaId],
        )
        expect(rows).toEqual([{ ok: true }])
      },
      { timeout: 10_000 },
    )

  // The second stands on both sides of 180 degrees.
  test.each([113, 179.9995])(
    'at %d degrees has a picture of the nearest camera of its own base, shared with the next one',
    { timeout: 60_000 },
    async (at) => {
      const base = (await farm.build.anArea({ tenant_id: farm.t, area_name: `East ${at}` })).id
      const far = await aCamera(farm.build, { tenant_id: farm.t, area_id: base, longitude: wrapLongitude(at + 0.0015), latitude: 23 })
      const near = await aCamera(farm.build, { tenant_id: farm.t, area_id: base, longitude: wrapLongitude(at + 0.001), latitude: 23 })
      await aCamera(farm.build, { tenant_id: farm.t, area_id: base, longitude: at + 0.0001, latitude: 23, disabled_flag: 1 })
      await looked(base)
      // The camera of the north stands at the same place, and is another base's.
      const here = { longitude: at, latitude: 23 }
      const first = await anAlarm(base, here)
      await vi.waitFor(async () => expect(await pictureOf(first)).toMatchObject({ cameraId: near.id, chosen: 'near', state: 'taken' }), {
        timeout: 15_000,
      })
      expect((await pictureOf(first))!.distance).toBeCloseTo(102, -1)
      const second = await anAlarm(base, here)
      await vi.waitFor(async () => expect((await pictureOf(second))?.fileUrl).toBe((await pictureOf(first))!.fileUrl), { timeout: 15_000 })
      expect(far.id).not.toBe(near.id)
      expect((await farm.northerner.call(calls.alarm, { params: { ...params, id: first } })).status).toBe(404)
      const lonely = await anAlarm(base, { longitude: 114, latitude: 23 })
      await looked(base)
      expect(await pictureOf(lonely)).toBeNull()
    },
  )

  test('of a storm has none, and says so', { timeout: 60_000 }, async () => {
    const base = (await farm.build.anArea({ tenant_id: farm.t, area_name: 'West' })).id
    await aCamera(farm.build, { tenant_id: farm.t, area_id: base, longitude: 113, latitude: 23 })
    await looked(base)
    const ids: number[] = []
    for (let nth = 0; nth < 22; nth++) ids.push(await anAlarm(base, { longitude: 113, latitude: 23 }))
    await looked(base)
    expect(await pictureOf(ids.at(-1)!)).toMatchObject({ state: 'missed', why: 'storm', fileUrl: null })
  })
})
