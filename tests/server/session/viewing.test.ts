import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls'
import { areaCalls } from '#contract/farm/area'
import { corporationCalls } from '#contract/organization/corporation'
import { oauthCalls } from '#contract/session/oauth'
import { userCalls } from '#contract/session/user'
import { USER_VIEW, viewingCalls, VIEWING_SECONDS } from '#contract/session/viewing'
import { noteViewingsOver } from '#server/session/viewing'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
let now = Date.now()
beforeAll(async () => {
  server = await startTestServer({ demo: true, clock: () => now })
  build = arrange(server.owner)
}, 120_000)
afterAll(() => server?.close())

const begin = (client: Client, t: number, id: number) => client.call(viewingCalls.begin, { params: { t, id } })
async function viewing(
  viewerCodes: string[],
  viewedCodes: string[],
  areas: { viewer?: number[]; viewed?: number[] } = {},
  tenantId?: number,
) {
  const t = tenantId ?? (await build.aTenant()).id
  const viewer = await build.aUser({ tenantId: t, codes: viewerCodes, ...(areas.viewer ? { areaIds: areas.viewer } : {}) })
  const viewed = await build.aUser({ tenantId: t, codes: viewedCodes, ...(areas.viewed ? { areaIds: areas.viewed } : {}) })
  const own = await server.signIn(viewer.login_name)
  const { status, body } = await begin(own, t, viewed.id)
  expect(status).toBe(200)
  return { t, viewer, viewed, own, seen: server.clientOf(body.access_token) }
}
const trail = async (t: number) =>
  (
    await server.owner.query<{ verb: string; user_id: number | null; title: string }>(
      `select verb, user_id, title from furrow.audit_entry where tenant_id = $1 and kind = 'viewing' order by id`,
      [t],
    )
  ).rows
const reads = async (client: Client, t: number) => (await client.call(corporationCalls.get, { params: { t } })).status
const READ = 'wfpf.company.config.corporation'

describe('viewing as somebody', () => {
  test('shows who that is, who looks, and the one enterprise; its beginning and its end are in the trail', async () => {
    const { t, viewer, viewed, seen } = await viewing(['*'], [READ])
    const elsewhere = await build.aTenant()
    await build.insert('membership', { tenant_id: elsewhere.id, user_id: viewed.id })
    const { body } = await seen.call(userCalls.self)
    expect(body).toMatchObject({ id: viewed.id, tenantId: t, viewing: { by: viewer.real_name, until: now + VIEWING_SECONDS * 1000 } })
    expect(body.tenants.map(({ tenantId }) => tenantId)).toEqual([t])
    expect(await reads(seen, t)).toBe(200)
    expect(await reads(seen, elsewhere.id)).toBe(404)
    expect((await seen.call(viewingCalls.end)).body).toBe(true)
    expect((await seen.call(userCalls.self)).status).toBe(401)
    const who = { user_id: viewer.id, title: viewed.real_name }
    expect(await trail(t)).toEqual([
      { verb: 'made', ...who },
      { verb: 'changed', ...who },
    ])
  })

  test('takes a code of its own, and somebody else of the same enterprise', async () => {
    const { t, own, viewer, viewed, seen } = await viewing([USER_VIEW], [])
    const stranger = await build.aUser({ tenantId: (await build.aTenant()).id, codes: ['*'] })
    expect((await begin(own, t, stranger.id)).status).toBe(404)
    expect((await begin(own, t, viewer.id)).status).toBe(403)
    expect((await begin(await server.signIn(viewed.login_name), t, viewer.id)).status).toBe(403)
    // Not from within.
    expect((await begin(seen, t, viewer.id)).body.code).toBe('error.permission.viewing')
    expect((await begin(await server.signIn(stranger.login_name), t, viewed.id)).status).toBe(404)
  })

  test('shows nothing that who looks may not see, nor what who is viewed may not', async () => {
    const less = await viewing([USER_VIEW], ['*'])
    expect(await reads(less.seen, less.t)).toBe(403)
    const more = await viewing(['*'], [])
    expect(await reads(more.seen, more.t)).toBe(403)
    const both = await viewing(['wfpf.company.*'], ['wfpf.company.config.corporation*'])
    expect(await reads(both.seen, both.t)).toBe(200)
    const asked = [READ, 'wfpf.company.config.user', 'wfpf.farm.farm.map']
    const { body } = await both.seen.call(userCalls.checkResources, { body: asked })
    expect(body.map(({ approve }) => approve)).toEqual([true, false, false])
  })

  test('shows the bases of both alone', async () => {
    const t = (await build.aTenant()).id
    const [north, south, west] = [
      await build.anArea({ tenant_id: t, area_name: 'North' }),
      await build.anArea({ tenant_id: t, area_name: 'South' }),
      await build.anArea({ tenant_id: t, area_name: 'West' }),
    ]
    const { seen } = await viewing(['*'], ['*'], { viewer: [north.id, south.id], viewed: [south.id, west.id] }, t)
    const { body } = await seen.call(areaCalls.page, { params: { t }, query: { page: 1, size: 50 } })
    expect(JSON.stringify(body)).toContain('South')
    expect(JSON.stringify(body)).not.toMatch(/North|West/)
  })

  test('ends after an hour, with the session, with the right to it, and with either account', async () => {
    const late = await viewing(['*'], [READ])
    now += VIEWING_SECONDS * 1000
    expect((await late.seen.call(userCalls.self)).status).toBe(401)
    const left = await viewing(['*'], [READ])
    await left.own.call(oauthCalls.logout, { body: {} })
    await expect.poll(async () => (await left.seen.call(userCalls.self)).status).toBe(401)
    await noteViewingsOver(server.services.serviceDb, now)
    expect((await trail(left.t)).map(({ verb }) => verb)).toEqual(['made', 'changed'])
    const lost = await viewing(['*'], [READ])
    expect(await reads(lost.seen, lost.t)).toBe(200)
    await server.owner.query('update furrow.role set codes = $2 where tenant_id = $1 and codes = $3', [lost.t, [READ], ['*']])
    await expect.poll(() => reads(lost.seen, lost.t)).toBe(403)
    const gone = await viewing(['*'], [READ])
    await server.owner.query('update furrow.app_user set enabled = false where id = $1', [gone.viewer.id])
    await expect.poll(async () => (await gone.seen.call(userCalls.self)).status).toBe(401)
    const off = await viewing(['*'], [READ])
    await server.owner.query('update furrow.app_user set enabled = false where id = $1', [off.viewed.id])
    await expect.poll(() => reads(off.seen, off.t)).toBe(403)
  })

  test('asks of who looks the second factor that the enterprise demands', async () => {
    const { t, seen } = await viewing(['*'], [READ])
    await server.owner.query('update furrow.tenant set demands_second_factor = true where id = $1', [t])
    await expect.poll(() => reads(seen, t)).toBe(403)
  })
})

