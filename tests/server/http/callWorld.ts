import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import type { AnyResource } from '#contract/core/resource'
import { fileCalls } from '#contract/media/files'
import { type ResourceName, resources } from '#contract/resources'
import { approvalRows } from '../approvals/approvalRows.ts'
import { type AreaCases, areaCases } from '../areaCases.ts'
import { type Arrange, arrange } from '../arrange.ts'
import { lawful } from '../crud/lawful.ts'
import { buildPlaces } from '../crud/places.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'
import type { Rows } from './callCase.ts'
import { type NamedCall, PIXEL, READS, resourceNames, table } from './callTable.ts'

/** Two enterprises on one server, and people of every kind who call. */
interface World {
  readonly server: TestServer
  readonly build: Arrange
  readonly tenantId: number
  readonly otherTenantId: number
  readonly adminId: number
  readonly adminName: string
  readonly rivalId: number
  readonly admin: Client
  /** Administrator of the other enterprise. */
  readonly rival: Client
  readonly viewer: Client
  readonly powerless: Client
  /** Holds every code in another base. */
  readonly elsewhere: Client
}
/** What `inWorld` has made. */
export const world = {} as World

/** What a call names of the rows it is given: to make all of them for each is most of the time that these tests take. */
interface Needs {
  readonly approvals: boolean
  readonly records: ReadonlySet<string>
  readonly own: ReadonlySet<string>
}
const all = { has: () => true } as unknown as ReadonlySet<string>
const EVERYTHING: Needs = { approvals: true, records: all, own: all }
function needsOf({ name }: NamedCall): Needs {
  const [asked, records, own] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const noting = (names: Set<string>, at: Record<string, unknown> = {}): never =>
    new Proxy(at, { get: (_, of) => (names.add(String(of)), at[String(of)] ?? 1) }) as never
  table[name]![1](noting(asked, { records: noting(records), own: noting(own), approvals: noting(new Set()) }))
  return { approvals: asked.has('approvals'), records, own }
}

/** The names of the rows that each area makes of its own: known once it has made them. */
const namesOfOwn = new Map<AreaCases, readonly string[]>()
async function ownRows(area: AreaCases, at: Parameters<NonNullable<AreaCases['rows']>>[1]) {
  const made = (await area.rows?.(world.build, at)) ?? {}
  namesOfOwn.set(area, Object.keys(made))
  return made
}

/** Rows that are this test's alone. */
export async function rowsOf(tenant: number, userId: number, needs = EVERYTHING): Promise<Rows> {
  // An enterprise has only so many of these, and a sheet so many lines; each call is given rows of its own, and the oldest are those of all that only read.
  for (const [table, kept] of Object.entries({
    banner: 20,
    promo_video: 20,
    picture: 20,
    picture_folder: 20,
    push_target: 10,
    personal_token: 10,
    audit_entry: 5000,
  }))
    await world.server.owner.query(
      `delete from furrow.${table} where tenant_id = $1 and id > (select id from furrow.${table} where tenant_id = $1 order by id limit 1 offset ${kept})`,
      [tenant],
    )
  const area = await world.build.anArea({ tenant_id: tenant })
  const place = { tenant_id: tenant, area_id: area.id }
  const land = await world.build.aLand(place)
  const gateway = await world.build.aDevice(place)
  const item = await world.build.anItem({ ...place, device_id: gateway.id })
  const one = await world.build.aSwitch({ ...place, device_id: gateway.id })
  const aerator = await world.build.aDevice({ ...place, device_type: 'aerator_ii' })
  const pump = await world.build.aSwitch({ ...place, device_id: aerator.id, kind: 'aerator' })
  const message = await world.build.aMessage({ tenant_id: tenant, user_id: userId })
  const notice = await world.build.aNotice({ tenant_id: tenant })
  const owner = tenant === world.tenantId ? world.admin : world.rival
  const picture = new File([PIXEL], 'pixel.png')
  const { body: file } = await owner.call(fileCalls.upload, { params: { t: tenant }, body: { kind: 'image', file: picture } })
  const category = await world.build.insert('consult_category', { tenant_id: tenant, category_name: `Category ${area.id}` })
  const article = await world.build.insert('consult', { tenant_id: tenant, category_id: category.id, title: 'An article', upload_date: 1 })
  const { id: sessionKey } = await world.build.insert('session', {
    id: randomUUID(),
    user_id: userId,
    device: 'A browser',
    token_hash: randomUUID(),
    created_at: 1,
    used_at: 1,
    expires_at: 9_999_999_999_999,
  })
  const token = await world.build.insert('personal_token', {
    tenant_id: tenant,
    user_id: userId,
    name: 'A program',
    scopes: [],
    expires_at: 9_999_999_999_999,
    token_hash: randomUUID(),
    key: randomUUID(),
  })
  return {
    tenantId: tenant,
    areaId: area.id,
    landId: land.id,
    gatewayId: gateway.id,
    gatewayEui: gateway.eui,
    itemId: item.id,
    switchId: one.id,
    aeratorId: aerator.id,
    pumpId: pump.id,
    messageId: message.id,
    undeliveredId: (await world.build.insert('outbox', { tenant_id: tenant, kind: 'message', body: '{}', dead_at: 1, created_at: 1 })).id,
    noticeId: notice.id,
    consultId: article.id,
    categoryId: category.id,
    fileId: file.id,
    sessionKey,
    tokenId: token.id,
    userId,
    approvals: needs.approvals ? await approvalRows(world.build, { tenantId: tenant, areaId: area.id, userId }) : (undefined as never),
    records: await recordsOf(owner, tenant, area.id, needs.records),
    own: Object.assign(
      {},
      ...(await Promise.all(
        areaCases
          .filter((one) => namesOfOwn.get(one)?.some((name) => needs.own.has(name)) ?? true)
          .map((one) => ownRows(one, { tenantId: tenant, areaId: area.id, userId })),
      )),
    ),
  }
}

