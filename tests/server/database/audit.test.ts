import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FORM_CODES } from '#contract/approvals/definition'
import { AUDIT_KINDS, type AuditKind } from '#contract/core/trail'
import { inNameOf, inTenant, type Scope } from '#server/ground/database/scope'
import { forgetOldLogs } from '#server/ground/history/retention'
import { registry } from '#server/areas'
import { wordsOf } from '#server/ground/words'
import { columnLabel, declaredFields } from '#server/organization/auditFields'
import { type Arrange, arrange } from '../arrange.ts'
import { startTestDatabase } from './testDatabase.ts'

let database: Awaited<ReturnType<typeof startTestDatabase>>
let build: Arrange
let t: number
let areaId: number
let lin: { id: number; real_name: string }
let sessionId: string
beforeAll(async () => {
  database = await startTestDatabase()
  build = arrange(database.owner)
  t = (await build.aTenant()).id
  areaId = (await build.anArea({ tenant_id: t, area_name: 'North' })).id
  lin = await build.aUser({ tenantId: t, real_name: 'Lin Yue' })
  sessionId = crypto.randomUUID()
  await build.insert('session', {
    id: sessionId,
    user_id: lin.id,
    device: 'Firefox on a desk',
    token_hash: 'x',
    created_at: 0,
    used_at: 0,
    expires_at: 0,
  })
})
afterAll(() => database?.close())
beforeEach(() => database.owner.query('truncate furrow.audit_entry'))

interface Entry {
  kind: string
  verb: string
  title: string
  changes: Record<string, { before?: unknown; after?: unknown; secret?: boolean }>
}
const entries = async (columns = 'kind, verb, title, changes') =>
  (await database.owner.query<Entry>(`select ${columns} from furrow.audit_entry order by id`)).rows
const signature = () => ({ act: 'gateway.update', sessionId, address: '10.1.2.3' })
const asLin = <T>(work: (scope: Scope) => Promise<T>) =>
  inTenant(database.store.requestDb, { tenantId: t, userId: lin.id, areas: null, signature: signature() }, work)
const run = (text: string) => asLin(({ raw }) => sql.raw(text).execute(raw))