/** What stands in every table that a person could have changed. */
async function standing(): Promise<Record<string, string>> {
  const { rows } = await server.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'furrow' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  const found: Record<string, string> = {}
  for (const { name } of rows) {
    if (MOVES_BY_ITSELF.test(name)) continue
    const { rows: sums } = await server.owner.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as sum from furrow."${name}" t`,
    )
    found[name] = sums[0]!.sum
  }
  const { rows: acts } = await server.owner.query<{ acts: string }>(
    `select (select count(*) from furrow.audit_entry where address is not null) || ' ' || (select count(*) from furrow.command where author_id is not null)
       || ' ' || (select count(*) from furrow.farm_log) || ' ' || (select count(*) from furrow.user_message where read_flag = 1) as acts`,
  )
  return { ...found, acts: acts[0]!.acts }
}
/** Jobs, measured values, presence, limits, and what the demo is still making: nobody's. Of the trail, of commands and messages only what the two did counts, of the log how much there is: the demo
 * puts pictures into its own, and into its library. */
const MOVES_BY_ITSELF =
  /^(job|clock|timer|outbox|try_limit|reading|rollup|life|watch|alarm_state|sign_in|server_|demo|audit_entry|command|device|file|loose_file|insect_upload|online_log|panorama|picture$|promo_video|seed|viewing|farm_log|alarm_picture|sim_warning|user_message)/

test('every declared call that is not one of reading is refused, and those of reading change nothing of anybody', async () => {
  const admin = await server.signIn('admin', 'Furrow2026')
  const { rows } = await server.owner.query<{ id: number }>(`select id from furrow.app_user where login_name = 'operator'`)
  const { body } = await begin(admin, 1, rows[0]!.id)
  const seen = server.clientOf(body.access_token)
  const before = await standing()
  const wrong: string[] = []
  for (const call of calls) {
    if (call.permission === 'public' || call.path === viewingCalls.end.path) continue
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      name === 't' || name === 'tenantId' ? '1' : name === 'uuid' ? crypto.randomUUID() : name === 'userId' ? String(rows[0]!.id) : '1',
    )
    const answer = await seen.raw(
      call.method,
      path,
      call.method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: '{}' },
    )
    const text = await answer.text()
    const isRefused = text.includes('"error.permission.viewing"')
    if (answer.status >= 500 || isRefused === call.whileViewing)
      wrong.push(`${call.method} ${call.path} ${answer.status} ${text.slice(0, 80)}`)
    // Whatever is not GET reads only where it says so.
    if (call.method !== 'GET' && call.whileViewing) expect(['check-resources', 'check', 'end']).toContain(call.path.split('/').at(-1))
  }
  expect(wrong).toEqual([])
  const after = await standing()
  expect(Object.keys(before).filter((name) => before[name] !== after[name])).toEqual([])
}, 120_000)

test('what concerns a person alone is not shown', () => {
  const own = calls.filter(
    ({ path, whileViewing }) => whileViewing && /sessions|second-factor$|users\/oidc|alarm\/browser$|password/.test(path),
  )
  expect(own.map(({ path }) => path)).toEqual(['/wfpf/v1/{t}/second-factor', '/wfpf/v1/{t}/user-manage/{id}/second-factor'])
})
