import { type ExpressionBuilder, type Nullable, type RawBuilder, sql } from 'kysely'
import { type ApprovalItem, PROCESS_STATE, TASK_STATE, type TaskState } from '#contract/approvals/approval'
import type { FormCode } from '#contract/approvals/definition'
import { containing } from '../database/containing.ts'
import { type Page, readPage } from '../database/page.ts'
import type { Database } from '../database/schema.ts'
import type { Scope } from '../database/scope.ts'
import { type Language, say } from '../words.ts'
import type { ApprovalForm, Summary } from './forms.ts'

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
  next_name: string | null
  open_task: number | null
  own_task: number | null
  own_state: string | null
  own_round: number | null
}

const describe = (row: Row, of: Summary | undefined, language: Language): ApprovalItem => ({
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
  documentTitle: of?.title ?? null,
  documentAmount: of?.amount ?? null,
  nextTaskName: row.state === 'PENDING' ? row.next_name : null,
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
  sql<string | null>`approval_instance.path -> (approval_instance.step + 1) ->> 'name'`.as('next_name'),
] as const
const openTask = sql<number | null>`(select min(task.id) from approval_task task where task.tenant_id = approval_instance.tenant_id
  and task.instance_id = approval_instance.id and task.state = 'PENDING')`

/** Instances that are shown at all, and pass the filters. */
const filtered = ({ formCode, search }: Filters) => {
  const wanted = search?.trim()
  return (eb: ExpressionBuilder<Database & { app_user: Nullable<Database['app_user']> }, 'approval_instance' | 'app_user'>) =>
    eb.and([
      eb('approval_instance.state', '<>', 'DELETED'),
      ...(formCode ? [eb('approval_instance.form_code', '=', formCode)] : []),
      ...(wanted
        ? [
            eb.or([
              eb('approval_instance.document_code', '~', containing(wanted)),
              eb('approval_instance.applicant_name', '~', containing(wanted)),
              eb('app_user.real_name', '~', containing(wanted)),
            ]),
          ]
        : []),
    ])
}

/** Instances with their applicant, as every view begins. */
const instances = (scope: Scope, asked: Filters) =>
  scope.select('approval_instance').leftJoin('app_user', 'app_user.id', 'approval_instance.applicant_id').where(filtered(asked))
type Instances = ReturnType<typeof instances>

/** One page of a view: what all views show of an instance, and what `own` says of the row itself, the newest first. */
async function view(scope: Scope, asked: Filters, { language, forms }: Said, rows: Instances, own: Own): Promise<Page<ApprovalItem>> {
  const page = await readPage(asked, rows, (all) =>
    own.newest.reduce(
      (found, column) => found.orderBy(column, 'desc'),
      all.select([
        ...shown,
        ...derived,
        own.id.as('row_id'),
        own.openTask.as('open_task'),
        own.task.as('own_task'),
        own.state.as('own_state'),
        own.round.as('own_round'),
      ]),
    ),
  )
  const summaries = new Map<string, ReadonlyMap<number, Summary>>()
  for (const form of forms) {
    const ids = page.content.flatMap((row) => (row.form_code === form.formCode ? [row.third_id] : []))
    if (ids.length > 0) summaries.set(form.formCode, await form.summaries(scope, ids))
  }
  return { ...page, content: page.content.map((row) => describe(row, summaries.get(row.form_code)?.get(row.third_id), language)) }
}
/** How a view is told: in whose language, and by which kinds of documents. */
interface Said {
  readonly language: Language
  readonly forms: readonly ApprovalForm[]
}
/** What a view says of a row beside its instance: its id and, in the approval view, the caller's task. */
interface Own {
  readonly id: RawBuilder<number>
  readonly task: RawBuilder<number | null>
  readonly state: RawBuilder<string | null>
  readonly round: RawBuilder<number | null>
  readonly openTask: RawBuilder<number | null>
  readonly newest: readonly RawBuilder<unknown>[]
}
const none = sql<null>`null`
const notOwn = { task: none, state: none, round: none, openTask }

/** Approved by me: the caller's tasks, newest first. One that waits for its turn is not there yet. */
export function taskItems(
  scope: Scope,
  userId: number,
  asked: Filters & { taskState?: number | undefined },
  said: Said,
): Promise<Page<ApprovalItem>> {
  const states = asked.taskState == null ? undefined : TASKS_IN[asked.taskState]
  let rows = instances(scope, asked)
    .innerJoin('approval_task', (join) =>
      join
        .onRef('approval_task.instance_id', '=', 'approval_instance.id')
        .onRef('approval_task.tenant_id', '=', 'approval_instance.tenant_id'),
    )
    .where('approval_task.assignee_id', '=', userId)
    .where('approval_task.state', '<>', 'WAITING')
  if (states) rows = rows.where('approval_task.state', 'in', states)
  const id = sql<number>`approval_task.id`
  return view(scope, asked, said, rows, {
    id,
    task: id,
    state: sql<string>`approval_task.state`,
    round: sql<number>`approval_task.round`,
    openTask: none,
    newest: [id],
  })
}

/** Copied to me, newest first. */
export function copyItems(scope: Scope, userId: number, asked: Filters, said: Said): Promise<Page<ApprovalItem>> {
  const rows = instances(scope, asked)
    .innerJoin('approval_copy', (join) =>
      join
        .onRef('approval_copy.instance_id', '=', 'approval_instance.id')
        .onRef('approval_copy.tenant_id', '=', 'approval_instance.tenant_id'),
    )
    .where('approval_copy.user_id', '=', userId)
  const id = sql<number>`approval_copy.id`
  return view(scope, asked, said, rows, { ...notOwn, id, newest: [id] })
}

/** Submitted by me, newest round first. */
export function processItems(
  scope: Scope,
  userId: number,
  asked: Filters & { processState?: number | undefined },
  said: Said,
): Promise<Page<ApprovalItem>> {
  const states = asked.processState == null ? undefined : INSTANCES_IN[asked.processState]
  let rows = instances(scope, asked).where('approval_instance.applicant_id', '=', userId)
  if (states) rows = rows.where('approval_instance.state', 'in', states)
  const id = sql<number>`approval_instance.id`
  return view(scope, asked, said, rows, { ...notOwn, id, newest: [sql`approval_instance.started_at`, id] })
}
