import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseHotspots } from '#contract/panoramas/hotspot'
import { panoramaCalls } from '#contract/panoramas/panorama'
import { panoramaScenesCalls } from '#contract/panoramas/scene'
import { panoramaVrCalls } from '#contract/panoramas/tour'
import { DEMO_PASSWORD, demoAreas } from '#demo/farm'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

const t = 1
const SOON = { timeout: 90_000, interval: 200 }

let server: TestServer
let dataDir: string
let admin: Client
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'furrow-demo-'))
  server = await startTestServer({ demo: true, config: { dataDir } })
  admin = await server.signIn('admin', DEMO_PASSWORD)
}, 180_000)
afterAll(async () => {
  await server?.close()
  await rm(dataDir, { recursive: true, force: true })
})

const tours = async () => (await admin.call(panoramaVrCalls.page, { params: { t }, query: { size: 0 } })).body.content
const drawNow = () => server.owner.query("update furrow.job set due_at = $1 where name = 'demo.panoramas'", [Date.now()])
const panoramas = async () => (await admin.call(panoramaCalls.page, { params: { t }, query: { size: 0 } })).body.content

test('the demo has two tours of drawn panoramas, which say so, soon after its first start', { timeout: 240_000 }, async () => {
  expect(await tours()).toEqual([])
  await drawNow()
  await vi.waitFor(async () => expect(await tours()).toHaveLength(2), SOON)
  await vi.waitFor(async () => expect((await panoramas()).map(({ state }) => state)).toEqual(Array(4).fill('ready')), SOON)
  for (const { panoramaName } of await panoramas()) expect(panoramaName).toContain('示意')
  const made = await tours()
  expect(made.map(({ areaId }) => areaId[0]).toSorted((one, other) => one! - other!)).toEqual(demoAreas.slice(0, 2).map(({ id }) => id))
  const kinds = new Set<number>()
  for (const { vrId, vrCover } of made) {
    expect((await admin.raw('GET', vrCover)).status).toBe(200)
    const scenes = (await admin.call(panoramaScenesCalls.list, { params: { t }, query: { vrId } })).body
    const { rows } = await server.owner.query<{ id: number; name: string }>('select id, name from furrow.device where tenant_id = $1', [t])
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    for (const scene of scenes) {
      const { hotspots, unread } = parseHotspots(scene.hotSpotJson)
      expect([unread, hotspots.length > 2]).toEqual([0, true])
      for (const hotspot of hotspots) {
        kinds.add(hotspot.HType)
        if (hotspot.HType === 2) expect(names.get(hotspot.content.id)).toBe(hotspot.content.name)
        if (hotspot.HType === 3) expect((await admin.raw('GET', hotspot.content[0]!)).status).toBe(200)
      }
    }
    // Each scene leads to the other, and back.
    const links = scenes.map(({ hotSpotJson }) => parseHotspots(hotSpotJson).hotspots.flatMap((one) => one.linkedscene ?? []))
    expect(links).toEqual([[scenes[1]!.scenesId], [scenes[0]!.scenesId]])
  }
  expect(kinds).toEqual(new Set([1, 2, 3, 4, 5]))
})

test('what was drawn is not drawn again', async () => {
  const before = [await tours(), await panoramas()]
  await server.owner.query("insert into furrow.job (name, due_at, created_at) values ('demo.panoramas', 0, 0)")
  await vi.waitFor(async () => {
    const { rowCount } = await server.owner.query("select from furrow.job where name = 'demo.panoramas'")
    expect(rowCount).toBe(0)
  }, SOON)
  expect([await tours(), await panoramas()]).toEqual(before)
})
