import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ApprovalNode, definitionCalls } from '#contract/approvals/definition'
import { handOverCalls } from '#contract/organization/handOver'
import { unitCalls } from '#contract/organization/unit'
import { USERS_HAND_OVER, userManageCalls } from '#contract/organization/user'
import { scopeOf } from '#server/ground/database/scope'
import { oneChange } from '#server/ground/approvals/leaders'
import { lockRights } from '#server/organization/rights'
import type { Asking } from '#server/ground/http/handler'
import { handOverHandlers } from '#server/organization/users/handOver'
import { holdingsOf } from '#server/organization/users/holdings'
import { startApprovals } from '../approvals/flowOfApprovals.ts'
import { type Arrange, arrange } from '../arrange.ts'
import { atOnce } from '../atOnce.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
let flows: Awaited<ReturnType<typeof startApprovals>>
beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
  flows = await startApprovals()
})
afterAll(async () => {
  await server?.close()
  await flows?.close()
})

const PEOPLE = [1, 2, 3, 4] as const
const step = fc.record({
  kind: fc.constantFrom('AND' as const, 'OR' as const, 'SEQUENTIAL' as const),
  people: fc.uniqueArray(fc.constantFrom(...PEOPLE), { minLength: 1, maxLength: 3 }),
})

test(
  'after a hand-over nothing open names who leaves, every approval still ends, and what is refused changes nothing',
  { timeout: 120_000 },
  async () => {
    const { users, tenantId, run } = flows
    const tally = { moved: 0, refused: 0 }
    const act = handOverHandlers({
      approvals: { engine: flows.engine, formOf: () => ({ formCode: 'aplionform' }) } as never,
      gate: { grant: () => Promise.resolve({ areas: null }) } as never,
      live: { changed: () => undefined } as never,
      clock: () => 5,
    })
    const asking = {
      caller: { userId: users[5]! },
      grant: { tenantId },
      inTenant: (work: never) => run(users[5]!, work),
    } as unknown as Asking
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...PEOPLE),
        fc.constantFrom(0, 1, 2, 3, 4),
        fc.nat(2),
        async (steps, from, to, decided) => {
          fc.pre(from !== to)
          await flows.define(
            steps.map(({ kind, people }, at): ApprovalNode => ({
              id: `n${at}`,
              name: `N${at}`,
              kind,
              who: { by: 'user', userIds: people.map((one) => users[one]!) },
            })),
            { whenApplicant: 'pass' },
          )
          const [leaver, successor] = [users[from]!, users[to]!]
          const draft = await flows.draft()
          const instance = await run(users[0]!, (scope) =>
            flows.engine.submit(scope, {
              formCode: 'aplionform',
              documentId: draft,
              userId: users[0]!,
              picked: {},
              again: false,
              language: 'en-US',
            }),
          )
          const pending = async () =>
            (
              await flows.owner.query<{ id: number; assignee_id: number }>(
                `select id, assignee_id from furrow.approval_task where instance_id = $1 and state = 'PENDING' order by id`,
                [instance.id],
              )
            ).rows
          const approve = async () => {
            const [next] = await pending()
            if (!next) return false
            await run(next.assignee_id, (scope) =>
              flows.engine.decide(scope, { taskId: next.id, userId: next.assignee_id, verdict: 'approve', comment: null }),
            )
            return true
          }
          for (let at = 0; at < decided; at++) await approve()
          const held = () => run(users[5]!, (scope) => holdingsOf(scope, leaver))
          const before = await held()
          if (before.length > 0) {
            const items = before.map(({ kind, id }) => ({ kind, id }))
            const answer = (await act.handOver(
              { params: { t: tenantId } as never, query: undefined, body: { userId: leaver, toUserId: successor, items } },
              asking,
            )) as {
              moved: number
              refused: { reason: string }[]
            }
            if (answer.refused.length > 0) {
              tally.refused += 1
              expect(await held()).toEqual(before)
              for (const { reason } of answer.refused) expect(['applicant', 'asked', 'loop']).toContain(reason)
            } else {
              tally.moved += answer.moved
              expect(await held()).toEqual([])
            }
          }
          while (await approve());
          const { rows } = await flows.owner.query('select state from furrow.approval_instance where id = $1', [instance.id])
          expect(rows).toEqual([{ state: 'APPROVED' }])
        },
      ),
      { numRuns: 40 },
    )
    expect(tally.moved).toBeGreaterThan(5)
    expect(tally.refused).toBeGreaterThan(0)
  },
)

