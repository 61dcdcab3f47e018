import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RECORD_MODES } from '#contract/cameras/recording'
import { pool } from '#server/ground/database/open'
import { arrange } from '../arrange.ts'
import { emptyDatabase, silentLog } from '../database/testDatabase.ts'
import { type ChildServer, childServer, peopleAndDevice } from '../faults/childServer.ts'
import { aCamera } from './aCamera.ts'
import { lastStrip, watch } from './watching.ts'

interface Row {
  readonly id: number
  readonly from_at: number
  readonly to_at: number
  readonly bytes: number
  readonly open_flag: number
}
let database: Awaited<ReturnType<typeof emptyDatabase>>
let owner: pg.Pool
let server: ChildServer
let dataDir: string
beforeAll(async () => {
  database = await emptyDatabase()
  owner = pool(database.url, { max: 3 }, silentLog)
  dataDir = await mkdtemp(join(tmpdir(), 'furrow-kill-'))
  server = await childServer(database.url, { DATA_DIR: dataDir })
})
afterAll(async () => {
  await server?.stop()
  await owner?.end()
  await database?.drop()
  await rm(dataDir, { recursive: true, force: true })
})

test(
  'what was recorded until a server was killed is whole, is shown by the next one, and is gone on with',
  { timeout: 90_000 },
  async () => {
    const { tenant, area, user } = await peopleAndDevice(owner)
    const { id } = await aCamera(arrange(owner), { tenant_id: tenant.id, area_id: area.id })
    const ask = async (method: string, path: string, body: object) => {
      const headers = { authorization: `Bearer ${await server.signIn(user.login_name)}`, 'content-type': 'application/json' }
      const answer = await fetch(`${server.url}/wfpe/v1/${tenant.id}/camera/${path}`, { method, headers, body: JSON.stringify(body) })
      return (await answer.json()) as Record<string, unknown>
    }
    const rows = async () =>
      (await owner.query('select * from furrow.camera_segment where device_id = $1 order by from_at', [id])).rows as Row[]
    const wanted = { recordMode: RECORD_MODES.always, objectVersionNumber: 0 }
    expect(await ask('PUT', `${id}/recording`, wanted)).toMatchObject({ recordMode: RECORD_MODES.always })
    await vi.waitFor(async () => expect((await rows())[0]?.bytes).toBeGreaterThan(100_000), { timeout: 20_000, interval: 50 })
    await server.stop('SIGKILL')

    const [left] = await rows()
    expect(left!.open_flag).toBe(1)
    const file = join(dataDir, 'recordings', String(tenant.id), String(id), `${left!.id}.ts`)
    // A group of which a part was written.
    const { size } = await stat(file)
    await appendFile(file, Buffer.alloc(1000, 0x47))
    server = await childServer(database.url, { DATA_DIR: dataDir })
    await vi.waitFor(async () => expect((await rows())[1]?.open_flag).toBe(1), { timeout: 20_000, interval: 50 })
    const [whole, next] = await rows()
    expect(whole).toMatchObject({ id: left!.id, open_flag: 0, bytes: size })
    expect((await stat(file)).size).toBe(size)
    expect(whole!.to_at).toBeGreaterThanOrEqual(left!.to_at)
    expect(next!.from_at).toBeGreaterThanOrEqual(whole!.to_at)

    const { url } = await ask('POST', 'playback', { cameraId: id, at: whole!.to_at - 1500, speed: 1 })
    const one = await watch(server, String(url))
    await vi.waitFor(() => expect(one.words.some(({ at }) => at === next!.from_at)).toBe(true), { timeout: 10_000, interval: 20 })
    expect(one.words.find(({ at }) => at !== undefined)!.at).toBeLessThan(whole!.to_at)
    await vi.waitFor(async () => expect(await lastStrip(one.bytes())).not.toBeNull(), { timeout: 10_000 })
    one.socket.close()
  },
)
