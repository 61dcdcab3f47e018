import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parsePanoramaImages } from '#contract/panoramas/picture'
import { pool } from '#server/ground/database/open'
import { arrange } from '../arrange.ts'
import { emptyDatabase, silentLog } from '../database/testDatabase.ts'
import { type ChildServer, childServer } from '../faults/childServer.ts'
import { coloured } from './aTour.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let owner: pg.Pool
let folder: string
let server: ChildServer
let t: number
let user: string
const begin = () => childServer(database.url, { DATA_DIR: folder })
beforeAll(async () => {
  database = await emptyDatabase()
  owner = pool(database.url, { max: 3 }, silentLog)
  folder = mkdtempSync(join(tmpdir(), 'panoramas-'))
  server = await begin()
  const build = arrange(owner)
  t = (await build.aTenant()).id
  user = (await build.aUser({ tenantId: t, codes: ['*'] })).login_name
})
afterAll(async () => {
  await server?.stop()
  await owner?.end()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const standing = async (id: string) =>
  (
    await owner.query<{ state: string; progress: number; packs: number }>(
      `select state, progress, (select count(*)::int from furrow.file f where f.tenant_id = p.tenant_id and f.id <> p.id) as packs
       from furrow.panorama_picture p where id = $1`,
      [id],
    )
  ).rows[0]!

test('a panorama whose making a kill interrupted is made once after the restart', { timeout: 180_000 }, async () => {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(await coloured(8192))], 'pond.jpg'))
  const authorization = `Bearer ${await server.signIn(user)}`
  const answer = await fetch(`${server.url}/wfpf/v1/${t}/panorama/multipart`, { method: 'POST', headers: { authorization }, body: form })
  expect(answer.status).toBe(200)
  const { panoramaImages } = (await answer.json()) as { panoramaImages: string }
  const { pictureId } = parsePanoramaImages(panoramaImages)!
  const packsBefore = (await standing(pictureId)).packs
  await vi.waitFor(async () => expect((await standing(pictureId)).progress).toBeGreaterThan(0), { timeout: 60_000, interval: 20 })
  await server.stop('SIGKILL')
  const left = await standing(pictureId)
  expect(left).toMatchObject({ state: 'making', packs: packsBefore })
  expect(left.progress).toBeLessThan(100)
  // Also where no server was there for long.
  await owner.query(`update furrow.job set due_at = due_at - 600000 where name = 'panoramas.make'`)
  server = await begin()
  await vi.waitFor(async () => expect((await standing(pictureId)).state).toBe('ready'), { timeout: 90_000, interval: 100 })
  expect(await standing(pictureId)).toEqual({ state: 'ready', progress: 100, packs: packsBefore + 1 })
  // The turn ends after what it made is there.
  await vi.waitFor(async () => expect((await owner.query(`select from furrow.job where name = 'panoramas.make'`)).rowCount).toBe(0))
})
