import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { approvalCalls, approvalsTopic } from '#contract/approvals/approval'
import { type ApprovalNode, definitionCalls } from '#contract/approvals/definition'
import { aplionform } from '#contract/inventory/aplionform'
import { messageCalls } from '#contract/notices/message'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange

beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
})
afterAll(() => server?.close())

type Someone = Client & { id: number }
/** A company with an administrator, an applicant and two approvers, and this flow (if any). */
async function aCompany(nodesOf?: (people: { first: number; second: number }) => ApprovalNode[]) {
  const { id: t } = await build.aTenant()
  const area = await build.anArea({ tenant_id: t })
  const someone = async (codes: string[], name: string): Promise<Someone> => {
    const user = await build.aUser({ tenantId: t, codes, real_name: name })
    return Object.assign(await server.signIn(user.login_name), { id: user.id })
  }
  const admin = await someone(['*'], 'Ada Min')
  const applicant = await someone(['wfpf.inventory.*'], 'Ap Plicant')
  const [first, second] = [await someone([], 'First Approver'), await someone([], 'Second Approver')]
  const define = (nodes: ApprovalNode[], basedOn: number) =>
    admin.call(definitionCalls.save, { params: { t }, body: { formCode: 'aplionform', name: 'A flow', nodes, basedOn } })
  if (nodesOf) await define(nodesOf({ first: first.id, second: second.id }), 0)
  return {
    t,
    admin,
    applicant,
    first,
    second,
    define,
    async submitted() {
      const body = { areaId: area.id, title: 'Seeds', lines: [{ productName: 'Seed', unit: 'bag', quantity: '2', price: '3.5' }] }
      const made = (await applicant.call(aplionform.calls.create, { params: { t }, body })).body
      return (
        await applicant.call(aplionform.calls.submit, {
          params: { t, id: made.id },
          body: { objectVersionNumber: made.objectVersionNumber },
        })
      ).body
    },
    tasksOf: async (who: Client, query: Record<string, unknown> = {}) =>
      (await who.call(approvalCalls.tasks, { params: { t }, query })).body.content,
    decide: (who: Client, id: number, verdict: 'approve' | 'reject' = 'approve', comment: string | null = null) =>
      who.call(approvalCalls[verdict], { params: { t, id }, body: { taskId: id, comment } }),
  }
}
const both =
  (kind: 'AND' | 'OR' | 'SEQUENTIAL') =>
  (people: { first: number; second: number }): ApprovalNode[] => [
    { id: 'a', name: 'Approvers', kind, who: { by: 'user', userIds: [people.first, people.second] } },
  ]

async function listen(who: Someone) {
  const page = await mqtt.connectAsync(`${server.url.replace('http', 'ws')}/mqtt`, {
    protocolVersion: 4,
    username: 'console',
    password: who.token!,
    reconnectPeriod: 0,
  })
  const heard: { what: string; waiting: number }[] = []
  page.on('message', (_, payload) => {
    const { what, waiting } = approvalsTopic.payload.parse(JSON.parse(payload.toString()))
    heard.push({ what, waiting })
  })
  await page.subscribeAsync(approvalsTopic.of({ userId: who.id }))
  return { heard, end: () => page.endAsync(true) }
}

