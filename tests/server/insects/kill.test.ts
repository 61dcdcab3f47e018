import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pool } from '#server/ground/database/open'
import { arrange } from '../arrange.ts'
import { inbox } from '../broker/farm.ts'
import { emptyDatabase, silentLog } from '../database/testDatabase.ts'
import { type ChildServer, childServer, peopleAndDevice } from '../faults/childServer.ts'
import { sheet } from './lamp.ts'

interface Told {
  readonly verb?: string
  readonly args: { readonly upload: string }
}

let database: Awaited<ReturnType<typeof emptyDatabase>>
let owner: pg.Pool
let folder: string
let server: ChildServer
let t: number
let user: string
let lamp: Awaited<ReturnType<ReturnType<typeof arrange>['aDevice']>>
const begin = () => childServer(database.url, { DATA_DIR: folder })
beforeAll(async () => {
  database = await emptyDatabase()
  owner = pool(database.url, { max: 3 }, silentLog)
  folder = mkdtempSync(join(tmpdir(), 'insects-'))
  server = await begin()
  const people = await peopleAndDevice(owner)
  t = people.tenant.id
  user = people.user.login_name
  lamp = await arrange(owner).aDevice({ tenant_id: t, area_id: people.area.id, device_type: 'insectSituationLamp' })
})
afterAll(async () => {
  await server?.stop()
  await owner?.end()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function post(path: string, body: object = {}): Promise<{ result: number }> {
  const answer = await fetch(`${server.url}/wfpe/v1/${t}/insect-lamp/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await server.signIn(user)}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { result: number }
}
async function connect() {
  const client = await server.device(lamp)
  const got = inbox<Told>(client)
  client.on('message', (topic) => client.publish(`${topic}/reply`, '{"ok":true}', { qos: 1 }))
  await client.subscribeAsync(`furrow/${t}/${lamp.eui}/commands/+`, { qos: 1 })
  return { photographs: () => got.filter(({ verb }) => verb === 'photograph') }
}
async function upload({ args }: Told, picture: Buffer): Promise<number> {
  const answer = await fetch(`${server.url}${args.upload}`, {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(picture),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { pictureId: number }).pictureId
}
const standing = async (id: number) =>
  (
    await owner.query<{ state: string; run: number; boxes: number }>(
      `select state, run, (select count(*)::int from furrow.insect_box where picture_id = p.id) as boxes from furrow.insect_picture p where id = $1`,
      [id],
    )
  ).rows[0]!
const due = async () =>
  (await owner.query<{ due_at: number }>(`select due_at from furrow.job where name = 'devices.photograph'`)).rows[0]!.due_at

test('an identification that a kill interrupted is done once after the restart', { timeout: 120_000 }, async () => {
  const device = await connect()
  expect((await post(`${lamp.eui}/photograph`)).result).toBe(1)
  await vi.waitFor(() => expect(device.photographs()).toHaveLength(1), { timeout: 10_000 })
  const id = await upload(device.photographs()[0]!, await sheet(23))
  await server.stop('SIGKILL')
  expect(await standing(id)).toEqual({ state: 'waiting', run: 1, boxes: 0 })
  server = await begin()
  await vi.waitFor(async () => expect((await standing(id)).state).toBe('counted'), { timeout: 60_000, interval: 100 })
  expect(await standing(id)).toEqual({ state: 'counted', run: 1, boxes: 23 })
  expect((await owner.query(`select from furrow.job where name = 'devices.identifyInsects'`)).rowCount).toBe(0)
})

test('a photograph that was due while no server ran is taken once by the next one', { timeout: 180_000 }, async () => {
  await connect()
  expect((await post('configure', { imei: lamp.eui, values: { controlMinutes: 60, photoMinutes: 60 } })).result).toBe(1)
  const pictures = async () => (await owner.query('select from furrow.insect_picture')).rowCount!
  const before = await pictures()
  await server.stop('SIGKILL')
  await owner.query(`update furrow.job set due_at = $1 where name = 'devices.photograph'`, [Date.now() - 600_000])
  server = await begin()
  const back = await connect()
  // The lamp may have come back after the clock asked for the first time: it is asked again within the minute.
  await vi.waitFor(() => expect(back.photographs()).toHaveLength(1), { timeout: 90_000, interval: 200 })
  const told = back.photographs()[0]!
  await upload(told, await sheet(2))
  // The address is good once, and the next time is the regular one.
  const again = await fetch(`${server.url}${told.args.upload}`, { method: 'PUT', body: new Uint8Array(await sheet(2)) })
  expect(again.status).toBe(409)
  await vi.waitFor(async () => expect((await due()) - Date.now()).toBeGreaterThan(60_000), { timeout: 10_000 })
  expect(back.photographs()).toHaveLength(1)
  expect(await pictures()).toBe(before + 1)
})
