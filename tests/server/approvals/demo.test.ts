import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvalCalls } from '#contract/approvals/approval'
import { aplionform } from '#contract/inventory/aplionform'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let client: Record<'admin' | 'operator' | 'viewer' | 'manager', Client>
const t = 1

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  const names = ['admin', 'operator', 'viewer', 'manager'] as const
  client = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await server.signIn(name)]))) as typeof client
})
afterAll(() => server?.close())

const documentsOf = async (of: Client) => (await of.call(aplionform.calls.page, { params: { t }, query: { size: 0 } })).body.content

test('the demo farm has purchase applications in every state, and nobody needs more than a role to act on them', async () => {
  const documents = await documentsOf(client.operator)
  expect(new Set(documents.map(({ auditStatus }) => auditStatus))).toEqual(new Set(['draft', 'submitted', 'approved', 'rejected']))
  expect(new Set(documents.flatMap(({ actions }) => actions))).toEqual(
    new Set(['close', 'edit', 'delete', 'submit', 'resubmit', 'withdraw']),
  )
  expect((await documentsOf(client.viewer)).flatMap(({ actions }) => actions)).toEqual([])
})

test('its views hold something for everyone: tasks for the approvers, submissions of the operator, copies for the observer', async () => {
  const tasks = async (of: Client, query: Record<string, unknown>) =>
    (await of.call(approvalCalls.tasks, { params: { t }, query })).body.content
  expect(await tasks(client.admin, { taskState: 1 })).not.toEqual([])
  expect(await tasks(client.manager, { taskState: 1 })).not.toEqual([])
  expect(await tasks(client.viewer, { taskType: 'carbon_copy' })).toMatchObject([{ processState: 2 }])
  const own = (await client.operator.call(approvalCalls.processes, { params: { t } })).body.content
  expect(new Set(own.map(({ processState }) => processState))).toEqual(new Set([1, 2, 3]))
  expect(own.filter(({ reason }) => reason === 'withdrawn')).toHaveLength(1)
})

test('a task that waits goes through the second node to the end when both approvers agree', async () => {
  const [task] = (await client.admin.call(approvalCalls.tasks, { params: { t }, query: { taskState: 1 } })).body.content
  const decide = async (of: Client, id: number) =>
    (await of.call(approvalCalls.approve, { params: { t, id }, body: { taskId: id, comment: 'fine' } })).body
  expect((await decide(client.admin, task!.id)).processState).toBe(1)
  const { body: process } = await client.admin.call(approvalCalls.process, { params: { t, id: task!.processId } })
  expect(process.next.map(({ realName }) => realName).toSorted()).toEqual(['梁志远', '黄启明'].toSorted())
  await decide(client.admin, process.may.decide!)
  const { body: theirs } = await client.manager.call(approvalCalls.process, { params: { t, id: task!.processId } })
  expect((await decide(client.manager, theirs.may.decide!)).processState).toBe(2)
})