describe('the approval tab', () => {
  test('shows a submission to its applicant, its task to the approver, and each by its state', async () => {
    const company = await aCompany(both('SEQUENTIAL'))
    const document = await company.submitted()
    const [mine] = (await company.applicant.call(approvalCalls.processes, { params: { t: company.t }, query: { processState: 1 } })).body
      .content
    expect(mine).toMatchObject({
      processState: 1,
      taskState: null,
      currentTaskName: 'Approvers',
      submitName: 'Ap Plicant',
      documentCode: document.code,
      documentTitle: document.title,
      documentAmount: document.total,
      nextTaskName: null,
      thirdId: document.id,
    })
    const [task] = await company.tasksOf(company.first, { taskState: 1 })
    expect(task).toMatchObject({ taskState: 1, processState: 1, outcome: 'PENDING', processId: mine!.processId })
    expect(task!.currentTaskId).toBe(task!.id)
    // In a sequence the second one is not asked before the first agreed.
    expect(await company.tasksOf(company.second)).toEqual([])
    expect((await company.decide(company.first, task!.id)).body).toMatchObject({ processState: 1, taskState: 2 })
    expect(await company.tasksOf(company.first, { taskState: 1 })).toEqual([])
    expect(await company.tasksOf(company.first, { taskState: 2, search: document.code })).toMatchObject([{ outcome: 'APPROVED' }])
    const [next] = await company.tasksOf(company.second)
    expect((await company.decide(company.second, next!.id, 'reject', 'too dear')).body).toMatchObject({ processState: 3, taskState: 3 })
    expect(await company.tasksOf(company.second, { taskState: 3 })).toHaveLength(1)
    for (const call of [approvalCalls.businessData, approvalCalls.businessList] as const) {
      const { body } = await company.second.call(call, { params: { t: company.t }, query: { processId: mine!.processId } })
      expect([body].flat()).toMatchObject([{ thirdId: document.id, formCode: 'aplionform' }])
    }
  })

  test('is decided once, from however many tabs: one answer is yes, every other one says that it was handled', async () => {
    const company = await aCompany(both('OR'))
    await company.submitted()
    const [[one], [other]] = await Promise.all([company.tasksOf(company.first), company.tasksOf(company.second)])
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, at) => company.decide(company.first, one!.id, at % 2 ? 'approve' : 'reject')),
      ...Array.from({ length: 6 }, () => company.decide(company.second, other!.id)),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status, body }) => status === 409 && body.code === 'error.approval.handled')).toHaveLength(11)
  })

  test('refuses a decision by anyone but the assignee, one whose ids do not agree, and a comment of 201 characters', async () => {
    const company = await aCompany(both('AND'))
    await company.submitted()
    const [task] = await company.tasksOf(company.first)
    expect((await company.decide(company.second, task!.id)).status).toBe(404)
    expect((await company.decide(company.admin, task!.id)).status).toBe(404)
    const mixed = { params: { t: company.t, id: task!.id }, body: { taskId: task!.id + 1 } }
    expect((await company.first.call(approvalCalls.approve, mixed)).status).toBe(404)
    expect((await company.decide(company.first, task!.id, 'approve', 'x'.repeat(201))).status).toBe(400)
    expect((await company.decide(company.first, task!.id, 'approve', 'x'.repeat(200))).status).toBe(200)
  })

  test('hands a task on to a colleague, once, and to nobody of another tenant', async () => {
    const company = await aCompany(both('AND'))
    const stranger = await build.aUser({ tenantId: (await build.aTenant()).id })
    await company.submitted()
    const [task] = await company.tasksOf(company.first)
    const transfer = (toUserId: number) =>
      company.first.call(approvalCalls.transfer, {
        params: { t: company.t, id: task!.id },
        body: { taskId: task!.id, toUserId, comment: 'yours' },
      })
    expect((await transfer(stranger.id)).body.code).toBe('error.approval.userUnknown')
    expect((await transfer(company.second.id)).body.code).toBe('error.approval.askedAlready')
    expect((await transfer(company.admin.id)).status).toBe(200)
    expect((await transfer(company.admin.id)).body.code).toBe('error.approval.handled')
    expect(await company.tasksOf(company.first)).toMatchObject([{ outcome: 'TRANSFERRED', taskState: 2 }])
    const [theirs] = await company.tasksOf(company.admin)
    expect((await company.decide(company.admin, theirs!.id)).status).toBe(200)
    const people = (await company.first.call(approvalCalls.colleagues, { params: { t: company.t }, query: { search: 'second' } })).body
    expect(people.content).toEqual([{ userId: company.second.id, realName: 'Second Approver' }])
  })

  test('tells a withdrawn submission from a rejected one, and only the applicant withdraws', async () => {
    const company = await aCompany(both('AND'))
    const { processId } = await company.submitted()
    const withdraw = (who: Client) => who.call(approvalCalls.withdraw, { params: { t: company.t, id: processId! }, body: {} })
    expect((await withdraw(company.first)).body.code).toBe('error.approval.notApplicant')
    expect((await withdraw(company.applicant)).body.processState).toBe(3)
    expect((await withdraw(company.applicant)).body.code).toBe('error.approval.ended')
    const { body } = await company.applicant.call(approvalCalls.processes, { params: { t: company.t }, query: { processState: 3 } })
    expect(body.content).toMatchObject([{ reason: 'withdrawn', currentTaskName: null }])
    expect(await company.tasksOf(company.first)).toMatchObject([{ outcome: 'DONE', taskState: 2 }])
  })

  test('narrows the submissions of the applicant by their state: in approval, complete, rejected or withdrawn', async () => {
    const company = await aCompany(both('OR'))
    const [open, done, back] = [await company.submitted(), await company.submitted(), await company.submitted()]
    const [task] = await company.tasksOf(company.first, { search: done.code })
    await company.decide(company.first, task!.id)
    await company.applicant.call(approvalCalls.withdraw, { params: { t: company.t, id: back.processId! }, body: {} })
    const inState = async (processState?: number) =>
      (await company.applicant.call(approvalCalls.processes, { params: { t: company.t }, query: { processState } })).body.content.map(
        ({ thirdId }) => thirdId,
      )
    expect([await inState(1), await inState(2), await inState(3)]).toEqual([[open.id], [done.id], [back.id]])
    expect(new Set(await inState())).toEqual(new Set([open.id, done.id, back.id]))
  })

  test('shows the timeline of every round to those who take part, and to nobody else', async () => {
    const company = await aCompany((people) => [
      ...both('OR')(people),
      { id: 'c', name: 'Copy', kind: 'CC', who: { by: 'user', userIds: [people.first] } },
    ])
    const { processId, id } = await company.submitted()
    const [task] = await company.tasksOf(company.second)
    await company.decide(company.second, task!.id, 'reject', 'which seeds?')
    const see = (who: Client) => who.call(approvalCalls.process, { params: { t: company.t, id: processId! } })
    expect((await see(company.applicant)).body.may).toEqual({ decide: null, withdraw: false, resubmit: true })
    await company.applicant.call(approvalCalls.resubmit, { params: { t: company.t, id: processId! }, body: {} })
    const { body } = await see(company.first)
    expect(body).toMatchObject({ round: 2, state: 'PENDING', thirdId: id, definitionVersion: 1 })
    expect(body.records.map(({ action }) => action)).toEqual(['submitted', 'rejected', 'resubmitted'])
    expect(body.records[1]).toMatchObject({ comment: 'which seeds?', actorName: 'Second Approver', round: 1 })
    expect(body.steps).toMatchObject([
      { state: 'open', people: [{ userId: company.first.id }, { userId: company.second.id }] },
      { kind: 'CC', state: 'ahead' },
    ])
    expect(body.next).toHaveLength(2)
    expect(body.may.decide).toBe((await company.tasksOf(company.first, { taskState: 1 }))[0]!.id)
    const outsider = await server.signIn((await build.aUser({ tenantId: company.t, codes: [] })).login_name)
    expect((await see(outsider)).status).toBe(404)
    expect((await outsider.call(approvalCalls.businessData, { params: { t: company.t }, query: { processId: processId! } })).status).toBe(
      404,
    )
    expect((await outsider.call(aplionform.calls.get, { params: { t: company.t, id } })).status).toBe(404)
  })

  test('a copy lets its reader read that one document, and decide nothing', async () => {
    const company = await aCompany((people) => [
      { id: 'c', name: 'Copy', kind: 'CC', who: { by: 'user', userIds: [people.first] } },
      { id: 'a', name: 'One', kind: 'OR', who: { by: 'user', userIds: [people.second] } },
    ])
    const { id } = await company.submitted()
    const [copied] = await company.tasksOf(company.first, { taskType: 'carbon_copy' })
    expect(copied).toMatchObject({ thirdId: id, taskState: null, processState: 1 })
    expect((await company.first.call(aplionform.calls.get, { params: { t: company.t, id } })).body).toMatchObject({ id, actions: [] })
    expect((await company.decide(company.first, copied!.currentTaskId!)).status).toBe(404)
  })
})

