import type { ApprovalNode } from '#contract/approvals/definition'
import { createEngine, type Engine } from '#server/ground/approvals/engine'
import { inTenant, type Scope } from '#server/ground/database/scope'
import { CallFailure } from '#server/ground/failure'
import { approvalFormOf } from '#server/ground/documents/approvalForm'
import { aplionformRules } from '#server/inventory/aplionform'
import { arrange } from '../arrange.ts'
import { startTestDatabase } from '../database/testDatabase.ts'

/** A tenant with an applicant (0), four approvers (1 to 4, of whom 1 and 2 share a role) and an administrator (5). */
export async function startApprovals() {
  const database = await startTestDatabase()
  const build = arrange(database.owner)
  const tenant = await build.aTenant()
  const area = await build.anArea({ tenant_id: tenant.id })
  const users: number[] = []
  for (let at = 0; at < 6; at++) {
    users.push((await build.aUser({ tenantId: tenant.id, real_name: `User ${at}` })).id)
  }
  await build.aRole({ tenant_id: tenant.id, userId: users[5]! })
  const role = await build.aRole({ tenant_id: tenant.id, codes: [], userId: users[1]! })
  await build.insert('role_assignment', { tenant_id: tenant.id, user_id: users[2]!, role_id: role.id, area_ids: null })
  await build.insert('leader_line', { tenant_id: tenant.id, user_id: users[0]!, leader_id: users[3]! })
  await build.insert('leader_line', { tenant_id: tenant.id, user_id: users[3]!, leader_id: users[4]! })

  let now = 1_000
  let counted = 0
  const engine = createEngine({ forms: [approvalFormOf(aplionformRules)], clock: () => ++now })
  const run = <T>(userId: number, work: (scope: Scope) => Promise<T>) =>
    inTenant(database.store.requestDb, { tenantId: tenant.id, userId, areas: null }, work)
  const insert = build.insert
  return {
    ...database,
    build,
    tenantId: tenant.id,
    areaId: area.id,
    users,
    roleId: role.id,
    engine,
    run,
    /** The outcome of a change in a transaction of its own: its answer, or the code of its failure. */
    async attempt<T>(userId: number, work: (engine: Engine, scope: Scope) => Promise<T>): Promise<T | string> {
      try {
        return await run(userId, (scope) => work(engine, scope))
      } catch (cause) {
        if (cause instanceof CallFailure) return cause.code
        throw cause
      }
    },
    /** Makes this flow the newest version of the form's. */
    define: (nodes: readonly ApprovalNode[], settings: { whenNobody?: string; whenApplicant?: string } = {}) =>
      insert('approval_definition', {
        tenant_id: tenant.id,
        form_code: 'aplionform',
        version: ++counted,
        name: 'A flow',
        nodes: JSON.stringify(nodes),
        when_nobody: settings.whenNobody ?? 'administrator',
        when_applicant: settings.whenApplicant ?? 'normal',
        created_at: now,
      }),
    /** A draft of the applicant with this many lines, each worth 100. */
    async draft(lines = 1, applicant = users[0]!): Promise<number> {
      const { id } = await insert('document', {
        tenant_id: tenant.id,
        area_id: area.id,
        form_code: 'aplionform',
        code: `PA-${++counted}`,
        title: 'Seeds',
        applicant_id: applicant,
        applicant_name: 'User',
        created_at: now,
        updated_at: now,
      })
      for (let position = 0; position < lines; position++) {
        await insert('document_line', {
          tenant_id: tenant.id,
          form_code: 'aplionform',
          document_id: id,
          position,
          product_name: 'Seed',
          unit: 'bag',
          quantity: '10',
          stock_quantity: '10',
          price: '10',
        })
      }
      return id
    },
    submit: (documentId: number, again = false, picked: Record<string, number[]> = {}) =>
      run(users[0]!, (scope) =>
        engine.submit(scope, { formCode: 'aplionform', documentId, userId: users[0]!, picked, again, language: 'en-US' }),
      ),
    async rows(instanceId: number) {
      const [instance, tasks, records, documents] = await Promise.all([
        database.owner.query<{ state: string; round: number; step: number; third_id: number; path: { kind: string; id: string }[] }>(
          'select * from furrow.approval_instance where id = $1',
          [instanceId],
        ),
        database.owner.query<TaskRow>('select * from furrow.approval_task where instance_id = $1 order by step, position, id', [
          instanceId,
        ]),
        database.owner.query<{ action: string; round: number; comment: string | null; actor_id: number | null; at: number }>(
          'select * from furrow.approval_record where instance_id = $1 order by id',
          [instanceId],
        ),
        database.owner.query<{ audit_status: string }>(
          'select audit_status from furrow.document where id = (select third_id from furrow.approval_instance where id = $1)',
          [instanceId],
        ),
      ])
      return { instance: instance.rows[0]!, tasks: tasks.rows, records: records.rows, status: documents.rows[0]!.audit_status }
    },
  }
}
export interface TaskRow {
  id: number
  round: number
  step: number
  position: number
  kind: string
  node_id: string
  assignee_id: number
  state: string
  comment: string | null
}
export type ApprovalsUnderTest = Awaited<ReturnType<typeof startApprovals>>
