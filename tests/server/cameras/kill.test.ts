import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DIRECTIONS } from '#contract/cameras/control'
import { pool } from '#server/ground/database/open'
import { arrange } from '../arrange.ts'
import { emptyDatabase, silentLog } from '../database/testDatabase.ts'
import { type ChildServer, childServer, peopleAndDevice } from '../faults/childServer.ts'
import { aCamera } from './aCamera.ts'
import { watch } from './watching.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let owner: pg.Pool
let server: ChildServer
let dataDir: string
beforeAll(async () => {
  database = await emptyDatabase()
  owner = pool(database.url, { max: 3 }, silentLog)
  dataDir = mkdtempSync(join(tmpdir(), 'furrow-killed-'))
  server = await childServer(database.url, { DATA_DIR: dataDir })
})
afterAll(async () => {
  await server?.stop()
  await owner?.end()
  await database?.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a camera that was held when its server was killed stands within 2 s of the next one', { timeout: 60_000 }, async () => {
  const { tenant, area, user } = await peopleAndDevice(owner)
  const { id } = await aCamera(arrange(owner), { tenant_id: tenant.id, area_id: area.id })
  const { right } = DIRECTIONS
  const moved = await fetch(`${server.url}/wfpe/v1/${tenant.id}/camera/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await server.signIn(user.login_name)}` },
    body: new URLSearchParams({ direction: String(right), hold: 'one' }),
  })
  expect(await moved.json()).toBe(1)
  await server.stop('SIGKILL')
  const row = async () =>
    (await owner.query('select moving, held_until, pose from furrow.camera where device_id = $1', [id])).rows[0] as object
  expect(await row()).toMatchObject({ moving: right, pose: { direction: right } })

  server = await childServer(database.url, { DATA_DIR: dataDir })
  await vi.waitFor(async () => expect(await row()).toMatchObject({ moving: null, held_until: null, pose: { direction: null } }), {
    timeout: 2000,
    interval: 50,
  })
})

test('an encoder that did not notice that its server was killed is ended by the next one', { timeout: 60_000 }, async () => {
  const { tenant, area, user } = await peopleAndDevice(owner)
  const { id } = await aCamera(arrange(owner), { tenant_id: tenant.id, area_id: area.id })
  const opened = await fetch(`${server.url}/wfpe/v1/${tenant.id}/camera/live`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await server.signIn(user.login_name)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ cameraId: id, protocol: 1, clarity: 1 }),
  })
  const one = await watch(server, ((await opened.json()) as { url: string }).url)
  await vi.waitFor(() => expect(one.words.at(-1)).toMatchObject({ state: 'live' }), { timeout: 20_000 })
  const pids = readdirSync(join(dataDir, 'cameras')).map(Number)
  expect(pids).toHaveLength(1)
  // It stands still: it reads no end of its input, and writes to nobody.
  process.kill(pids[0]!, 'SIGSTOP')
  await server.stop('SIGKILL')
  expect(existsSync(`/proc/${pids[0]}`)).toBe(true)
  server = await childServer(database.url, { DATA_DIR: dataDir })
  await vi.waitFor(() => expect(existsSync(`/proc/${pids[0]}/exe`)).toBe(false), { timeout: 3000 })
  expect(readdirSync(join(dataDir, 'cameras'))).toEqual([])
})
