import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { RECORD_MODES } from '#contract/cameras/recording'
import { pool as openPool } from '#server/ground/database/open'
import { createKeeper } from '#server/cameras/recording/keeper'
import { openReader } from '#server/cameras/recording/kept'
import { LOOK_BYTES } from '#server/cameras/recording/motion'
import type { Room } from '#server/cameras/recording/room'
import type { Stream } from '#server/cameras/stream/hub'
import type { Viewer } from '#server/cameras/stream/viewer'
import { type Arrange, arrange } from '../arrange.ts'
import { silentLog, startTestDatabase } from '../database/testDatabase.ts'
import { aCamera } from './aCamera.ts'

const PLENTY: Room = { free: 500e9, total: 1000e9 }
let database: Awaited<ReturnType<typeof startTestDatabase>>
let build: Arrange
let place: { tenant_id: number; area_id: number }
let folder: string
type Keeper = ReturnType<typeof createKeeper>
let keeper: Keeper | null = null
let ahead = 0
let room = PLENTY
let hasRoom = true
let viewers = new Map<string, Set<Viewer>>()
const clock = () => Date.now() + ahead

beforeAll(async () => {
  database = await startTestDatabase()
  build = arrange(database.owner)
  const tenant = await build.aTenant()
  place = { tenant_id: tenant.id, area_id: (await build.anArea({ tenant_id: tenant.id })).id }
}, 60_000)
afterAll(() => database?.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'furrow-recordings-'))
  ahead = 0
  room = PLENTY
  hasRoom = true
  viewers = new Map()
})
afterEach(async () => {
  await keeper?.close()
  keeper = null
  await database.owner.query('delete from furrow.camera_recording; delete from furrow.camera_segment')
  await rm(folder, { recursive: true, force: true })
})

/** A stream that shows what a test says. */
function streamOf(cameraId: number, quality: 'sd' | 'hd'): Stream {
  const own = new Set<Viewer>()
  viewers.set(`${cameraId} ${quality}`, own)
  return {
    cameraId,
    quality,
    sinceKey: () => null,
    isIdle: () => own.size === 0,
    watch(viewer) {
      own.add(viewer)
      viewer.say({ state: 'live', why: null, lastAt: null })
    },
    leave: (viewer) => void own.delete(viewer),
    restart: () => undefined,
    close: () => undefined,
  }
}
async function begin(more: { pool?: pg.Pool; most?: number; mostStreams?: number; segmentMs?: number } = {}): Promise<Keeper> {
  keeper = createKeeper({
    db: database.store.serviceDb,
    pool: database.store.servicePool,
    live: { changed: () => undefined } as unknown as Parameters<typeof createKeeper>[0]['live'],
    log: silentLog,
    clock,
    folder,
    most: 8,
    mostStreams: 12,
    segmentMs: 60_000,
    room: () => Promise.resolve(room),
    streamsOf: (cameraId, qualities) => (hasRoom ? qualities.map((quality) => streamOf(cameraId, quality)) : null),
    ...more,
  })
  await keeper.look()
  return keeper
}
async function aRecorded(columns: Partial<{ record_mode: number; clarity: number }> = {}): Promise<number> {
  const { id } = await aCamera(build, place)
  const policy = { record_mode: RECORD_MODES.always, clarity: 1, days: 7, gigabytes: 1, sensitivity: 2, ...columns }
  await build.insert('camera_recording', { tenant_id: place.tenant_id, device_id: id, ...policy })
  return id
}
const each = (cameraId: number, act: (viewer: Viewer) => void, quality = 'sd') => viewers.get(`${cameraId} ${quality}`)?.forEach(act)
/** Shows seconds, a key frame at the beginning of each. */
function show(cameraId: number, seconds: number, quality = 'sd'): void {
  for (let nth = 0; nth < seconds; nth++) {
    each(cameraId, (viewer) => viewer.send({ bytes: Buffer.alloc(188 * 3, nth), keyAt: 0, pictures: 1 }), quality)
    ahead += 1000
  }
  each(cameraId, (viewer) => viewer.send({ bytes: Buffer.alloc(188, 0xee), keyAt: -1, pictures: 1 }), quality)
}
const rowsOf = async (cameraId: number) =>
  (await database.owner.query('select * from furrow.camera_segment where device_id = $1 order by from_at', [cameraId])).rows as {
    id: number
    from_at: number
    to_at: number
    bytes: number
    open_flag: number
    motion: [number, number][]
  }[]
const state = (id: number) => keeper!.stateOf(id)