interface Scene {
  readonly t: number
  readonly area: number
  readonly leaver: number
  readonly successor: number
  readonly admin: Client
}
async function scene(): Promise<Scene & { taskId: number }> {
  const t = (await build.aTenant()).id
  const area = (await build.anArea({ tenant_id: t, area_name: 'North' })).id
  const admin = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'] })).login_name)
  const [leaver, successor, third] = [
    (await build.aUser({ tenantId: t, real_name: 'Lea' })).id,
    (await build.aUser({ tenantId: t, codes: ['wfpf.farm.farm.map'], real_name: 'Sue' })).id,
    (await build.aUser({ tenantId: t, real_name: 'Third' })).id,
  ]
  const root = (await build.rowOf('org_unit', { tenant_id: t, kind: 'enterprise' }))!
  await build.insert('org_unit', { tenant_id: t, kind: 'company', parent_id: root.id, name: 'South', leader_id: leaver })
  await build.insert('leader_line', { tenant_id: t, user_id: third, leader_id: leaver })
  const worker = await build.insert('worker', { tenant_id: t, area_id: area, name: 'Lea', worker_type: 'regular', user_id: leaver })
  const type = await build.insert('task_type', { tenant_id: t, name: 'Weeding', code: 'W', color: '#1b9961', usage: 'farm' })
  const task = await build.insert('task', {
    tenant_id: t,
    area_id: area,
    task_no: 'T-1',
    task_name: 'Weed',
    task_type_id: type.id,
    task_level: 'base',
    priority: 'normal',
    leader_id: worker.id,
    participants: JSON.stringify([worker.id]) as never,
    starts_at: 1,
    due_at: 2,
    task_state: 'notStarted',
  })
  return { t, area, leaver, successor, admin, taskId: task.id }
}
const held = async ({ admin, t }: Scene, userId: number) =>
  (await admin.call(handOverCalls.held, { params: { t }, query: { userId } })).body
const handOver = ({ admin, t, leaver, successor }: Scene, items: readonly { kind: string; id: number }[], to = successor) =>
  admin.call(handOverCalls.handOver, { params: { t }, body: { userId: leaver, toUserId: to, items: items as never } })

test('units, lines and tasks are taken together, or none of them with the reason by line; both are told', async () => {
  const at = await scene()
  const items = await held(at, at.leaver)
  expect(items.map(({ kind, title }) => `${kind} ${title}`)).toEqual(['unit South', 'line Third', 'task T-1 Weed'])
  // Sue is no worker of the base yet.
  expect((await handOver(at, items)).body).toEqual({ moved: 0, refused: [{ ...items[2]!, reason: 'noWorker' }] })
  expect(await held(at, at.leaver)).toEqual(items)
  const worker = await build.insert('worker', {
    tenant_id: at.t,
    area_id: at.area,
    name: 'Sue',
    worker_type: 'regular',
    user_id: at.successor,
  })
  expect((await handOver(at, items)).body).toEqual({ moved: 3, refused: [] })
  expect(await held(at, at.leaver)).toEqual([])
  expect((await held(at, at.successor)).map(({ kind }) => kind)).toEqual(['unit', 'line', 'task'])
  expect(await build.rowOf('task', { id: at.taskId })).toMatchObject({ leader_id: worker.id, participants: [], object_version_number: 2 })
  for (const userId of [at.leaver, at.successor]) {
    const told = await server.owner.query(
      `select 1 from outbox where user_id = $1 and kind = 'message' union all select 1 from user_message where user_id = $1`,
      [userId],
    )
    expect(told.rowCount).toBe(1)
  }
  const audit = await server.owner.query(`select distinct act from audit_entry where tenant_id = $1 and act = 'handOver.handOver'`, [at.t])
  expect(audit.rowCount).toBe(1)
})

