import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { panoramaCalls } from '#contract/panoramas/panorama'
import { CUBE_FACES, tileUrlOf } from '#contract/panoramas/cube'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { CREDENTIALS, startFakeS3 } from '../files/fakeS3.ts'
import { coloured, jpegOf, outcome, upload } from './aTour.ts'

const QUOTA_MB = 16
let s3: Awaited<ReturnType<typeof startFakeS3>>
let farm: Farm
let dataDir: string
beforeAll(async () => {
  s3 = await startFakeS3()
  dataDir = await mkdtemp(join(tmpdir(), 'furrow-panoramas-s3-'))
  const bucket = { ...CREDENTIALS, endpoint: s3.endpoint, bucket: 'farm-files' }
  farm = await startFarm({ config: { dataDir, files: { panoramaMaxMb: 9, quotaMb: QUOTA_MB, s3: bucket } } })
}, 120_000)
afterAll(async () => {
  await farm?.close()
  await s3?.close()
  await rm(dataDir, { recursive: true, force: true })
})
const kept = async () => (await farm.owner.query('select id from furrow.file where tenant_id = $1', [farm.t])).rows.length

test('a cube is made into the store of the tenant, and its tiles are read from there by their range alone', async () => {
  const uploaded = await upload(farm.admin, farm.t, await coloured(2048))
  expect(uploaded.status).toBe(200)
  const { body } = await farm.admin.call(panoramaCalls.add, { params: { t: farm.t }, body: { panoramaName: 'Far', ...uploaded.body } })
  await vi.waitFor(
    async () => {
      const { body: now } = await farm.admin.call(panoramaCalls.get, { params: { t: farm.t, id: body.panoramaId } })
      expect(now).toMatchObject({ state: 'ready', progress: 100 })
    },
    { timeout: 60_000, interval: 100 },
  )
  // The original and its pack; nothing of either on this disk.
  expect([...s3.objects.keys()].filter((key) => key.startsWith(`/farm-files/${farm.t}/`))).toHaveLength(2)
  expect(await readdir(join(dataDir, 'files'))).not.toContain('kept')
  expect((await readdir(join(dataDir, 'files', 'incoming'))).filter((name) => !name.includes('.'))).toEqual([])
  for (const face of CUBE_FACES) {
    const tile = await farm.admin.raw('GET', tileUrlOf(body.panoramaImages, face, 0, 0, 0))
    expect([tile.status, tile.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(new Uint8Array(await tile.arrayBuffer()).subarray(0, 3)).toEqual(Uint8Array.of(0xff, 0xd8, 0xff))
  }
  s3.fail(true)
  const lost = await farm.admin.raw('GET', tileUrlOf(body.panoramaImages, 'back', 0, 0, 0))
  expect(lost.status).toBeGreaterThanOrEqual(500)
  s3.fail(false)
})

test('a store that is full of its quota takes no more, says so before the body, and keeps nothing of it', async () => {
  const picture = await jpegOf(1000, 500)
  await upload(farm.admin, farm.t, picture)
  const before = await kept()
  const objects = s3.objects.size
  const refused = await upload(farm.admin, farm.t, picture)
  expect(outcome(refused)).toEqual([413, 'error.file.noSpace'])
  expect(await kept()).toBe(before)
  expect(s3.objects.size).toBe(objects)
})
