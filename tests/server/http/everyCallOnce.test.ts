import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { IDEMPOTENCY_KEY_HEADER, takesKey } from '#contract/core/idempotencyKey'
import { type NamedCall, table, unlucky, where } from './callTable.ts'
import { inWorld, rowsFor, world } from './callWorld.ts'

inWorld()

/** What moves by itself while nobody acts and no job of the clock is at work: what devices say, and how people are heard. */
const MOVING = `
  done_call session online_log access_token try_limit job timer outbox user_message
  camera insect_picture sim_warning device device_heard watch_state rejected_count command
  alarm alarm_event alarm_picture alarm_picture_reach alarm_trial flow flow_run flow_trace flow_trial flow_trigger
`
let tables: string[] = []
beforeAll(async () => {
  const { rows } = await world.server.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'furrow' and c.relkind in ('r', 'p') and not c.relispartition and not c.relname = any($1) order by 1`,
    [MOVING.trim().split(/\s+/)],
  )
  tables = rows.map(({ name }) => name)
})

/** How many rows each table holds, and which transaction wrote the newest of them. */
async function written(): Promise<Record<string, string>> {
  const { rows } = await world.server.owner.query<{ name: string; state: string }>(
    tables
      .map((name) => `select '${name}' as name, count(*) || '/' || coalesce(max(xmin::text::bigint), 0) as state from furrow.${name}`)
      .join(' union all '),
  )
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}
const LATER_MS = 3_600_000
/** The tables that are written while something is done, with no job of the clock at work. */
async function writtenBy(act: () => Promise<unknown>): Promise<string[]> {
  const { owner } = world.server
  const { rows } = await owner.query<{ id: number }>('update furrow.job set due_at = due_at + $1 returning id', [LATER_MS])
  // One in steps holds this lock for as long as it runs, one in a transaction its row.
  await owner.query("select pg_advisory_xact_lock(hashtextextended('furrow job ' || id, 0)) from furrow.job")
  const before = await written()
  await act()
  const now = await written()
  await owner.query('update furrow.job set due_at = due_at - $1 where id = any($2)', [LATER_MS, rows.map(({ id }) => id)])
  return tables.filter((name) => now[name] !== before[name])
}

async function send(call: NamedCall, input: { params?: object; query?: object; body?: unknown }, key: string) {
  const params: Record<string, string | number> = { t: world.tenantId, ...input.params }
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
  const query = new URLSearchParams(Object.entries(input.query ?? {}).map(([name, value]) => [name, String(value)]))
  const answer = await world.admin.raw(call.method, query.size > 0 ? `${path}?${query.toString()}` : path, {
    headers: { [IDEMPOTENCY_KEY_HEADER]: key, ...(input.body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  })
  return { status: answer.status, text: await answer.text() }
}
const keptUnder = async (key: string) => (await world.server.owner.query('select from furrow.done_call where key = $1', [key])).rowCount

/** What writes nothing as it is called here: trials, a sheet without a lawful row, and what nobody holds that is handed over. All others keep their key. */
const WRITES_NOTHING = `
  cameraCloud.test tenantSetting.noviceCheck handOver.handOver area.import banner.import measureUnit.import billType.import productStandard.import
  partner.import articleCategory.import crop.import taskType.import
`
  .trim()
  .split(/\s+/)
const keyed = where((call) => takesKey(call) && unlucky[call.name] == null)

describe('an act under a key', () => {
  test('there are such acts', () => expect(keyed.length).toBeGreaterThan(350))

  test.each(keyed)('%s is done once: its key is kept with it, and what cannot keep it does nothing', async (_, call) => {
    const input = table[call.name]![1](await rowsFor(call))
    const { owner } = world.server

    // A crash between the effect and its record: neither is there.
    const lost = `lost.${randomUUID()}`
    await owner.query(
      `create or replace function furrow.bar_keys() returns trigger language plpgsql as 'begin raise exception ''the server dies''; end';
       create trigger bar_keys before insert on furrow.done_call for each row execute function furrow.bar_keys()`,
    )
    let crashed = 0
    const writing = await writtenBy(async () => {
      crashed = (await send(call, input, lost)).status
    })
    await owner.query('drop trigger bar_keys on furrow.done_call')
    expect(writing).toEqual([])

    const key = `once.${randomUUID()}`
    const first = await send(call, input, key)
    const kept = await keptUnder(key)
    expect([call.name, kept]).toEqual([call.name, WRITES_NOTHING.includes(call.name) ? 0 : 1])
    if (kept === 0) expect(await writtenBy(() => send(call, input, key))).toEqual([])
    else expect(crashed).toBe(500)
    expect(first.status).toBe(200)
    let again = first
    const rewriting = await writtenBy(async () => {
      again = await send(call, input, key)
    })
    if (kept === 0) expect(again.status).toBe(200)
    else if (again.status === 200) expect(again.text).toBe(first.text)
    else
      expect({ status: again.status, code: (JSON.parse(again.text) as { code: string }).code }).toEqual({
        status: 409,
        code: 'error.call.repeated',
      })
    expect(rewriting).toEqual([])
  })
})
