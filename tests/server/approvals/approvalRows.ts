import type { Arrange } from '../arrange.ts'

/** Documents of one base in every state that can be acted on, their approvals, and a task that waits for `userId`. */
export interface ApprovalRows {
  readonly draftId: number
  readonly submittedId: number
  readonly rejectedId: number
  /** Of the submitted and of the rejected application. */
  readonly processId: number
  readonly rejectedProcessId: number
  readonly taskId: number
  readonly definitionId: number
  /** The newest one of the tenant. */
  readonly definitionVersion: number
  /** A member of the tenant without any code. */
  readonly colleagueId: number
}

let counted = 0

/** Writes them past the fence; `userId` is applicant and assignee. */
export async function approvalRows(build: Arrange, at: { tenantId: number; areaId: number; userId: number }): Promise<ApprovalRows> {
  const tenant = { tenant_id: at.tenantId }
  const now = Date.now()
  const colleague = await build.aUser({ tenantId: at.tenantId, codes: [] })
  counted++
  const definition = await build.insert('approval_definition', {
    ...tenant,
    form_code: 'aplionform',
    version: counted,
    name: 'A flow',
    nodes: JSON.stringify([]),
    when_nobody: 'administrator',
    when_applicant: 'normal',
    created_at: now,
  })
  const application = async (audit_status: string) => {
    const made = await build.insert('document', {
      ...tenant,
      area_id: at.areaId,
      form_code: 'aplionform',
      code: `PA-${++counted}`,
      title: 'Seeds',
      applicant_id: at.userId,
      applicant_name: 'A User',
      audit_status,
      created_at: now,
      updated_at: now,
    })
    await build.insert('document_line', {
      ...tenant,
      form_code: 'aplionform',
      document_id: made.id,
      position: 0,
      product_name: 'Tomato seed',
      unit: 'bag',
      quantity: '2',
      stock_quantity: '2',
      price: '12.50',
    })
    return made
  }
  const node = { id: 'manager', name: 'Manager', kind: 'OR', who: { by: 'user', userIds: [at.userId] } }
  const instance = async (document: { id: number; code: string }, state: string) =>
    build.insert('approval_instance', {
      ...tenant,
      form_code: 'aplionform',
      third_id: document.id,
      document_code: document.code,
      area_id: at.areaId,
      definition_id: definition.id,
      path: JSON.stringify([node]),
      applicant_id: at.userId,
      applicant_name: 'A User',
      state,
      started_at: now,
      ended_at: state === 'PENDING' ? null : now,
    })
  const draft = await application('draft')
  const submitted = await application('submitted')
  const rejected = await application('rejected')
  const process = await instance(submitted, 'PENDING')
  const rejectedProcess = await instance(rejected, 'REJECTED')
  const task = await build.insert('approval_task', {
    ...tenant,
    instance_id: process.id,
    round: 1,
    step: 0,
    node_id: node.id,
    node_name: node.name,
    kind: 'OR',
    position: 0,
    assignee_id: at.userId,
    assignee_name: 'A User',
    state: 'PENDING',
    created_at: now,
  })
  return {
    draftId: draft.id,
    submittedId: submitted.id,
    rejectedId: rejected.id,
    processId: process.id,
    rejectedProcessId: rejectedProcess.id,
    taskId: task.id,
    definitionId: definition.id,
    definitionVersion: definition.version,
    colleagueId: colleague.id,
  }
}