describe('what people are told', () => {
  test('a task that waits raises a message and a word on the live topic, and so does its end to the applicant', async () => {
    const company = await aCompany(both('AND'))
    const [approver, applicant] = [await listen(company.first), await listen(company.applicant)]
    const { code } = await company.submitted()
    await vi.waitFor(() => expect(approver.heard).toEqual([{ what: 'arrived', waiting: 1 }]))
    const subjects = async (who: Client) =>
      (await who.call(messageCalls.page, { params: { t: company.t }, query: { lang: 'en-US' } })).body.content.map(({ subject }) => subject)
    // The message is committed with the end of the parcel that said the word, and has a word of its own: the badge's.
    await vi.waitFor(async () => expect(await subjects(company.first)).toEqual([`${code} waits for your approval`]))
    expect((await company.first.call(approvalCalls.waiting, { params: { t: company.t } })).body).toEqual({ waiting: 1 })
    for (const who of [company.first, company.second]) {
      const [task] = await company.tasksOf(who)
      await company.decide(who, task!.id)
    }
    await vi.waitFor(() => expect(approver.heard.at(-1)).toEqual({ what: 'closed', waiting: 0 }))
    await vi.waitFor(() => expect(applicant.heard.some(({ what }) => what === 'moved')).toBe(true))
    await vi.waitFor(async () => expect(await subjects(company.applicant)).toEqual([`${code} was approved`]))
    await Promise.all([approver.end(), applicant.end()])
  })

  test('someone who leaves the tenant or is disabled leaves the task to the administrator, who is told', async () => {
    const company = await aCompany(both('OR'))
    await company.submitted()
    await server.owner.query('delete from furrow.membership where user_id = $1', [company.first.id])
    await vi.waitFor(async () => expect(await company.tasksOf(company.admin)).toMatchObject([{ taskState: 1 }]))
    await server.owner.query('update furrow.app_user set enabled = false where id = $1', [company.second.id])
    await vi.waitFor(async () => {
      const { rows } = await server.owner.query(
        `select 1 from furrow.approval_task where tenant_id = $1 and assignee_id = $2 and state = 'PENDING'`,
        [company.t, company.second.id],
      )
      expect(rows).toEqual([])
    })
    const [task] = await company.tasksOf(company.admin, { taskState: 1 })
    expect((await company.decide(company.admin, task!.id)).body.processState).toBe(2)
  })
})

