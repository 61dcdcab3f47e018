import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Job } from '../clock/job.ts'
import type { Database } from '../database/schema.ts'
import { inTenant, type Scope } from '../database/scope.ts'
import type { Asking } from '../http/handler.ts'
import { post } from '../outbox/parcel.ts'
import { createEngine, type Engine } from './engine.ts'
import type { Instance } from './roundRows.ts'
import type { ApprovalForm } from './forms.ts'

/** How often tasks of people who left are looked for even though nothing was heard, ms. */
const SWEEP_EVERY_MS = 30_000
const HOUR = 3_600_000

/** The engine with what it needs around it: who is told after the commit, and what happens to the tasks of those who leave. */
export interface Approvals {
  readonly engine: Engine
  readonly forms: readonly ApprovalForm[]
  readonly formOf: (formCode: string) => ApprovalForm
  /** Runs a change of an approval in the caller's tenant; whoever it concerns is told once it is committed. */
  readonly changing: (asking: Asking, work: (scope: Scope) => Promise<Instance>) => Promise<Instance>
  /** Gives open tasks of people who left to their tenant's administrator, and says of those that lie too long. */
  readonly sweep: () => Promise<void>
  readonly jobs: readonly Job[]
  readonly close: () => Promise<void>
}

export function createApprovals(given: {
  forms: readonly ApprovalForm[]
  requestDb: Kysely<Database>
  serviceDb: Kysely<Database>
  log: Logger
  clock: () => number
}): Approvals {
  const { forms, requestDb, serviceDb, log, clock } = given
  const formOf = (formCode: string) => {
    const form = forms.find((one) => one.formCode === formCode)
    if (!form) throw new Error(`no form ${formCode} is known to approvals`)
    return form
  }
  const engine = createEngine({ forms, clock })

  /** Commits with a moved approval that whoever shows its document is to read it again. */
  const say = (scope: Scope, { tenant_id: tenantId, form_code: formCode, third_id: id, area_id: areaId }: Instance) =>
    post(scope.raw, [{ kind: 'changed', tenantId, body: { name: formOf(formCode).formCode, id, areaId } }], clock())

  /** Open tasks of people who no longer belong to the tenant or may not sign in: nobody would ever decide them. */
  const orphans = () =>
    serviceDb
      .selectFrom('approval_task')
      .select(['approval_task.id', 'approval_task.tenant_id'])
      .where('approval_task.state', 'in', ['WAITING', 'PENDING'])
      .where((task) =>
        task.not(
          task.exists(
            task
              .selectFrom('membership')
              .innerJoin('app_user', 'app_user.id', 'membership.user_id')
              .select('membership.user_id')
              .whereRef('membership.tenant_id', '=', 'approval_task.tenant_id')
              .whereRef('membership.user_id', '=', 'approval_task.assignee_id')
              .where('app_user.enabled', '=', true),
          ),
        ),
      )
      .orderBy('approval_task.id')
      .execute()

  /** Tasks that lie longer than their node allows, and of which nothing has been said yet. */
  const overdue = () =>
    serviceDb
      .selectFrom('approval_task')
      .innerJoin('approval_instance', 'approval_instance.id', 'approval_task.instance_id')
      .select(['approval_task.id', 'approval_task.tenant_id'])
      .where('approval_task.state', '=', 'PENDING')
      .where('approval_task.overdue_at', 'is', null)
      .where(
        sql<boolean>`approval_task.asked_at + (approval_instance.path -> approval_task.step -> 'timeout' ->> 'hours')::bigint * ${HOUR} <= ${clock()}`,
      )
      .orderBy('approval_task.id')
      .execute()

  /** Each task in a transaction of its own: one that fails holds no other one back. */
  async function each(
    tasks: readonly { id: number; tenant_id: number }[],
    act: (scope: Scope, taskId: number) => Promise<Instance | 'nobody' | null>,
  ) {
    for (const { id, tenant_id: tenantId } of tasks) {
      try {
        const moved = await inTenant(requestDb, { tenantId, userId: 0, areas: null }, async (scope) => {
          const instance = await act(scope, id)
          if (instance !== null && instance !== 'nobody') await say(scope, instance)
          return instance
        })
        if (moved === 'nobody')
          log.warn({ task: id, tenant: tenantId }, 'a task of someone who left waits: the tenant has no administrator')
      } catch (cause) {
        log.error({ err: cause, task: id }, 'a task that waits for nobody, or for too long, could not be given on')
      }
    }
  }

  async function sweepOnce(): Promise<void> {
    await each(await orphans(), (scope, taskId) => engine.replace(scope, taskId))
    await each(await overdue(), (scope, taskId) => engine.overdue(scope, taskId))
  }

  let sweeping: Promise<void> | null = null
  let again = false
  async function run(): Promise<void> {
    try {
      do {
        again = false
        await sweepOnce()
      } while (again)
    } catch (cause) {
      log.error({ err: cause }, 'approvals could not be looked through: tried again shortly')
    } finally {
      sweeping = null
    }
  }
  const sweep = () => {
    again = true
    sweeping ??= run()
    return sweeping
  }
  return {
    engine,
    forms,
    formOf,
    async changing(asking, work) {
      return asking.inTenant(async (scope) => {
        const instance = await work(scope)
        await say(scope, instance)
        return instance
      })
    },
    sweep,
    jobs: [{ name: 'approvals.sweep', every: SWEEP_EVERY_MS, missed: 'catchUp', steps: sweep }],
    async close() {
      await sweeping
    },
  }
}
