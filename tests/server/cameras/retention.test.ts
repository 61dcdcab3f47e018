import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { completeOpen } from '#server/cameras/recording/complete'
import { fileOf } from '#server/cameras/recording/places'
import { letGo, sweepRecordings } from '#server/cameras/recording/retention'
import { isFull, roomOf } from '#server/cameras/recording/room'
import { openSegment } from '#server/cameras/recording/segment'
import { writeStamp } from '#server/cameras/recording/stamp'
import { type Arrange, arrange } from '../arrange.ts'
import { startTestDatabase } from '../database/testDatabase.ts'
import { aCamera } from './aCamera.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 4, 10)
const GIGABYTE = 1_000_000_000
let database: Awaited<ReturnType<typeof startTestDatabase>>
let build: Arrange
let folder: string
beforeAll(async () => {
  database = await startTestDatabase()
  build = arrange(database.owner)
}, 60_000)
afterAll(() => database?.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'furrow-recordings-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})
const given = () => ({ db: database.store.serviceDb, folder, clock: () => NOW })
async function tidy(): Promise<void> {
  await letGo(given(), new AbortController().signal)
  await sweepRecordings(given(), new AbortController().signal)
}

async function aPolicy(policy: { days?: number; gigabytes?: number } = {}) {
  const { id: tenantId } = await build.aTenant()
  const { id: areaId } = await build.anArea({ tenant_id: tenantId })
  const { id: cameraId } = await aCamera(build, { tenant_id: tenantId, area_id: areaId })
  const columns = { record_mode: 0, clarity: 1, days: 7, gigabytes: 1, sensitivity: 2, ...policy }
  await build.insert('camera_recording', { tenant_id: tenantId, device_id: cameraId, ...columns })
  return { tenantId, cameraId }
}
type Camera = Awaited<ReturnType<typeof aPolicy>>
/** A row with its file, which is from so many days ago. */
async function aSegment(camera: Camera, daysAgo: number, { bytes = 188, isOpen = 0, hasFile = true } = {}): Promise<number> {
  const from = NOW - daysAgo * DAY - 60_000
  const { id } = await build.insert('camera_segment', {
    tenant_id: camera.tenantId,
    device_id: camera.cameraId,
    quality: 'sd',
    bytes,
    open_flag: isOpen,
    from_at: from,
    to_at: from + 60_000,
    motion: '[]',
  })
  if (hasFile) await aFile(camera, id)
  return id
}
async function aFile(camera: Camera, id: number, content: Buffer = Buffer.alloc(188)): Promise<string> {
  const file = fileOf(folder, { ...camera, id })
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
  return file
}
const rowsOf = async ({ cameraId }: Camera) =>
  (await database.owner.query('select id, bytes, open_flag, to_at from furrow.camera_segment where device_id = $1 order by id', [cameraId]))
    .rows as { id: number; bytes: number; open_flag: number; to_at: number }[]
async function keeps(camera: Camera, ids: readonly number[]): Promise<void> {
  expect((await rowsOf(camera)).map(({ id }) => id)).toEqual(ids)
  const names = await readdir(join(folder, String(camera.tenantId), String(camera.cameraId)))
  expect(names.toSorted()).toEqual(ids.map((id) => `${id}.ts`).toSorted())
}

test('what is older than the days of its camera goes, and nothing of another one', async () => {
  const [short, long] = [await aPolicy({ days: 2 }), await aPolicy({ days: 30 })]
  await aSegment(short, 3)
  await aSegment(short, 2.01)
  const left = [await aSegment(short, 1.99), await aSegment(short, 0)]
  const kept = [await aSegment(long, 29)]
  await tidy()
  await keeps(short, left)
  await keeps(long, kept)
})

test('the oldest goes until no more than the size of its camera is left', async () => {
  const camera = await aPolicy({ gigabytes: 2, days: 90 })
  for (const daysAgo of [5, 4, 3]) await aSegment(camera, daysAgo, { bytes: 0.6 * GIGABYTE })
  const left = []
  for (const daysAgo of [2, 1]) left.push(await aSegment(camera, daysAgo, { bytes: 0.9 * GIGABYTE }))
  left.push(await aSegment(camera, 0, { bytes: 0.1 * GIGABYTE, isOpen: 1 }))
  await tidy()
  await keeps(camera, left)
})

test('a file without its row and a row without its file go; of a camera that is gone everything does', async () => {
  const camera = await aPolicy()
  const id = await aSegment(camera, 1)
  await aSegment(camera, 1, { hasFile: false })
  // It may be about to have one.
  const fresh = await aSegment(camera, 0, { hasFile: false })
  const stray = await aFile(camera, 999_999_999)
  const gone = { tenantId: camera.tenantId, cameraId: 888_888_888 }
  await aFile(gone, 1)
  await tidy()
  expect((await rowsOf(camera)).map((row) => row.id)).toEqual([id, fresh])
  expect(existsSync(stray)).toBe(false)
  expect(existsSync(fileOf(folder, { ...camera, id }))).toBe(true)
  expect(existsSync(join(folder, String(gone.tenantId), String(gone.cameraId)))).toBe(false)
})

test('what a server that was killed left open is as long as its file has whole groups', async () => {
  const camera = await aPolicy()
  const [whole, empty, fileless] = [
    await aSegment(camera, 0, { isOpen: 1, hasFile: false }),
    await aSegment(camera, 0, { isOpen: 1 }),
    await aSegment(camera, 0, { isOpen: 1, hasFile: false }),
  ]
  const group = (from: number) => Buffer.concat([writeStamp({ from, to: from + 1000, length: 376 }), Buffer.alloc(376, 1)])
  const file = await aFile(camera, whole, Buffer.concat([group(NOW), group(NOW + 1000), group(NOW + 2000).subarray(0, 300)]))
  await completeOpen(given())
  expect(await rowsOf(camera)).toEqual([{ id: whole, bytes: 2 * 564, open_flag: 0, to_at: NOW + 2000 }])
  expect((await open(file).then(async (one) => [await one.stat(), await one.close()] as const))[0].size).toBe(2 * 564)
  expect([empty, fileless].map((id) => existsSync(fileOf(folder, { ...camera, id })))).toEqual([false, false])
})

test('a disk that is full while it is written ends the file with its last whole group', async () => {
  const camera = await aPolicy()
  const segment = await openSegment(given(), { ...camera, quality: 'sd', from: NOW })
  await segment.append({ from: NOW, to: NOW + 1000, bytes: Buffer.alloc(188 * 4, 1) }, [])
  const probe = await open(join(folder, 'probe'), 'w')
  const handles = Object.getPrototypeOf(probe) as typeof probe
  await probe.close()
  // The disk takes a part and says so.
  vi.spyOn(handles, 'writev').mockImplementationOnce(async function (this: typeof probe, buffers, position) {
    const { bytesWritten } = await this.write(buffers[1]!, 0, 100, position)
    return { bytesWritten, buffers }
  })
  await expect(segment.append({ from: NOW + 1000, to: NOW + 2000, bytes: Buffer.alloc(188, 2) }, [])).rejects.toMatchObject({
    code: 'ENOSPC',
  })
  await segment.close()
  const [row] = await rowsOf(camera)
  expect(row).toMatchObject({ bytes: 188 * 5, open_flag: 0, to_at: NOW + 1000 })
  const file = await open(fileOf(folder, { ...camera, id: row!.id }))
  expect((await file.stat()).size).toBe(188 * 5)
  await file.close()
})

test('a disk is full below 5 % or 2 GB, and for a recording that stopped a little longer', async () => {
  expect(isFull({ free: 49e9, total: 1000e9 }, false)).toBe(true)
  expect(isFull({ free: 51e9, total: 1000e9 }, false)).toBe(false)
  expect(isFull({ free: 51e9, total: 1000e9 }, true)).toBe(true)
  expect(isFull({ free: 1.9e9, total: 10e9 }, false)).toBe(true)
  expect(isFull({ free: 2.1e9, total: 10e9 }, false)).toBe(false)
  const { free, total } = await roomOf(join(folder, 'new'))
  expect(total).toBeGreaterThan(free)
  expect(free).toBeGreaterThan(0)
})
