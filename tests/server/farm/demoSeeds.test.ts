import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { homeCalls } from '#contract/home/home'
import { pictureCalls } from '#contract/media/picture'
import { farmLogCalls, type LogSource } from '#contract/farm/log'
import { seed } from '#contract/farm/seed'
import { seedPath } from '#contract/farm/seedPath'
import { DEMO_PASSWORD } from '#demo/farm'
import { startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ demo: true })
}, 180_000)
afterAll(() => server?.close())

test(
  'the demo has seeds whose pictures are drawn soon after its first start; what is not published is not public',
  { timeout: 120_000 },
  async () => {
    const admin = await server.signIn('admin', DEMO_PASSWORD)
    await server.owner.query("update furrow.job set due_at = $1 where name = 'demo.seeds'", [Date.now()])
    const seeds = async () => (await admin.call(seed.calls.page, { params: { t: 1 }, query: { size: 0 } })).body.content
    await vi.waitFor(
      async () =>
        expect((await seeds()).every(({ imageUrl, farmingPractices }) => imageUrl && farmingPractices.every((one) => one.imageUrl))).toBe(
          true,
        ),
      { timeout: 60_000, interval: 200 },
    )
    const all = await seeds()
    expect(all.map(({ published }) => published).toSorted((one, other) => one - other)).toEqual([0, 1, 1])
    for (const { seedId, published } of all)
      expect((await server.anonymous.raw('GET', seedPath(1, seedId))).status).toBe(published === 1 ? 200 : 404)
  },
)

test('the demo has a log of every source, whose pictures are drawn soon after its first start', { timeout: 120_000 }, async () => {
  const admin = await server.signIn('admin', DEMO_PASSWORD)
  await server.owner.query("update furrow.job set due_at = $1 where name = 'demo.farmLog'", [Date.now()])
  const read = async (source: LogSource) =>
    (await admin.call(farmLogCalls.page, { params: { t: 1 }, query: { areaId: 1, source, size: 500 } })).body.content
  await vi.waitFor(async () => expect((await read('note')).filter(({ pictures }) => pictures.length > 0)).toHaveLength(3), {
    timeout: 60_000,
    interval: 200,
  })
  // What has happened of alarms and harvests is that of their own demo.
  for (const source of ['note', 'camera', 'activity', 'task', 'harvest', 'command'] as const)
    expect([source, (await read(source)).length > 0]).toEqual([source, true])
  const [picture] = (await read('camera'))[0]!.pictures
  expect((await admin.raw('GET', picture!)).status).toBe(200)
})

test('the demo has pictures in folders and a film on /home, made soon after its first start, and once', { timeout: 120_000 }, async () => {
  const admin = await server.signIn('admin', DEMO_PASSWORD)
  const done = () =>
    vi.waitFor(async () => expect((await server.owner.query(`select from furrow.job where name = 'demo.content'`)).rowCount).toBe(0), {
      timeout: 60_000,
      interval: 200,
    })
  const pictures = async () => (await admin.call(pictureCalls.page, { params: { t: 1 }, query: { size: 0 } })).body.content
  const films = async () => (await admin.call(homeCalls.portal, { params: { t: 1 } })).body.videos
  await server.owner.query("update furrow.job set due_at = $1 where name = 'demo.content'", [Date.now()])
  await done()
  expect(await films()).toHaveLength(1)
  const made = await pictures()
  expect(made).toHaveLength(4)
  expect(made.every(({ folderId, tags }) => folderId !== null && tags.length > 0)).toBe(true)
  const [film] = await films()
  for (const address of [made[0]!.fileUrl, film!.posterUrl!]) expect((await admin.raw('GET', address)).status).toBe(200)
  // Begun again, as after a server that died in between, it makes nothing twice.
  await server.owner.query(`insert into furrow.job (name, key, due_at, created_at) values ('demo.content', '', $1, $1)`, [Date.now()])
  await done()
  expect([(await pictures()).length, (await films()).length]).toEqual([4, 1])
})