test('a successor takes what is of bases that they see, and leads nobody in a ring', async () => {
  const at = await scene()
  const other = await build.anArea({ tenant_id: at.t })
  const narrow = (await build.aUser({ tenantId: at.t, codes: ['wfpf.farm.farm.map'], areaIds: [other.id] })).id
  await build.insert('leader_line', { tenant_id: at.t, user_id: narrow, leader_id: at.leaver })
  const items = await held(at, at.leaver)
  const { body } = await handOver(at, items, narrow)
  expect(body.refused.map(({ kind, reason }) => `${kind} ${reason}`).toSorted()).toEqual(['line loop', 'task base'])
  expect((await handOver(at, items, 999_999)).status).toBe(422)
  const manager = await server.signIn((await build.aUser({ tenantId: at.t, codes: [USERS_HAND_OVER] })).login_name)
  await build.aRole({ tenant_id: at.t, codes: ['*'], userId: at.leaver })
  expect((await handOver({ ...at, admin: manager }, items)).status).toBe(403)
})

/** So many wait for a lock. */
async function waiting(calls: number) {
  await vi.waitFor(
    async () => {
      const { rowCount } = await server.owner.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      if ((rowCount ?? 0) < calls) throw new Error('not all of them wait')
    },
    { timeout: 10_000, interval: 5 },
  )
}

describe('a hand-over beside another change of the organisation', () => {
  test('closes no ring of leaders: of it and of a line that is named meanwhile one is refused', async () => {
    const at = await scene()
    const [line] = (await held(at, at.leaver)).filter(({ kind }) => kind === 'line')
    const naming = () =>
      at.admin.call(definitionCalls.setLeader, { params: { t: at.t }, body: { userId: at.successor, leaderId: line!.id } })
    // Both have looked who leads whom before either has written it down.
    const [handed, named] = await atOnce<{ status: number; body: unknown }>(server.owner, { table: 'app_user', id: line!.id }, [
      () => handOver(at, [line!]),
      naming,
    ])
    const took = (handed!.body as { moved: number }).moved === 1
    expect(took).toBe(named!.status !== 200)
    const { rows } = await server.owner.query<{ user_id: number; leader_id: number }>(
      'select user_id, leader_id from leader_line where tenant_id = $1',
      [at.t],
    )
    const leads = new Map(rows.map((row) => [row.user_id, row.leader_id]))
    expect(leads.get(at.successor) === line!.id && leads.get(line!.id) === at.successor).toBe(false)
  })

  test('takes the locks in the order in which moving a unit does: both are done', async () => {
    const at = await scene()
    const root = (await build.rowOf('org_unit', { tenant_id: at.t, kind: 'enterprise' }))!
    const south = (await build.rowOf('org_unit', { tenant_id: at.t, name: 'South' }))!
    const north = await build.insert('org_unit', { tenant_id: at.t, kind: 'company', parent_id: root.id, name: 'Far north' })
    const [line] = (await held(at, at.leaver)).filter(({ kind }) => kind === 'line')
    const body = { unitId: south.id, parentId: north.id, beforeId: null, objectVersionNumber: south.object_version_number }
    const running = await server.services.serviceDb.transaction().execute(async (raw) => {
      await oneChange(scopeOf(raw, at.t, null))
      const moved = at.admin.call(unitCalls.move, { params: { t: at.t }, body })
      await waiting(1)
      const handed = handOver(at, [line!])
      await waiting(2)
      return { moved, handed }
    })
    expect((await running.moved).status).toBe(200)
    expect((await running.handed).body).toEqual({ moved: 1, refused: [] })
  })

  test('gives nothing to whoever is just being disabled', async () => {
    const at = await scene()
    const [line] = (await held(at, at.leaver)).filter(({ kind }) => kind === 'line')
    const running = await server.services.serviceDb.transaction().execute(async (raw) => {
      await lockRights(raw, at.t)
      const ended = at.admin.call(userManageCalls.disable, { params: { t: at.t }, body: { userId: at.successor } })
      await waiting(1)
      const handed = handOver(at, [line!])
      await waiting(2)
      return { ended, handed }
    })
    expect((await running.ended).status).toBe(200)
    expect(await running.handed).toMatchObject({ status: 422, body: { code: 'error.user.successor' } })
    expect(await held(at, at.leaver)).toContainEqual(line)
  })
})