describe('an entry', () => {
  test('reads of the trail no more for the last row of a long transaction than for the first, whether rows are made or changed again', async () => {
    const rows = 1500
    const read = await asLin(async ({ raw }) => {
      await sql`insert into device (tenant_id, area_id, name, eui, device_type, secret_hash)
        select ${t}, ${areaId}, 'Many', 'many-' || n, 'gateway', 'x' from generate_series(1, ${sql.lit(rows)}) n`.execute(raw)
      await sql`update device set name = 'Changed' where eui like 'many-%'`.execute(raw)
      const { rows: counted } = await sql<{ read: number }>`
        select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables where relname = 'audit_entry'`.execute(
        raw,
      )
      return counted[0]!.read
    })
    const { rows: kept } = await database.owner.query('select verb, title, count(*)::int as n from furrow.audit_entry group by 1, 2')
    expect(kept).toEqual([{ verb: 'made', title: 'Changed', n: rows }])
    expect(read).toBeLessThan(10 * rows)
  })

  test('says who changed what from where, before and after, beside the change', async () => {
    const device = await build.aDevice({ tenant_id: t, area_id: areaId, name: 'Pump house' })
    const south = (await build.anArea({ tenant_id: t, area_name: 'South' })).id
    const before = Date.now()
    await run(`update device set name = 'Well', area_id = ${south}, object_version_number = 7 where id = ${device.id}`)
    const [entry] = await entries('*')
    expect(entry).toMatchObject({
      tenant_id: t,
      user_id: lin.id,
      user_name: 'Lin Yue',
      address: '10.1.2.3',
      device: 'Firefox on a desk',
      act: 'gateway.update',
      kind: 'device',
      thing: String(device.id),
      title: 'Well',
      verb: 'changed',
      changes: {
        name: { before: 'Pump house', after: 'Well' },
        area_id: { before: { id: areaId, name: 'North' }, after: { id: south, name: 'South' } },
      },
    })
    expect(Object.keys(entry!.changes)).toHaveLength(2)
    expect((entry as unknown as { at: number }).at).toBeGreaterThan(before - 2000)
  })

  test('is not there where the change was taken back, and the change is not there without it', async () => {
    const device = await build.aDevice({ tenant_id: t, area_id: areaId })
    await expect(
      asLin(async ({ raw }) => {
        await sql`update device set name = 'Gone again' where id = ${device.id}`.execute(raw)
        throw new Error('a handler failed')
      }),
    ).rejects.toThrow()
    expect(await entries()).toEqual([])
    await database.owner.query('alter table furrow.audit_entry add constraint never check (false)')
    await expect(run(`update device set name = 'Unrecorded' where id = ${device.id}`)).rejects.toThrow(/never/)
    await database.owner.query('alter table furrow.audit_entry drop constraint never')
    expect((await database.owner.query('select name from furrow.device where id = $1', [device.id])).rows[0].name).toBe('A gateway')
  })

  test('carries no secret', async () => {
    const device = await build.aDevice({ tenant_id: t, area_id: areaId, name: 'Pump house' })
    await run(`update device set secret_hash = 'the new hash' where id = ${device.id}`)
    await inNameOf(database.store.serviceDb, { userId: lin.id, signature: signature() }, (raw) =>
      raw.updateTable('app_user').set({ password_hash: 'another hash' }).where('id', '=', lin.id).execute(),
    )
    expect(await entries()).toEqual([
      { kind: 'device', verb: 'changed', title: 'Pump house', changes: { secret_hash: { secret: true } } },
      { kind: 'user', verb: 'changed', title: 'Lin Yue', changes: { password_hash: { secret: true } } },
    ])
  })

  test('shortens what is long', async () => {
    const device = await build.aDevice({ tenant_id: t, area_id: areaId })
    await run(`update device set file_url = repeat('x', 5000) where id = ${device.id}`)
    expect((await entries())[0]!.changes['file_url']!.after).toBe(`${'x'.repeat(299)}…`)
  })

  test('is written where the server did it in nobody’s name, and not for what a device brings', async () => {
    const device = await build.aDevice({ tenant_id: t, area_id: areaId, name: 'Pump house' })
    await database.store.servicePool.query(`update device set enabled_flag = 0 where id = ${device.id}`)
    await database.store.servicePool.query(`update device set presence = 'online', presence_at = 4 where id = ${device.id}`)
    await database.store.servicePool.query(
      `insert into item (tenant_id, device_id, area_id, code) values (${t}, ${device.id}, ${areaId}, 'ph')`,
    )
    await database.store.servicePool.query(`update item set last_ts = 4, last_value = 7 where device_id = ${device.id}`)
    expect(await entries('user_id, user_name, act, kind, changes')).toEqual([
      { user_id: null, user_name: null, act: null, kind: 'device', changes: { enabled_flag: { before: 1, after: 0 } } },
    ])
  })

  test('of a thing that goes tells what goes with it only once', async () => {
    const device = await build.aDevice({ tenant_id: t, area_id: areaId, name: 'Pump house' })
    await build.anItem({ tenant_id: t, area_id: areaId, device_id: device.id })
    await build.aSwitch({ tenant_id: t, area_id: areaId, device_id: device.id })
    await run(`delete from device where id = ${device.id}`)
    const [entry, ...more] = await entries()
    expect(more).toEqual([])
    expect(entry).toMatchObject({ kind: 'device', verb: 'deleted', title: 'Pump house', changes: { name: { before: 'Pump house' } } })
  })
})

describe('roles and people', () => {
  test('a role says which permissions it had and has', async () => {
    await run(`insert into role (tenant_id, name, codes) values (${t}, 'Keeper', '{wfpf.a}')`)
    await run(`update role set codes = '{wfpf.a,wfpf.b}' where name = 'Keeper'`)
    await run(`delete from role where name = 'Keeper'`)
    expect(await entries()).toEqual([
      { kind: 'role', verb: 'made', title: 'Keeper', changes: { name: { after: 'Keeper' }, codes: { after: ['wfpf.a'] } } },
      { kind: 'role', verb: 'changed', title: 'Keeper', changes: { codes: { before: ['wfpf.a'], after: ['wfpf.a', 'wfpf.b'] } } },
      { kind: 'role', verb: 'deleted', title: 'Keeper', changes: { name: { before: 'Keeper' }, codes: { before: ['wfpf.a', 'wfpf.b'] } } },
    ])
  })

  test('a role that is given to a person says whom, which and where', async () => {
    const role = await build.insert('role', { tenant_id: t, name: 'Guard', codes: [] })
    const bo = await build.aUser({ real_name: 'Bo' })
    await database.store.servicePool.query('insert into membership (tenant_id, user_id) values ($1, $2)', [t, bo.id])
    await run(`insert into role_assignment (tenant_id, user_id, role_id, area_ids) values (${t}, ${bo.id}, ${role.id}, '{${areaId}}')`)
    await database.store.servicePool.query('delete from membership where user_id = $1', [bo.id])
    expect((await entries()).map(({ kind, verb, title }) => [kind, verb, title])).toEqual([
      ['member', 'made', 'Bo'],
      ['grant', 'made', 'Bo · Guard'],
      ['member', 'deleted', 'Bo'],
    ])
    expect((await entries())[1]!.changes['area_ids']).toEqual({ after: [{ id: areaId, name: 'North' }] })
  })

  test('what a user is called or signs in by is in the trail of each tenant of theirs, and in no other', async () => {
    const [second, third] = [(await build.aTenant()).id, (await build.aTenant()).id]
    const bo = await build.aUser({ tenantId: t, real_name: 'Bo' })
    await build.insert('membership', { tenant_id: second, user_id: bo.id })
    await database.store.servicePool.query(`update app_user set real_name = 'Bo Li', current_tenant_id = ${second} where id = ${bo.id}`)
    const seen = (tenantId: number) =>
      inTenant(database.store.requestDb, { tenantId, userId: 0, areas: null }, ({ raw }) =>
        raw.selectFrom('audit_entry').select(['title', 'changes']).execute(),
      )
    for (const tenantId of [t, second])
      expect(await seen(tenantId)).toEqual([{ title: 'Bo Li', changes: { real_name: { before: 'Bo', after: 'Bo Li' } } }])
    expect(await seen(third)).toEqual([])
  })
})