async function recordsOf(owner: Client, tenant: number, areaId: number, wanted: ReadonlySet<string>): Promise<Rows['records']> {
  if (wanted.size === 0) return {} as never
  const places = await buildPlaces(world.build, { tenant_id: tenant, area_id: areaId })
  const made: Partial<Record<ResourceName, number>> = {}
  for (const name of resourceNames.filter((one) => wanted.has(one))) {
    const of: AnyResource = resources[name]
    const { status, body } = await owner.call(of.calls.create, { params: { t: tenant }, body: lawful[name](places) })
    expect({ name, status }).toEqual({ name, status: 200 })
    made[name] = (body as unknown as Record<string, number>)[of.idName]!
  }
  return { ...(made as Record<ResourceName, number>), ...places }
}

const standing = new Map<number, Promise<Rows>>()
/** Rows of a tenant that stand for every call which changes none: one that reads, or is refused. */
export function standingRows(tenant: number, userId: number): Promise<Rows> {
  const known = standing.get(tenant) ?? rowsOf(tenant, userId)
  standing.set(tenant, known)
  return known
}
/** A dry run is forgotten once others were begun. */
const soonForgotten = new Set(['alarmTrial.get', 'flowTrial.get'])
/** Rows that a call may change, where it may. */
export const rowsFor = (call: NamedCall) =>
  call.method === 'GET' && !soonForgotten.has(call.name)
    ? standingRows(world.tenantId, world.adminId)
    : rowsOf(world.tenantId, world.adminId, needsOf(call))

/** Makes the world before the tests of a file, and ends it after them. */
export function inWorld(): void {
  beforeAll(async () => {
    const server = await startTestServer()
    const build = arrange(server.owner)
    const tenantId = (await build.aTenant()).id
    const otherTenantId = (await build.aTenant()).id
    const area = await build.anArea({ tenant_id: tenantId })
    const user = await build.aUser({ tenantId, codes: ['*'] })
    const other = await build.aUser({ tenantId: otherTenantId, codes: ['*'] })
    Object.assign(world, {
      server,
      build,
      tenantId,
      otherTenantId,
      adminId: user.id,
      rivalId: other.id,
      adminName: user.login_name,
      admin: await server.signIn(user.login_name),
      rival: await server.signIn(other.login_name),
      viewer: await server.signIn((await build.aUser({ tenantId, codes: READS })).login_name),
      powerless: await server.signIn((await build.aUser({ tenantId, codes: [] })).login_name),
      elsewhere: await server.signIn((await build.aUser({ tenantId, codes: ['*'], areaIds: [area.id] })).login_name),
    } satisfies World)
  })
  afterAll(() => world.server?.close())
}

export async function make(client: Client, call: NamedCall, rows: Rows, tenant = world.tenantId) {
  const input = table[call.name]![1](rows)
  return client.call(call, { ...input, params: { t: tenant, ...input.params } })
}

/** The call with a body that no parser takes: a check that comes before the body is read does not see it. */
export async function makeBroken(client: Client, call: NamedCall, rows: Rows) {
  const params: Record<string, string | number> = { t: world.tenantId, ...table[call.name]![1](rows).params }
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
  const body = call.method === 'GET' ? undefined : '{"broken'
  const answer = await client.raw(call.method, path, body ? { body, headers: { 'content-type': 'application/json' } } : {})
  return { status: answer.status, body: (await answer.json()) as unknown }
}
