import { type ExpressionBuilder, sql } from 'kysely'
import { type ApprovalItem, PROCESS_STATE, TASK_STATE, type TaskState } from '#contract/approvals/approval'
import type { FormCode } from '#contract/approvals/definition'
import { containing } from '../database/containing.ts'
import { type Page, readPage } from '../database/page.ts'
import type { Database } from '../database/schema.ts'
import type { Scope } from '../database/scope.ts'
import type { Language } from '../http/handler.ts'
import { say } from '../words.ts'

/** 1 in approval, 2 complete, 3 rejected or withdrawn. */
export const processStateOf = (state: string): number =>
  state === 'PENDING' ? PROCESS_STATE.inApproval : state === 'APPROVED' ? PROCESS_STATE.complete : PROCESS_STATE.rejected
export const taskStateOf = (state: string): number =>
  state === 'PENDING' || state === 'WAITING' ? TASK_STATE.notReviewed : state === 'REJECTED' ? TASK_STATE.rejected : TASK_STATE.reviewed
export const reasonOf = (state: string): 'withdrawn' | null => (state === 'WITHDRAWN' ? 'withdrawn' : null)
export const formNameOf = (language: Language, formCode: string): string => say(language, `approvals:form.${formCode}`)

const INSTANCES_IN: Record<number, readonly string[]> = { 1: ['PENDING'], 2: ['APPROVED'], 3: ['REJECTED', 'WITHDRAWN'] }
// What was handed on, or closed because others decided, waits for nobody: it counts as reviewed.
const TASKS_IN: Record<number, readonly string[]> = { 1: ['PENDING'], 2: ['APPROVED', 'TRANSFERRED', 'DONE'], 3: ['REJECTED'] }

interface Filters {
  readonly page: number
  readonly size: number
  readonly formCode?: FormCode | undefined
  readonly search?: string | undefined
}
interface Row {
  row_id: number
  id: number
  form_code: string
  third_id: number
  document_code: string
  state: string
  round: number
  started_at: number
  submit_name: string
  node_name: string | null
  open_task: number | null
  own_task: number | null
  own_state: string | null
  own_round: number | null
}

const describe = (row: Row, language: Language): ApprovalItem => ({
  id: row.row_id,
  processId: row.id,
  currentTaskId: row.own_task ?? row.open_task,
  currentTaskName: row.state === 'PENDING' ? row.node_name : null,
  formName: formNameOf(language, row.form_code),
  formCode: row.form_code as FormCode,
  submitName: row.submit_name,
  startTime: row.started_at,
  taskState: row.own_state == null ? null : taskStateOf(row.own_state),
  processState: processStateOf(row.state),
  thirdId: row.third_id,
  documentCode: row.document_code,
  round: row.own_round ?? row.round,
  outcome: row.own_state as TaskState | null,
  reason: reasonOf(row.state),
})

/** Everything of an instance that a row shows, beside what the view adds of its own. */
const shown = [
  'approval_instance.id',
  'approval_instance.form_code',
  'approval_instance.third_id',
  'approval_instance.document_code',
  'approval_instance.state',
  'approval_instance.round',
  'approval_instance.started_at',
] as const
const derived = [
  sql<string>`coalesce(app_user.real_name, approval_instance.applicant_name)`.as('submit_name'),
  sql<string | null>`approval_instance.path -> approval_instance.step ->> 'name'`.as('node_name'),
] as const
const openTask = sql<number | null>`(select min(task.id) from approval_task task where task.tenant_id = approval_instance.tenant_id
  and task.instance_id = approval_instance.id and task.state = 'PENDING')`