describe('what one transaction does to one thing', () => {
  test('is one entry: a leader that is taken away and given anew has changed', async () => {
    const [one, two] = [await build.aUser({ real_name: 'One' }), await build.aUser({ real_name: 'Two' })]
    await build.insert('leader_line', { tenant_id: t, user_id: lin.id, leader_id: one.id })
    const again = (leader: number) =>
      asLin(async (scope) => {
        await scope.remove('leader_line').where('user_id', '=', lin.id).execute()
        await scope.insert('leader_line', [{ user_id: lin.id, leader_id: leader }]).execute()
      })
    await again(two.id)
    await again(two.id)
    expect(await entries()).toEqual([
      {
        kind: 'leader',
        verb: 'changed',
        title: 'Lin Yue',
        changes: { leader_id: { before: { id: one.id, name: 'One' }, after: { id: two.id, name: 'Two' } } },
      },
    ])
  })

  test('is none where nothing is left of it', async () => {
    await asLin(async ({ raw }) => {
      await sql`insert into role (tenant_id, name) values (${t}, 'For a moment')`.execute(raw)
      await sql`update role set name = 'Still' where name = 'For a moment'`.execute(raw)
      await sql`delete from role where name = 'Still'`.execute(raw)
    })
    expect(await entries()).toEqual([])
  })

  test('says of the lines of a document which went and which came, however they were written', async () => {
    const line = fc.record({ product: fc.constantFrom('Seed', 'Feed', 'Net'), quantity: fc.integer({ min: 1, max: 3 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 5 }), fc.array(line, { maxLength: 5 }), async (old, fresh) => {
        const application = await build.insert('document', {
          tenant_id: t,
          area_id: areaId,
          form_code: 'aplionform',
          code: `CG-${crypto.randomUUID()}`,
          title: 'For spring',
          applicant_id: lin.id,
          applicant_name: 'Lin Yue',
          created_at: 1,
          updated_at: 1,
        })
        await database.owner.query('truncate furrow.audit_entry')
        const write = async (scope: Scope, lines: typeof old) => {
          for (const [position, { product, quantity }] of lines.entries())
            await scope
              .insert('document_line', [
                {
                  document_id: application.id,
                  form_code: 'aplionform',
                  position,
                  product_name: product,
                  quantity,
                  stock_quantity: quantity,
                  unit: 'kg',
                  price: 1,
                },
              ])
              .execute()
        }
        await asLin((scope) => write(scope, old))
        await database.owner.query('truncate furrow.audit_entry')
        await asLin(async (scope) => {
          await scope.remove('document_line').where('document_id', '=', application.id).execute()
          await write(scope, fresh)
        })
        const told = (await entries())[0]?.changes['lines'] as { before?: object[]; after?: object[] } | undefined
        const texts = (lines: readonly { product?: string; product_name?: string; quantity: number }[]) =>
          lines.map(({ product, product_name: name, quantity }) => `${product ?? name} ${quantity}`).toSorted()
        const minus = (lines: typeof old, others: typeof old) => {
          const left = texts(others)
          return texts(lines).filter((text) => {
            const at = left.indexOf(text)
            if (at >= 0) left.splice(at, 1)
            return at < 0
          })
        }
        expect(texts((told?.before ?? []) as never)).toEqual(minus(old, fresh))
        expect(texts((told?.after ?? []) as never)).toEqual(minus(fresh, old))
      }),
      { numRuns: 30 },
    )
  })
})

