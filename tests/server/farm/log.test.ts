import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Failure } from '#contract/core/failure'
import { farmLogCalls, MOST_OF_SHEET } from '#contract/farm/log'
import { LOG, LOG_CREATE, LOG_EDIT } from '#contract/farm/logCodes'
import { fileCalls } from '#contract/media/files'
import type { Client } from '../harness.ts'
import { aLogFarm, DAY, HOUR, type LogBase, type LogFarm, NOON } from './logFarm.ts'

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
let farm: LogFarm
let north: LogBase
let south: LogBase
let writer: Client & { readonly id: number }
beforeAll(async () => {
  farm = await aLogFarm(() => NOON + DAY)
  north = await farm.aBase('North')
  south = await farm.aBase('South')
  writer = await farm.enter([LOG, LOG_CREATE], [north.areaId], 'Writer')
})
afterAll(() => farm?.server.close())

const besides = (answer: { body: unknown }) => Object.keys((answer.body as Failure).fields ?? {})
const aNote = (given: object = {}) => ({ logTitle: 'Frost', at: NOON, areaId: north.areaId, ...given })
const write = (by: Client, given: object = {}) =>
  by.call(farmLogCalls.write, { params: { t: farm.t }, body: { logType: 'text', ...aNote(given) } })
const written = async (given: object = {}, by: Client = writer) => {
  const { status, body } = await write(by, given)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
const edit = (by: Client, id: number, given: object = {}, objectVersionNumber = 1) =>
  by.call(farmLogCalls.edit, { params: { t: farm.t }, body: { ...aNote(given), id, objectVersionNumber } })
const remove = (by: Client, id: number, objectVersionNumber = 1) =>
  by.call(farmLogCalls.remove, { params: { t: farm.t }, body: { id, objectVersionNumber } })
const found = async (by: Client, id: number) =>
  (await farm.read(by, { source: 'note', size: 500 })).content.find((row) => row.id === String(id))
const aPicture = async () => {
  const body = { kind: 'image', file: new File([PIXEL], 'pixel.png') }
  return (await farm.admin.call(fileCalls.upload, { params: { t: farm.t }, body })).body
}
const usersOf = async (id: number) =>
  (await farm.server.owner.query("select file_id from furrow.file_use where holder = 'farm_log' and holder_id = $1", [id])).rows.length

describe('an entry', () => {
  test('is written of a base, a plot or a batch that brings its plot, and stands in the log under who wrote it', async () => {
    const { id, fileUrl } = await aPicture()
    const entry = await written({
      batchId: north.batchId,
      logLevel: 'warn',
      description: ' Two rows ',
      logTitle: ' Frost ',
      content: [fileUrl],
    })
    expect(entry).toMatchObject({
      logType: 'text',
      logTitle: 'Frost',
      description: 'Two rows',
      at: NOON,
      by: 'Writer',
      deviceId: null,
      content: [fileUrl],
    })
    expect(await found(writer, entry.id)).toMatchObject({
      source: 'note',
      at: NOON,
      level: 'warn',
      text: 'Two rows',
      by: 'Writer',
      landId: north.landId,
      batchId: north.batchId,
      pictures: [fileUrl],
      objectVersionNumber: 1,
    })
    // A picture that it shows is not swept.
    expect((await farm.server.owner.query('select holder from furrow.file_use where file_id = $1', [id])).rows).toEqual([
      { holder: 'farm_log' },
    ])
    expect(await found(writer, (await written({ landId: north.landId })).id)).toMatchObject({ landId: north.landId, batchId: null })
  })

  test('is refused beside the input: without a title, too long, to come, before 2000, on a plot or batch of elsewhere, with what is no picture', async () => {
    const south0 = { landId: south.landId, batchId: south.batchId }
    const otherPlot = (await farm.build.aLand({ tenant_id: farm.t, area_id: north.areaId })).id
    for (const [given, field] of [
      [{ logTitle: '' }, 'logTitle'],
      [{ logTitle: '  ' }, 'logTitle'],
      [{ logTitle: undefined }, 'logTitle'],
      [{ logTitle: 'a'.repeat(61) }, 'logTitle'],
      [{ description: 'a'.repeat(1001) }, 'description'],
      [{ description: 'a\u0000' }, 'description'],
      [{ logLevel: 'loud' }, 'logLevel'],
      [{ at: undefined }, 'at'],
      [{ at: NOON + 2 * DAY }, 'at'],
      [{ at: 0 }, 'at'],
      [{ landId: south0.landId }, 'landId'],
      [{ landId: 999_999 }, 'landId'],
      [{ batchId: south0.batchId }, 'batchId'],
      [{ landId: otherPlot, batchId: north.batchId }, 'batchId'],
      [{ areaId: 999_999 }, 'areaId'],
      [{ content: Array(10).fill('/hfle/v1/1/files/00000000-0000-4000-8000-000000000000/content') }, 'content'],
      [{ content: ['/hfle/v1/1/files/00000000-0000-4000-8000-000000000000/content'] }, 'content'],
      [{ content: ['javascript:alert(1)'] }, 'content'],
    ] as const)
      expect([given, besides(await write(farm.admin, given))]).toEqual([given, [field]])
    expect((await written({ logTitle: 'a'.repeat(60), description: 'b'.repeat(1000) })).description).toHaveLength(1000)
    // What a camera writes has its pictures, and its camera.
    expect(besides(await write(farm.admin, { logType: 'image', description: '', logLevel: 'info' }))).toEqual(['content', 'deviceId'])
    expect(besides(await write(farm.admin, { logType: 'song' }))).toEqual(['logType'])
  })

  test('is written by who may write there alone', async () => {
    const reader = await farm.enter([LOG])
    expect((await write(reader)).status).toBe(403)
    expect(besides(await write(writer, { areaId: south.areaId }))).toEqual(['areaId'])
    // To look through cameras allows to write of what they see, and nothing else.
    const looker = await farm.enter([LOG, 'wfpf.farm.equipment.camera'])
    expect((await write(looker)).status).toBe(403)
    // The log lends no camera, and its code in one base none in another.
    const camera = await farm.build.aDevice({ tenant_id: farm.t, area_id: north.areaId, device_type: 'camera' })
    const seen = { logType: 'image', deviceId: camera.id, description: '', logLevel: 'info', content: [(await aPicture()).fileUrl] }
    expect((await write(writer, seen)).status).toBe(403)
  })

  test('is changed and deleted by who wrote it, or who edits the log there; by nobody else', async () => {
    const { id } = await written()
    const colleague = await farm.enter([LOG, LOG_CREATE])
    const editor = await farm.enter([LOG, LOG_EDIT], [north.areaId])
    const elsewhere = await farm.enter([LOG, LOG_EDIT], [south.areaId])
    const mixed = await farm.build.aUser({ tenantId: farm.t, codes: [LOG] })
    await farm.build.aRole({ tenant_id: farm.t, codes: [LOG_EDIT], userId: mixed.id, areaIds: [south.areaId] })
    const mixing = await farm.server.signIn(mixed.login_name)
    for (const by of [colleague, mixing]) {
      expect([(await edit(by, id)).status, (await remove(by, id)).status]).toEqual([403, 403])
      expect(await found(by, id)).toMatchObject({ objectVersionNumber: null })
    }
    expect([(await edit(elsewhere, id)).status, (await remove(elsewhere, id)).status]).toEqual([404, 404])
    expect((await edit(writer, id, { logTitle: 'Hard frost', landId: north.landId })).body).toBe(1)
    expect(await found(editor, id)).toMatchObject({ title: 'Hard frost', landId: north.landId, objectVersionNumber: 2, by: 'Writer' })
    expect((await edit(editor, id)).status).toBe(409)
    expect((await edit(editor, id, { logLevel: 'error' }, 2)).body).toBe(1)
    expect(besides(await edit(editor, id, { logTitle: ' ' }, 3))).toEqual(['logTitle'])
    expect(besides(await edit(editor, id, { areaId: south.areaId }, 3))).toEqual(['areaId'])
    expect((await remove(editor, id, 2)).status).toBe(409)
    expect((await remove(editor, id, 3)).body).toBe(1)
    expect((await remove(editor, id, 3)).status).toBe(404)
    // What a camera saw is no entry of a person.
    const seen = Number(await north.camera())
    expect([(await edit(farm.admin, seen)).status, (await remove(farm.admin, seen)).status]).toEqual([404, 404])
  })

  test('lets go of pictures that it does not show any more; to another base it moves for who may write there', async () => {
    const [one, two] = [(await aPicture()).fileUrl, (await aPicture()).fileUrl]
    const { id } = await written({ content: [one, two] }, farm.admin)
    expect(await usersOf(id)).toBe(2)
    expect((await edit(farm.admin, id, { content: [two], areaId: south.areaId })).body).toBe(1)
    expect(await usersOf(id)).toBe(1)
    expect(await found(farm.admin, id)).toMatchObject({ areaId: south.areaId, pictures: [two] })
    expect(await found(writer, id)).toBeUndefined()
    expect((await remove(farm.admin, id, 2)).body).toBe(1)
    expect(await usersOf(id)).toBe(0)
    // Who reads there and writes elsewhere moves nothing there.
    const user = await farm.build.aUser({ tenantId: farm.t, codes: [LOG] })
    await farm.build.aRole({ tenant_id: farm.t, codes: [LOG_CREATE], userId: user.id, areaIds: [north.areaId] })
    const half = await farm.server.signIn(user.login_name)
    const own = await written({}, half)
    expect(besides(await edit(half, own.id, { areaId: south.areaId }))).toEqual(['areaId'])
    expect((await edit(half, own.id, { logTitle: 'Mine' })).body).toBe(1)
  })

  test('is of its plot and batch as long as they are there', async () => {
    const land = (await farm.build.aLand({ tenant_id: farm.t, area_id: north.areaId })).id
    const { id } = await written({ landId: land })
    await farm.server.owner.query('delete from furrow.land where id = $1', [land])
    expect(await found(writer, id)).toMatchObject({ landId: null, landName: null })
  })
})

describe('the spreadsheet', () => {
  const sheetOf = async (by: Client, query: string) => {
    const answer = await by.raw('GET', `${farmLogCalls.export.path.replace('{t}', String(farm.t))}?${query}`, {
      headers: { 'accept-language': 'en-US' },
    })
    return answer.status === 200
      ? ((await readSheet(Buffer.from(await answer.arrayBuffer()))) as unknown as unknown[][])
      : ((await answer.json()) as Failure).message
  }

  test('holds the rows of the log as it is narrowed, in words; a text that begins as a formula stays a text', async () => {
    const base = await farm.aBase('Sheet')
    await base.note({ log_title: '=1+1', description: 'Cold', land_id: base.landId })
    await base.harvest()
    await base.task({ at: NOON - HOUR })
    const rows = await sheetOf(farm.admin, `areaId=${base.areaId}`)
    expect(rows[0]).toEqual([
      'When',
      'Kind',
      'Title',
      'What happened',
      'Level',
      'Details',
      'Times',
      'Who',
      'Base',
      'Plot',
      'Batch',
      'Device',
    ])
    expect(rows[1]).toEqual([
      new Date(Date.UTC(2026, 2, 10, 12)),
      'Entries',
      '=1+1',
      'Entry',
      'Note',
      'Cold',
      1,
      'Lin',
      'Sheet',
      'Sheet plot',
      null,
      null,
    ])
    expect((rows as unknown[][]).map((row) => row[1])).toEqual(['Kind', 'Entries', 'Tasks', 'Harvests'])
    expect(await sheetOf(farm.admin, `areaId=${base.areaId}&source=task`)).toHaveLength(2)
    expect(await sheetOf(writer, '')).toBe('No permissions!')
  })

  test('refuses more rows than it holds, and says how many it does', { timeout: 60_000 }, async () => {
    const base = await farm.aBase('Many')
    const add = (count: number) =>
      farm.server.owner.query(
        `insert into furrow.farm_log (tenant_id, area_id, log_type, log_level, log_title, at) select $1, $2, 'text', 'info', 'n' || n, n from generate_series(1, $3::int) n`,
        [farm.t, base.areaId, count],
      )
    await add(MOST_OF_SHEET)
    expect(await sheetOf(farm.admin, `areaId=${base.areaId}`)).toHaveLength(MOST_OF_SHEET + 1)
    await add(1)
    expect(await sheetOf(farm.admin, `areaId=${base.areaId}`)).toBe(
      `More than ${MOST_OF_SHEET} rows: narrow the log, for example to fewer days`,
    )
  })
})

test('people who may have written are the members of the tenant', async () => {
  const { body } = await writer.call(farmLogCalls.people, { params: { t: farm.t } })
  expect(body).toContainEqual({ userId: writer.id, realName: 'Writer' })
  expect(body).toContainEqual({ userId: farm.adminId, realName: 'Manager' })
})
