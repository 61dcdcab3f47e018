import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepWho } from '#server/ground/database/parts/keepWho'
import { inTenant } from '#server/ground/database/scope'
import { areaCases } from '../areaCases.ts'
import { type Arrange, arrange } from '../arrange.ts'
import { startTestDatabase } from './testDatabase.ts'

/** Tables of the ground that do not say who wrote their rows and when, and why. An area names its own in its cases.ts. */
const WITHOUT: Readonly<Record<string, string>> = {
  approval_copy: 'written by the engine; approval_record says who brought it about',
  approval_instance: 'moved by the engine; approval_record has each step with who and when',
  approval_record: 'never changed, and says itself who and when',
  approval_task: 'moved by the engine; approval_record has each step with who and when',
  audit_entry: 'written by the database, and says itself who and when',
  captcha: 'written for who is not signed in, and gone within minutes',
  client_use: 'written by the server, once a minute',
  command: 'says its author and its time itself; what follows is the word of the device, with its time',
  device_clock: 'written by ingest',
  device_heard: 'written by ingest',
  device_loss: 'written by a job',
  document_number: 'a counter',
  done_call: 'says whose act it was and when, and is never changed',
  file: 'says its owner and its time itself, and is never changed',
  file_use: 'follows from the row that uses the file, which says who',
  ingest_writer: 'written by ingest',
  job: 'written by the clock',
  loose_file: 'gone within a day; its file says whose it was',
  menu_theme: 'the user whose it is writes it alone',
  migration: 'written at the start',
  notice_read: 'says who and when itself',
  online_log: 'written by the server',
  outbox: 'written beside what it tells of, and gone once told',
  past_device: 'written by the database when a device goes',
  past_member: 'written by the database when somebody leaves',
  phone_code: 'written for who is not signed in, and gone within minutes',
  reading: 'written by ingest',
  reading_hour: 'written by a job',
  reading_minute: 'written by a job',
  rejected_count: 'written by ingest',
  rejected_message: 'written by ingest',
  retention: 'written by a job',
  rollup_dirty: 'written by ingest',
  server_secret: 'written at the start',
  session: 'written by sign-in, and says whose it is',
  external_attempt: 'written for who is not signed in',
  external_login: 'the user whose it is writes it alone',
  second_factor: 'the user whose it is writes it; who else may end it is in the trail',
  second_factor_offer: 'the user whose it is writes it alone',
  sign_in_challenge: 'written for who is not signed in',
  viewing: 'says whose it is itself',
  sign_in_failure: 'written for who is not signed in',
  try_limit: 'written for who is not signed in',
  rollup_horizon: 'one row, of the roll-up job',
  switch_change: 'written by ingest',
  user_message: 'written by the server',
  watch_state: 'written by the evaluator',
  work_bench: 'the user whose it is writes it alone',
}

let database: Awaited<ReturnType<typeof startTestDatabase>>
let build: Arrange
let tenantId: number
let areaId: number
beforeAll(async () => {
  database = await startTestDatabase()
  build = arrange(database.owner)
  tenantId = (await build.aTenant()).id
  areaId = (await build.anArea({ tenant_id: tenantId })).id
})
afterAll(() => database?.close())

const WHO = ['created_at', 'created_by', 'updated_at', 'updated_by']
const ask = async <Row>(text: string, values: unknown[] = []) => (await database.owner.query(text, values)).rows as Row[]