test('a new version of an approval flow says what differs from the one before', async () => {
  const version = (number: number, name: string, nodes: object[]) =>
    asLin((scope) =>
      scope
        .insert('approval_definition', [
          {
            form_code: 'aplionform',
            version: number,
            name,
            nodes: JSON.stringify(nodes),
            when_nobody: 'pass',
            when_applicant: 'normal',
            created_at: 1,
          },
        ])
        .execute(),
    )
  await version(1, 'Flow', [])
  await version(2, 'Flow', [{ id: 'a', name: 'Head', kind: 'OR', who: { by: 'leader', level: 1 } }])
  const [first, second] = await entries()
  expect(first).toMatchObject({ kind: 'approvalDefinition', verb: 'made', title: 'Flow' })
  expect(second).toEqual({
    kind: 'approvalDefinition',
    verb: 'changed',
    title: 'Flow',
    changes: { nodes: { before: [], after: [{ id: 'a', name: 'Head', kind: 'OR', who: { by: 'leader', level: 1 } }] } },
  })
})

describe('the trail', () => {
  const refused = /permission denied/
  test.each([
    [
      'insert',
      `insert into audit_entry (tenant_id, at, kind, thing, title, verb, changes, tx) values (1, 1, 'role', '1', '', 'made', '{}', 1)`,
    ],
    ['update', `update audit_entry set user_name = 'Somebody else'`],
    ['delete', 'delete from audit_entry'],
    ['truncate', 'truncate audit_entry'],
  ])('cannot be written by a request: %s', async (_, text) => {
    await expect(run(text)).rejects.toThrow(refused)
  })
  test.each(['record_audit()', `audit_value('1', '["app_user", "password_hash"]')`, `record_audit_of('role', '{}')`])(
    'lends nobody its own powers: %s',
    async (call) => {
      await expect(run(`select ${call}`)).rejects.toThrow(/permission denied|trigger functions can only be called as triggers/)
    },
  )

  test('loses to the job what is older than its retention, and nothing that is younger than half a year', async () => {
    const aged = (days: number) =>
      database.owner.query(
        `insert into furrow.audit_entry (tenant_id, at, kind, thing, title, verb, changes, tx) values ($1, $2, 'role', '1', $3, 'made', '{}', $4)`,
        [t, Date.now() - days * 86_400_000, String(days), days],
      )
    for (const days of [400, 200, 100]) await aged(days)
    const forget = (days: number) =>
      forgetOldLogs(database.store.servicePool, { logs: 0, messages: 0, changes: 0, audit: Date.now() - days * 86_400_000, alarms: 0 })
    expect((await forget(365)).auditEntries).toBe(1)
    expect((await forget(1)).auditEntries).toBe(1)
    expect((await entries()).map(({ title }) => title)).toEqual(['100'])
    await expect(database.store.servicePool.query(`update audit_entry set title = ''`)).rejects.toThrow(refused)
  })

  test('has a word in both languages for every kind and every column that it tells of', async () => {
    const { rows } = await database.owner.query<{ told: string; columns: string[] }>(
      `select encode(t.tgargs, 'escape') as told, array_agg(a.attname::text) as columns
       from pg_trigger t join pg_attribute a on a.attrelid = t.tgrelid and a.attnum > 0 and not a.attisdropped
       where t.tgname = 'audit_changed' group by t.oid, t.tgargs`,
    )
    const never = ['id', 'tenant_id', 'object_version_number', 'field_versions', 'created_by', 'created_at', 'updated_by', 'updated_at']
    const tables = rows.map(({ told, columns }) => ({
      told: JSON.parse(told.replaceAll('\\000', '')) as { kind: string; kindFrom?: string; ignored?: string[]; part?: string },
      columns,
    }))
    // The kinds of documents are their form codes.
    const kindsOf = (told: { kind: string; kindFrom?: string }) => (told.kindFrom === undefined ? [told.kind] : FORM_CODES)
    const kinds = tables.flatMap(({ told }) => kindsOf(told))
    expect(new Set(kinds)).toEqual(new Set(AUDIT_KINDS))
    const declared = declaredFields(registry)
    for (const language of ['zh-CN', 'en-US'] as const) {
      const { kind } = wordsOf(language, 'organization')['audit'] as unknown as Record<'kind', Record<string, string>>
      expect(Object.keys(kind)).toEqual(expect.arrayContaining(kinds))
      const wordless = tables.flatMap(({ told, columns }) =>
        [...columns, ...(told.part ? [told.part] : [])]
          .filter((column) => !never.includes(column) && !(told.ignored ?? []).includes(column))
          .flatMap((column) =>
            kindsOf(told)
              .filter((one) => columnLabel(declared, one as AuditKind, column, language) === column)
              .map((one) => `${one}: ${column}`),
          ),
      )
      expect(wordless).toEqual([])
    }
  })

  test('watches every column of a table but those that the server moves', async () => {
    const { rows } = await database.owner.query<{ name: string; unwatched: string[] }>(
      `select t.tgrelid::regclass::text as name, array_agg(a.attname::text order by a.attname) as unwatched
       from pg_trigger t join pg_attribute a on a.attrelid = t.tgrelid and a.attnum > 0 and not a.attisdropped and a.attnum <> all (t.tgattr)
       where t.tgname = 'audit_changed' group by 1 order by 1`,
    )
    expect(Object.fromEntries(rows.map(({ name, unwatched }) => [name, unwatched]))).toEqual({
      alarm_channel: ['nth', 'staff_id'],
      alarm_duty: ['area_id'],
      alarm_rule: ['rank', 'ready', 'version'],
      alarm_staff: ['tested_at'],
      alarm_staff_area: ['staff_id'],
      application: ['client_id', 'old_secret_hash', 'old_secret_key', 'secret_at', 'secret_key', 'used_at', 'user_id'],
      personal_token: ['key', 'token_hash', 'used_at', 'user_id'],
      app_user: ['current_tenant_id', 'default_tenant_id', 'demo', 'image_url'],
      approval_definition: ['author_id', 'form_code', 'version'],
      second_factor: ['last_step'],
      viewing: ['began_at', 'ends_at', 'session_id'],
      device: ['demo', 'heard_at', 'presence', 'presence_at'],
      emergency_stop: ['aerators_by', 'lifted_by', 'pressed_by'],
      farm_log: ['by_name', 'log_type', 'user_id'],
      flow: ['definition', 'run_state'],
      flow_device_group_member: ['group_id', 'nth'],
      item: ['area_id', 'device_id', 'last_place', 'last_ts', 'last_value'],
      org_unit: ['area_id', 'kind', 'sort'],
      panorama: ['picture_id'],
      panorama_scene: ['hot_spot_json', 'place', 'visual_json'],
      panorama_vr_area: ['vr_id'],
      activity: ['field_versions', 'no_weather', 'weather'],
      banner: ['position'],
      batch: ['measure', 'variety_name'],
      task: [
        'field_versions',
        'finished_at',
        'made_count',
        'made_until',
        'occurs_at',
        'repeat_ended_at',
        'series_id',
        'started_at',
        'task_no',
      ],
      picture: ['file_id', 'file_url'],
      plan: ['ended_at'],
      push_target: ['key_id', 'old_key_id', 'old_secret'],
      promo_video: ['file_id', 'file_url', 'position', 'poster_url', 'seconds'],
      role_assignment: ['named_ids'],
      consult: ['read_time', 'upload_date', 'value_type'],
      notice: ['author_id', 'category', 'edition', 'published_at', 'published_by', 'receiver_type', 'withdrawn_at', 'withdrawn_by'],
      calculation: ['device_id', 'first_id', 'item_id', 'per_ms', 'second_id'],
      camera: ['device_id', 'fault', 'held_until', 'hold', 'moved_by', 'moved_name', 'moving', 'picture_at', 'picture_url', 'pose'],
      camera_recording: ['device_id'],
      capture_plan: ['device_id', 'next_at', 'zone'],
      firmware: ['bytes', 'file_id', 'file_url', 'sha256'],
      land: ['land_center', 'land_state'],
      user_invitation: ['ended_at', 'invited_by', 'made_at'],
      sim_card: ['asked_at', 'read_at', 'read_fault'],
      tenant_setting: ['sim_limits_version'],
      batch_harvest: ['document_id', 'kg', 'unit_kind', 'unit_name'],
      document: ['applicant_id', 'applicant_name', 'code', 'form_code', 'progress', 'source_id'],
      document_line: [
        'book',
        'book_at',
        'document_id',
        'done',
        'form_code',
        'lost',
        'position',
        'reserved',
        'source_line_id',
        'stock_quantity',
        'taken',
      ],
      stock_limit: ['store_id'],
      switch: ['area_id', 'device_id', 'status', 'status_at'],
    })
  })
})