describe('flows', () => {
  test('a tenant that defined none asks the leader, else the administrator', async () => {
    const company = await aCompany()
    await company.submitted()
    expect(await company.tasksOf(company.admin)).toHaveLength(1)
    const set = (userId: number, leaderId: number | null) =>
      company.admin.call(definitionCalls.setLeader, { params: { t: company.t }, body: { userId, leaderId } })
    await set(company.applicant.id, company.first.id)
    await company.submitted()
    expect(await company.tasksOf(company.first)).toHaveLength(1)
    expect((await set(company.first.id, company.applicant.id)).body.code).toBe('error.approval.leaderLoop')
  })

  test('are saved as versions that never change; a save on a version that is not the newest is stale, and of two at once one wins', async () => {
    const company = await aCompany(both('OR'))
    expect((await company.define([], 0)).status).toBe(409)
    const saves = await Promise.all([1, 2, 3].map(() => company.define([], 1)))
    expect(saves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const list = async (all: number) =>
      (await company.admin.call(definitionCalls.page, { params: { t: company.t }, query: { all } })).body.content
    expect((await list(0)).map(({ version }) => version)).toEqual([2])
    expect((await list(1)).map(({ version, isCurrent }) => [version, isCurrent])).toEqual([
      [2, true],
      [1, false],
    ])
  })

  test('name only people and roles of the tenant, facts of the form, and each node once', async () => {
    const company = await aCompany()
    const stranger = await build.aUser({ tenantId: (await build.aTenant()).id })
    const node = { id: 'a', name: 'A', kind: 'OR' as const, who: { by: 'user' as const, userIds: [stranger.id] } }
    expect((await company.define([node], 0)).body.code).toBe('error.approval.userUnknown')
    const own = { ...node, who: { by: 'user' as const, userIds: [company.first.id] } }
    expect((await company.define([own, own], 0)).status).toBe(400)
    const condition = (fact: string): ApprovalNode => ({
      id: 'c',
      name: 'C',
      kind: 'CONDITION',
      branches: [{ when: [{ fact, is: 'atLeast', value: 5 }], nodes: [own] }],
      otherwise: [],
    })
    expect((await company.define([condition('weight')], 0)).status).toBe(400)
    expect((await company.define([condition('total')], 0)).status).toBe(200)
    // 2 bags at 3.50 are 7: the branch is taken.
    await company.submitted()
    expect(await company.tasksOf(company.first)).toHaveLength(1)
  })

  test('where the applicant picks, a submission without a choice is refused and leaves the document a draft', async () => {
    const company = await aCompany(() => [{ id: 'p', name: 'Chosen', kind: 'OR', who: { by: 'initiator' } }])
    expect((await company.submitted()).code).toBe('error.approval.pickNeeded')
    const [draft] = (await company.applicant.call(aplionform.calls.page, { params: { t: company.t } })).body.content
    expect(draft!.auditStatus).toBe('draft')
    const at = { t: company.t, id: draft!.id }
    expect((await company.applicant.call(aplionform.calls.flow, { params: at })).body).toMatchObject([{ pick: true, people: [] }])
    const body = { objectVersionNumber: draft!.objectVersionNumber, picked: { p: [company.second.id] } }
    expect((await company.applicant.call(aplionform.calls.submit, { params: at, body })).body.auditStatus).toBe('submitted')
    expect(await company.tasksOf(company.second)).toHaveLength(1)
  })
})