describe('what is recorded', () => {
  test('is in files that follow on each other, and complete when it ends', async () => {
    const id = await aRecorded()
    await begin({ segmentMs: 3000 })
    const from = clock()
    show(id, 10)
    await vi.waitFor(() => expect(state(id)).toEqual({ recordingNow: true, trouble: null }))
    await keeper!.close()
    const rows = await rowsOf(id)
    expect(rows.map(({ from_at: at }) => Math.round((at - from) / 1000))).toEqual([0, 3, 6, 9])
    for (const [nth, row] of rows.slice(1).entries()) expect(row.from_at).toBe(rows[nth]!.to_at)
    expect(rows.every((row) => row.open_flag === 0)).toBe(true)
    const names = await readdir(join(folder, String(place.tenant_id), String(id)))
    expect(names.toSorted()).toEqual(rows.map((row) => `${row.id}.ts`).toSorted())
    const reader = (await openReader(folder, { tenantId: place.tenant_id, cameraId: id, id: rows[0]!.id }))!
    expect((await reader.next())!.bytes).toEqual(Buffer.alloc(188 * 3, 0))
    await reader.seek(rows[0]!.from_at + 2500)
    expect((await reader.next())!.bytes).toEqual(Buffer.alloc(188 * 3, 2))
    expect(await reader.next()).toBeNull()
    await reader.close()
  })

  test('never lies over what was recorded before, though the clock is set back by an hour', async () => {
    const id = await aRecorded()
    await begin()
    show(id, 5)
    ahead -= 3_600_000
    show(id, 5)
    await keeper!.close()
    // Nor after a start.
    await begin()
    show(id, 5)
    await keeper!.close()
    const rows = await rowsOf(id)
    expect(rows.length).toBeGreaterThan(1)
    for (const [nth, row] of rows.slice(1).entries()) expect(row.from_at).toBeGreaterThanOrEqual(rows[nth]!.to_at)
    // All of it is kept: fifteen groups behind their packets, and what came last before each end.
    expect(rows.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(15 * 188 * 4 + 3 * 188)
  })

  test('in mode motion is what moved, with the seconds before and after it', async () => {
    const id = await aRecorded({ record_mode: RECORD_MODES.motion })
    await begin()
    const from = clock()
    const still = Buffer.alloc(LOOK_BYTES, 90)
    each(id, (viewer) => viewer.look?.(still))
    show(id, 20)
    expect(state(id).recordingNow).toBe(false)
    const other = Buffer.alloc(LOOK_BYTES, 90).fill(200, 0, LOOK_BYTES / 3)
    each(id, (viewer) => viewer.look?.(other))
    show(id, 30)
    await vi.waitFor(async () => expect((await rowsOf(id)).map((row) => row.open_flag)).toEqual([0]))
    const [row] = await rowsOf(id)
    expect(row!.from_at - from).toBeGreaterThanOrEqual(14_000)
    expect(row!.from_at - from).toBeLessThanOrEqual(15_100)
    expect(row!.to_at - from).toBeGreaterThanOrEqual(30_000)
    expect(row!.to_at - from).toBeLessThanOrEqual(31_100)
    expect(row!.motion).toHaveLength(1)
    expect(Math.abs(row!.motion[0]![1] - from - 20_000)).toBeLessThan(1000)
    expect(state(id).recordingNow).toBe(false)
  })

  test('marks in mode always what moved; of the large picture by the small one', async () => {
    const id = await aRecorded({ clarity: 2 })
    await begin()
    show(id, 2, 'hd')
    each(id, (viewer) => viewer.look?.(Buffer.alloc(LOOK_BYTES, 90)))
    each(id, (viewer) => viewer.look?.(Buffer.alloc(LOOK_BYTES, 90).fill(200, 0, LOOK_BYTES / 3)))
    show(id, 4, 'hd')
    show(id, 4, 'sd')
    await keeper!.close()
    const rows = await rowsOf(id)
    expect(rows).toHaveLength(1)
    expect(rows[0]!.motion).toHaveLength(1)
    expect(rows[0]!.bytes).toBe(6 * 188 * 4 + 2 * 188)
  })

  test('ends where pictures stay away, and goes on in a file of its own', async () => {
    const id = await aRecorded()
    await begin()
    show(id, 3)
    each(id, (viewer) => viewer.say({ state: 'lost', why: 'unreachable', lastAt: null }))
    await vi.waitFor(() => expect(state(id)).toEqual({ recordingNow: false, trouble: 'source' }))
    ahead += 20_000
    each(id, (viewer) => viewer.say({ state: 'live', why: null, lastAt: null }))
    show(id, 3)
    await vi.waitFor(() => expect(state(id)).toEqual({ recordingNow: true, trouble: null }))
    ahead += 20_000
    show(id, 3)
    await keeper!.close()
    const rows = await rowsOf(id)
    expect(rows).toHaveLength(3)
    expect(rows.map((row) => Math.round((row.to_at - row.from_at) / 1000))).toEqual([3, 3, 3])
  })
})

test('a file whose row could not be written is completed when the database takes it again', async () => {
  const id = await aRecorded()
  await begin()
  show(id, 3)
  await vi.waitFor(async () => expect((await rowsOf(id))[0]!.bytes).toBeGreaterThan(0))
  await database.owner.query('alter table furrow.camera_segment rename to away')
  show(id, 4)
  await vi.waitFor(() => expect(state(id).recordingNow).toBe(false))
  await database.owner.query('alter table furrow.away rename to camera_segment')
  await keeper!.look()
  const [row] = await rowsOf(id)
  expect(row!.open_flag).toBe(0)
  expect(row!.to_at - row!.from_at).toBeGreaterThanOrEqual(3000)
  show(id, 3)
  await vi.waitFor(() => expect(state(id).recordingNow).toBe(true))
  const flags = (await rowsOf(id)).map((one) => one.open_flag)
  expect(flags.slice(0, -1).every((flag) => flag === 0)).toBe(true)
  expect(flags.at(-1)).toBe(1)
})

describe('why nothing is recorded is said', () => {
  test('where the disk is nearly full, and it goes on when there is room', async () => {
    const id = await aRecorded()
    await begin()
    show(id, 3)
    await vi.waitFor(() => expect(state(id).recordingNow).toBe(true))
    room = { free: 40e9, total: 1000e9 }
    await keeper!.look()
    expect(state(id)).toEqual({ recordingNow: false, trouble: 'disk' })
    expect((await rowsOf(id)).map((row) => row.open_flag)).toEqual([0])
    room = { free: 1.9e9, total: 10e9 }
    await keeper!.look()
    expect(state(id).trouble).toBe('disk')
    room = PLENTY
    await keeper!.look()
    expect(state(id).trouble).toBeNull()
    show(id, 3)
    await vi.waitFor(() => expect(state(id).recordingNow).toBe(true))
  })

  test('where the camera is closed', async () => {
    const id = await aRecorded()
    await begin()
    await database.owner.query('update furrow.camera set disabled_flag = 1 where device_id = $1', [id])
    await keeper!.look()
    expect(state(id)).toEqual({ recordingNow: false, trouble: 'closed' })
    expect(viewers.get(`${id} sd`)!.size).toBe(0)
  })

  test('where as many are recorded as this server can, or no stream is left', async () => {
    const ids = [await aRecorded(), await aRecorded(), await aRecorded({ clarity: 2 })]
    await begin({ most: 2 })
    expect(ids.map((id) => state(id).trouble)).toEqual([null, null, 'most'])
    await keeper!.close()
    await begin({ mostStreams: 3 })
    expect(ids.map((id) => state(id).trouble)).toEqual([null, null, 'most'])
    await keeper!.close()
    hasRoom = false
    await begin()
    expect(ids.map((id) => state(id).trouble)).toEqual(['most', 'most', 'most'])
    hasRoom = true
    await keeper!.look()
    expect(ids.map((id) => state(id).trouble)).toEqual([null, null, null])
  })
})

test('of two servers one records; the other one does when that has ended', async () => {
  const id = await aRecorded()
  const first = await begin()
  expect(viewers.get(`${id} sd`)!.size).toBe(1)
  viewers = new Map()
  // Each server has a pool of its own, and its locks with it.
  const pool = openPool(database.url, database.store.servicePool.options, silentLog)
  const second = await begin({ pool })
  expect(viewers.size).toBe(0)
  await first.close()
  await vi.waitFor(async () => {
    await second.look()
    expect(viewers.get(`${id} sd`)?.size).toBe(1)
  })
  await second.close()
  await pool.end()
})

test('what is not to be recorded any more is let go, and what is removed while it is written is gone', async () => {
  const id = await aRecorded()
  await begin()
  show(id, 3)
  await vi.waitFor(() => expect(state(id).recordingNow).toBe(true))
  const [row] = await rowsOf(id)
  const file = join(folder, String(place.tenant_id), String(id), `${row!.id}.ts`)
  expect(existsSync(file)).toBe(true)
  await keeper!.without(id, async () => {
    expect(state(id).recordingNow).toBe(false)
    await rm(file)
  })
  await keeper!.look()
  expect(viewers.get(`${id} sd`)!.size).toBe(1)
  await database.owner.query('update furrow.camera_recording set record_mode = 0')
  await keeper!.look()
  expect(viewers.get(`${id} sd`)!.size).toBe(0)
})
