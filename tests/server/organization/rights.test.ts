import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ROLE_ASSIGN, ROLE_CREATE, ROLE_DELETE, ROLE_EDIT, ROLE_READ, roleCalls } from '#contract/organization/role'
import { ORGANIZATION_EDIT, ORGANIZATION_READ, unitCalls } from '#contract/organization/unit'
import { declaredCodes } from '#contract/organization/roleMatrix'
import { grantOf } from '#server/session/gate'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

const EDITS = [ROLE_READ, ROLE_CREATE, ROLE_EDIT, ROLE_DELETE, ROLE_ASSIGN]
const TREE = [ORGANIZATION_READ, ORGANIZATION_EDIT]
const CODES = [
  'wfpf.farm.farm.map',
  'wfpf.farm.farm.worker',
  'wfpf.farm.farm.worker.ps.edit',
  'wfpf.farm.farm.worker*',
  'wfpf.farm.*',
  '*',
  ...EDITS,
]

let server: TestServer
let build: Arrange
beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
})
afterAll(() => server?.close())

interface Someone {
  readonly id: number
  readonly client: Client
}
async function aPerson(t: number, codes: readonly string[], areaIds: readonly number[] | null): Promise<Someone> {
  const user = await build.aUser({ tenantId: t, codes, areaIds })
  return { id: user.id, client: await server.signIn(user.login_name) }
}

/** Every code that somebody holds in each base, and in those to come (`*`), by what stands in the database. */
async function rightsOf(t: number, userId: number, bases: readonly number[]): Promise<Set<string>> {
  const { rows } = await server.owner.query<{ id: string; codes: string[]; area_ids: string[] | null }>(
    `select r.id, r.codes, a.area_ids from role_assignment a join role r on r.id = a.role_id where a.tenant_id = $1 and a.user_id = $2`,
    [t, userId],
  )
  const roles = rows.map(({ id, codes, area_ids: areas }) => ({ roleId: Number(id), codes, areas: areas?.map(Number) ?? null }))
  const grant = grantOf(t, 'UTC', { enabled: true, roles })
  return new Set(
    declaredCodes.flatMap((code) => {
      const { allowed, areas } = grant.decide(code as `wfpf.${string}`)
      if (!allowed) return []
      return areas === null ? [...bases, '*'].map((where) => `${code} ${where}`) : areas.map((where) => `${code} ${where}`)
    }),
  )
}

type Act =
  | { act: 'create'; who: number; codes: string[] }
  | { act: 'update'; who: number; role: number; codes: string[] }
  | { act: 'remove'; who: number; role: number }
  | { act: 'assign'; who: number; role: number; to: number; bases: number[] | null }
  | { act: 'company'; who: number; role: number; to: number; company: number }
  | { act: 'move'; who: number; base: number; company: number | null }
  | { act: 'unassign'; who: number; role: number; to: number }
const PEOPLE = 3
const who = fc.nat(PEOPLE - 1)
const to = fc.nat(PEOPLE)
const role = fc.nat(5)
const codes = fc.uniqueArray(fc.constantFrom(...CODES), { maxLength: 4 })
const bases = fc.option(fc.uniqueArray(fc.nat(1), { minLength: 1 }))
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ act: fc.constant('create' as const), who, codes }),
  fc.record({ act: fc.constant('update' as const), who, role, codes }),
  fc.record({ act: fc.constant('remove' as const), who, role }),
  fc.record({ act: fc.constant('assign' as const), who, role, to, bases }),
  fc.record({ act: fc.constant('company' as const), who, role, to, company: fc.nat(1) }),
  fc.record({ act: fc.constant('move' as const), who, base: fc.nat(1), company: fc.option(fc.nat(1)) }),
  fc.record({ act: fc.constant('unassign' as const), who, role, to }),
)

async function perform(
  t: number,
  people: readonly Someone[],
  areas: readonly number[],
  companies: readonly number[],
  act: Act,
): Promise<boolean> {
  const { client } = people[act.who]!
  const params = { t }
  if (act.act === 'move') {
    const unit = (await build.rowOf('org_unit', { area_id: areas[act.base]! }))!
    const root = (await build.rowOf('org_unit', { tenant_id: t, kind: 'enterprise' }))!
    const body = {
      unitId: unit.id,
      parentId: act.company === null ? root.id : companies[act.company]!,
      beforeId: null,
      objectVersionNumber: unit.object_version_number,
    }
    return (await client.call(unitCalls.move, { params, body })).status === 200
  }
  const roles = (await client.call(roleCalls.page, { params, query: { size: 0 } })).body.content
  if (act.act === 'create')
    return (
      (await client.call(roleCalls.create, { params, body: { name: `r-${crypto.randomUUID().slice(0, 8)}`, codes: act.codes } })).status ===
      200
    )
  const chosen = roles?.[act.role % roles.length]
  if (!chosen) return false
  const { roleId, name, objectVersionNumber } = chosen
  if (act.act === 'update')
    return (await client.call(roleCalls.update, { params, body: { roleId, name, codes: act.codes, objectVersionNumber } })).status === 200
  if (act.act === 'remove') return (await client.call(roleCalls.remove, { params, body: { roleId, objectVersionNumber } })).status === 200
  const userId = people[act.to]!.id
  const held = (await client.call(roleCalls.assignments, { params, query: { roleId, userId } })).body.content?.[0]
  if (act.act === 'unassign')
    return (
      (await client.call(roleCalls.unassign, { params, body: { roleId, userId, objectVersionNumber: held?.objectVersionNumber ?? 1 } }))
        .status === 200
    )
  const places =
    act.act === 'company'
      ? { everyBase: false, areaIds: [], companyIds: [companies[act.company]!] }
      : { everyBase: act.bases === null, areaIds: act.bases?.map((at) => areas[at]!) ?? [] }
  const body = {
    roleId,
    userId,
    ...places,
    objectVersionNumber: held?.objectVersionNumber ?? null,
  }
  return (await client.call(roleCalls.assign, { params, body })).status === 200
}