type Instances = ExpressionBuilder<Database, 'approval_instance' | 'app_user'>
/** Instances that are shown at all, and pass the filters. */
const filtered = ({ formCode, search }: Filters) => {
  const wanted = search?.trim()
  return (eb: Instances) =>
    eb.and([
      eb('approval_instance.state', '<>', 'DELETED'),
      ...(formCode ? [eb('approval_instance.form_code', '=', formCode)] : []),
      ...(wanted
        ? [
            eb.or([
              eb('approval_instance.document_code', 'ilike', containing(wanted)),
              eb('approval_instance.applicant_name', 'ilike', containing(wanted)),
              eb('app_user.real_name', 'ilike', containing(wanted)),
            ]),
          ]
        : []),
    ])
}

/** Approved by me: the caller's tasks, newest first. One that waits for its turn is not there yet. */
export async function taskItems(
  scope: Scope,
  userId: number,
  asked: Filters & { taskState?: number | undefined },
  language: Language,
): Promise<Page<ApprovalItem>> {
  let rows = scope
    .select('approval_task')
    .innerJoin('approval_instance', (join) =>
      join
        .onRef('approval_instance.id', '=', 'approval_task.instance_id')
        .onRef('approval_instance.tenant_id', '=', 'approval_task.tenant_id'),
    )
    .leftJoin('app_user', 'app_user.id', 'approval_instance.applicant_id')
    .where('approval_task.assignee_id', '=', userId)
    .where('approval_task.state', '<>', 'WAITING')
    .where(filtered(asked) as never)
  const states = asked.taskState == null ? undefined : TASKS_IN[asked.taskState]
  if (states) rows = rows.where('approval_task.state', 'in', states)
  const page = await readPage(asked, rows, (all) =>
    (all as typeof rows)
      .select([...shown, ...derived])
      .select([
        'approval_task.id as row_id',
        'approval_task.id as own_task',
        'approval_task.state as own_state',
        'approval_task.round as own_round',
        sql<number | null>`null`.as('open_task'),
      ])
      .orderBy('approval_task.id', 'desc'),
  )
  return { ...page, content: page.content.map((row) => describe(row as Row, language)) }
}

/** Copied to me, newest first. */
export async function copyItems(scope: Scope, userId: number, asked: Filters, language: Language): Promise<Page<ApprovalItem>> {
  const rows = scope
    .select('approval_copy')
    .innerJoin('approval_instance', (join) =>
      join
        .onRef('approval_instance.id', '=', 'approval_copy.instance_id')
        .onRef('approval_instance.tenant_id', '=', 'approval_copy.tenant_id'),
    )
    .leftJoin('app_user', 'app_user.id', 'approval_instance.applicant_id')
    .where('approval_copy.user_id', '=', userId)
    .where(filtered(asked) as never)
  const page = await readPage(asked, rows, (all) =>
    (all as typeof rows)
      .select([...shown, ...derived])
      .select(['approval_copy.id as row_id', openTask.as('open_task'), ...notOwn])
      .orderBy('approval_copy.id', 'desc'),
  )
  return { ...page, content: page.content.map((row) => describe(row as Row, language)) }
}
const notOwn = [
  sql<number | null>`null`.as('own_task'),
  sql<string | null>`null`.as('own_state'),
  sql<number | null>`null`.as('own_round'),
] as const

/** Submitted by me, newest round first. */
export async function processItems(
  scope: Scope,
  userId: number,
  asked: Filters & { processState?: number | undefined },
  language: Language,
): Promise<Page<ApprovalItem>> {
  let rows = scope
    .select('approval_instance')
    .leftJoin('app_user', 'app_user.id', 'approval_instance.applicant_id')
    .where('approval_instance.applicant_id', '=', userId)
    .where(filtered(asked) as never)
  const states = asked.processState == null ? undefined : INSTANCES_IN[asked.processState]
  if (states) rows = rows.where('approval_instance.state', 'in', states)
  const page = await readPage(asked, rows, (all) =>
    (all as typeof rows)
      .select([...shown, ...derived])
      .select(['approval_instance.id as row_id', openTask.as('open_task'), ...notOwn])
      .orderBy('approval_instance.started_at', 'desc')
      .orderBy('approval_instance.id', 'desc'),
  )
  return { ...page, content: page.content.map((row) => describe(row as Row, language)) }
}