test('every table says who wrote its rows and when, or is named with its reason', async () => {
  const tables = await ask<{ name: string; who: string[] | null; triggers: number }>(
    `select c.relname as name,
       (select array_agg(attname::text order by attname) from pg_attribute a where a.attrelid = c.oid and a.attname = any($1)) as who,
       (select count(*) from pg_trigger t where t.tgrelid = c.oid and t.tgname in ('who_made', 'who_changed'))::int as triggers
     from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'furrow'
     where c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    [WHO],
  )
  const reasons = Object.assign({}, WITHOUT, ...areaCases.map((area) => area.withoutWho ?? {})) as Record<string, string>
  const saying = tables.filter(({ who, triggers }) => who?.length === WHO.length && triggers === 2).map(({ name }) => name)
  expect(saying.length).toBeGreaterThan(20)
  expect(tables.map(({ name }) => name)).toEqual([...saying, ...Object.keys(reasons)].toSorted())
})

test('a column that a table was given later is watched, but where the server moves it', async () => {
  const tables = await ask<{ name: string; unwatched: string[] }>(
    `select t.tgrelid::regclass::text as name, array_agg(a.attname::text order by a.attname) as unwatched
     from pg_trigger t join pg_attribute a on a.attrelid = t.tgrelid and a.attnum > 0 and not a.attisdropped and a.attnum <> all (t.tgattr)
     where t.tgname = 'who_changed' and array_length(t.tgattr, 1) > 0 group by 1 order by 1`,
  )
  expect(tables).toEqual([
    { name: 'alarm_staff', unwatched: ['tested_at'] },
    { name: 'app_user', unwatched: ['current_tenant_id', 'default_tenant_id'] },
    { name: 'application', unwatched: ['used_at'] },
    {
      name: 'camera',
      unwatched: ['fault', 'held_until', 'hold', 'moved_by', 'moved_name', 'moving', 'picture_at', 'picture_url', 'pose', 'ptz_flag'],
    },
    { name: 'capture_plan', unwatched: ['next_at', 'zone'] },
    { name: 'consult', unwatched: ['read_time'] },
    { name: 'device', unwatched: ['heard_at', 'presence', 'presence_at'] },
    { name: 'firmware_offer', unwatched: ['asked', 'downloaded_at', 'ended_at', 'outcome'] },
    { name: 'insect_picture', unwatched: ['identified_at', 'model', 'reason', 'run', 'state'] },
    { name: 'insect_upload', unwatched: ['command_id', 'used_at'] },
    { name: 'item', unwatched: ['last_place', 'last_ts', 'last_value'] },
    { name: 'personal_token', unwatched: ['used_at'] },
    { name: 'sim_card', unwatched: ['asked_at', 'read_at', 'read_fault'] },
    { name: 'switch', unwatched: ['status', 'status_at'] },
    { name: 'task', unwatched: ['field_versions', 'made_count', 'made_until'] },
  ])
})

describe('a row that people write', () => {
  const made = (userId: number, name: string) =>
    inTenant(database.store.requestDb, { tenantId, userId, areas: null }, (scope) =>
      scope
        .insert('land', [{ area_id: areaId, land_name: name, land_type: 'field' }])
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
  const renamed = (userId: number, id: number, more: object = {}) =>
    inTenant(database.store.requestDb, { tenantId, userId, areas: null }, (scope) =>
      scope
        .update('land')
        .set({ land_name: 'Renamed', ...more })
        .where('land.id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    )

  test('says who made it and who changed it last, and when', async () => {
    const before = Date.now()
    const first = await made(101, 'Of 101')
    expect(first).toMatchObject({ created_by: 101, updated_by: 101, updated_at: first.created_at })
    expect(first.created_at).toBeGreaterThan(before - 2000)
    await expect.poll(() => Date.now()).toBeGreaterThan(first.created_at + 5)
    const second = await renamed(102, first.id)
    expect(second).toMatchObject({ created_by: 101, created_at: first.created_at, updated_by: 102 })
    expect(second.updated_at).toBeGreaterThan(first.updated_at)
  })

  test('cannot be said to be somebody else’s', async () => {
    const { id, created_at } = await made(101, 'Of 101')
    expect(await renamed(102, id, { created_by: 7, created_at: 7, updated_by: 7 })).toMatchObject({
      created_by: 101,
      created_at,
      updated_by: 102,
    })
  })

  test('is nobody’s where the server wrote it', async () => {
    const { id } = await made(101, 'Of 101')
    await database.store.serviceDb.updateTable('land').set({ land_name: 'By a job' }).where('id', '=', id).execute()
    expect((await ask('select created_by, updated_by from furrow.land where id = $1', [id]))[0]).toEqual({
      created_by: 101,
      updated_by: null,
    })
    expect(await made(0, 'Of a job of the request role')).toMatchObject({ created_by: null, updated_by: null })
  })

  test('is not changed by what the server hears of it', async () => {
    const device = await build.aDevice({ tenant_id: tenantId, area_id: areaId })
    const item = await build.anItem({ tenant_id: tenantId, area_id: areaId, device_id: device.id })
    await database.owner.query(
      `update furrow.device set updated_at = 5 where id = ${device.id}; update furrow.item set updated_at = 5 where id = ${item.id}`,
    )
    await database.store.serviceDb.updateTable('device').set({ presence: 'online', presence_at: 9 }).where('id', '=', device.id).execute()
    await database.store.serviceDb.updateTable('item').set({ last_ts: 9, last_value: 1 }).where('id', '=', item.id).execute()
    expect(
      await ask('select updated_at from furrow.device where id = $1 union all select updated_at from furrow.item where id = $2', [
        device.id,
        item.id,
      ]),
    ).toEqual([{ updated_at: 5 }, { updated_at: 5 }])
  })

  test('says so in a table that an area brings', async () => {
    await database.owner.query(
      `set search_path = furrow; create table hive (id bigint primary key, hum int); ${keepWho(['hive'], { hive: ['hum'] })}`,
    )
    await database.owner.query(
      `insert into furrow.hive values (1, 2); update furrow.hive set updated_at = 5; update furrow.hive set hum = 3`,
    )
    expect(await ask('select created_by, updated_at from furrow.hive')).toEqual([{ created_by: null, updated_at: 5 }])
    await database.owner.query('drop table furrow.hive')
  })
})

test('who leaves a tenant is known there by name, and nowhere else', async () => {
  const [other, leaver] = [await build.aTenant(), await build.aUser({ real_name: 'Lin Gone' })]
  await database.owner.query('insert into furrow.membership (tenant_id, user_id) values ($1, $2)', [tenantId, leaver.id])
  await database.owner.query('delete from furrow.membership where tenant_id = $1 and user_id = $2', [tenantId, leaver.id])
  const seen = (tenant: number) =>
    inTenant(database.store.requestDb, { tenantId: tenant, userId: 1, areas: null }, ({ raw }) =>
      raw.selectFrom('past_member').select('real_name').execute(),
    )
  expect(await seen(tenantId)).toEqual([{ real_name: 'Lin Gone' }])
  expect(await seen(other.id)).toEqual([])
})