test(
  'no sequence of role edits lets anybody do what nobody gave, and the administrator keeps everything',
  { timeout: 120_000 },
  async () => {
    let done = 0
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 4, maxLength: 12 }), async (sequence) => {
        const t = (await build.aTenant()).id
        const areas = [(await build.anArea({ tenant_id: t })).id, (await build.anArea({ tenant_id: t })).id]
        const root = (await build.rowOf('org_unit', { tenant_id: t, kind: 'enterprise' }))!
        const companies: number[] = []
        for (const name of ['One', 'Two'])
          companies.push((await build.insert('org_unit', { tenant_id: t, kind: 'company', parent_id: root.id, name })).id)
        const people = [
          await aPerson(t, [...EDITS, 'wfpf.farm.farm.worker*'], [areas[0]!]),
          await aPerson(t, [...EDITS, 'wfpf.farm.farm.map'], [areas[1]!]),
          await aPerson(t, [...EDITS, ...TREE], null),
          await aPerson(t, [], null),
        ]
        const admin = await build.aUser({ tenantId: t, codes: ['*'] })
        // What is given for a company reaches where the tree leads, and nobody may lead it to themselves.
        const lent = await build.aRole({ tenant_id: t, codes: ['wfpf.farm.farm.map'] })
        for (const [at, unit] of companies.entries())
          await build.insert('role_assignment', {
            tenant_id: t,
            user_id: people[2 + at]!.id,
            role_id: lent.id,
            area_ids: [],
            unit_ids: [unit],
          })
        const all = async () => Promise.all(people.map(({ id }) => rightsOf(t, id, areas)))
        const had = new Set((await all()).flatMap((rights) => [...rights]))
        for (const act of sequence) if (await perform(t, people, areas, companies, act)) done += 1
        for (const rights of await all()) for (const right of rights) expect(had).toContain(right)
        expect((await rightsOf(t, admin.id, areas)).size).toBe(declaredCodes.length * (areas.length + 1))
      }),
      { numRuns: 25 },
    )
    // A test in which everything was refused would show nothing.
    expect(done).toBeGreaterThan(20)
  },
)

/** Runs changes that truly meet: what they write is held until each of them waits. */
async function meeting<T>(t: number, changes: readonly (() => Promise<T>)[]): Promise<T[]> {
  const holder = await server.owner.connect()
  try {
    await holder.query('begin')
    for (const table of ['role', 'role_assignment']) await holder.query(`select from ${table} where tenant_id = $1 for update`, [t])
    const running = changes.map((change) => change())
    await vi.waitFor(
      async () => {
        const waiting = await server.owner.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        expect(waiting.rowCount).toBe(changes.length)
      },
      { timeout: 10_000, interval: 5 },
    )
    await holder.query('commit')
    return await Promise.all(running)
  } finally {
    holder.release()
  }
}

test('two administrators who take each other’s role at once: one of them stays', { timeout: 60_000 }, async () => {
  const ways = ['unassign', 'narrow', 'strip'] as const
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ways), fc.constantFrom(...ways), async (one, other) => {
      const t = (await build.aTenant()).id
      const area = await build.anArea({ tenant_id: t })
      const both = [await aPerson(t, ['*'], null), await aPerson(t, ['*'], null)] as const
      const page = (await both[0].client.call(roleCalls.assignments, { params: { t }, query: { size: 0 } })).body.content
      const attack = async ({ client }: Someone, { id: userId }: Someone, way: (typeof ways)[number]): Promise<number> => {
        const { roleId } = page.find((held) => held.userId === userId)!
        const at = { roleId, userId, objectVersionNumber: 1 }
        if (way === 'unassign') return (await client.call(roleCalls.unassign, { params: { t }, body: at })).status
        if (way === 'narrow')
          return (await client.call(roleCalls.assign, { params: { t }, body: { ...at, everyBase: false, areaIds: [area.id] } })).status
        return (
          await client.call(roleCalls.update, { params: { t }, body: { roleId, name: `r ${userId}`, codes: [], objectVersionNumber: 1 } })
        ).status
      }
      const answers = await meeting(t, [() => attack(both[0], both[1], one), () => attack(both[1], both[0], other)])
      // The second may have lost its own rights before it was looked at.
      expect(answers.filter((status) => status === 200)).toHaveLength(1)
      const left = await Promise.all(both.map(({ id }) => rightsOf(t, id, [area.id])))
      expect(left.filter(({ size }) => size === declaredCodes.length * 2)).toHaveLength(1)
    }),
    { numRuns: 9 },
  )
})
