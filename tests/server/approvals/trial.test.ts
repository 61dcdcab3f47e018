import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvalCalls } from '#contract/approvals/approval'
import { type ApprovalNode, definitionCalls, PROCESS_EDIT, PROCESS_READ } from '#contract/approvals/definition'
import type { Failure } from '#contract/core/failure'
import { aplionform } from '#contract/inventory/aplionform'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
let t: number
let areas: number[]
let admin: Client
let roleId: number
/** An applicant, a leader above, two who decide, and one who holds the role in the first base alone. */
let people: Record<'applicant' | 'leader' | 'first' | 'second' | 'holder', number>
let applicant: Client

beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
  t = (await build.aTenant()).id
  areas = [(await build.anArea({ tenant_id: t })).id, (await build.anArea({ tenant_id: t })).id]
  admin = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'], real_name: 'Ada Min' })).login_name)
  const someone = (name: string, more: object = {}) => build.aUser({ tenantId: t, codes: ['wfpf.inventory.*'], real_name: name, ...more })
  const asking = await someone('Ap Plicant')
  applicant = await server.signIn(asking.login_name)
  const holder = await someone('Role Holder')
  people = {
    applicant: asking.id,
    leader: (await someone('Lea Der')).id,
    first: (await someone('First')).id,
    second: (await someone('Second')).id,
    holder: holder.id,
  }
  roleId = (await build.insert('role', { tenant_id: t, name: 'Buyers', codes: [] })).id
  await server.owner.query('insert into role_assignment (tenant_id, user_id, role_id, area_ids) values ($1, $2, $3, $4)', [
    t,
    holder.id,
    roleId,
    [areas[0]],
  ])
  await admin.call(definitionCalls.setLeader, { params: { t }, body: { userId: people.applicant, leaderId: people.leader } })
})
afterAll(() => server?.close())

const save = async (nodes: ApprovalNode[], more: object = {}) => {
  const [newest] = (await admin.call(definitionCalls.page, { params: { t }, query: { formCode: 'aplionform' } })).body.content
  const body = { formCode: 'aplionform' as const, name: 'A flow', nodes, basedOn: newest?.version ?? 0, ...more }
  return (await admin.call(definitionCalls.save, { params: { t }, body })).body
}
const trial = (id: number, query: object, who = admin) => who.call(definitionCalls.trial, { params: { t, id }, query: query as never })

const aWho = fc.oneof(
  fc.constant({ by: 'leader' as const, level: 1 }),
  fc.constant({ by: 'leader' as const, level: 3 }),
  fc.constant({ by: 'role' as const }),
  fc
    .uniqueArray(fc.constantFrom('applicant' as const, 'first' as const, 'second' as const), { minLength: 1, maxLength: 3 })
    .map((of) => ({ by: 'user' as const, of })),
)
const aFlow = fc.record({
  steps: fc.array(fc.record({ kind: fc.constantFrom('AND' as const, 'OR' as const, 'SEQUENTIAL' as const), who: aWho }), {
    minLength: 1,
    maxLength: 3,
  }),
  above: fc.integer({ min: 0, max: 60 }),
  whenNobody: fc.constantFrom('administrator' as const, 'pass' as const),
  whenApplicant: fc.constantFrom('normal' as const, 'pass' as const, 'leader' as const),
  quantity: fc.integer({ min: 1, max: 10 }),
  base: fc.constantFrom(0, 1),
})

test('who a trial says would decide is who is asked when that is submitted, node by node', async () => {
  await fc.assert(
    fc.asyncProperty(aFlow, async ({ steps, above, whenNobody, whenApplicant, quantity, base }) => {
      const nodes = steps.map(({ kind, who }, at): ApprovalNode => ({
        id: `n${at}`,
        name: `Node ${at}`,
        kind,
        who:
          who.by === 'role' ? { by: 'role', roleId } : who.by === 'user' ? { by: 'user', userIds: who.of.map((one) => people[one]) } : who,
      }))
      const [first, ...rest] = nodes
      // Dear ones go through all of it, cheap ones through the first node alone.
      const dear: ApprovalNode = {
        id: 'c',
        name: 'Dear',
        kind: 'CONDITION',
        branches: [
          {
            when: [
              { fact: 'total', is: 'atLeast', value: above },
              { fact: 'areaId', is: 'equal', value: areas[0]! },
            ],
            nodes: rest,
          },
        ],
        otherwise: [],
      }
      const { id } = await save([first!, dear], { whenNobody, whenApplicant })
      const supposed = { applicantId: people.applicant, areaId: areas[base]!, total: quantity * 5, lineCount: 1 }
      const told = (await trial(id, supposed)).body

      const lines = [{ productName: 'Seed', unit: 'bag', quantity: String(quantity), price: '5' }]
      const made = (await applicant.call(aplionform.calls.create, { params: { t }, body: { areaId: areas[base]!, title: 'Seeds', lines } }))
        .body
      const preview = (await applicant.call(aplionform.calls.flow, { params: { t, id: made.id } })).body
      const sent = (
        await applicant.call(aplionform.calls.submit, {
          params: { t, id: made.id },
          body: { objectVersionNumber: made.objectVersionNumber },
        })
      ).body
      const { steps: done, tasks } = (await admin.call(approvalCalls.process, { params: { t, id: sent.processId! } })).body
      expect(told.exemptBy).toBeNull()
      expect(told.nodes.map(({ nodeId }) => nodeId)).toEqual(done.map(({ nodeId }) => nodeId))
      expect(told.nodes.map(({ people: asked }) => asked)).toEqual(preview.map(({ people: asked }) => asked))
      // What passes by itself is passed; the first that does not is where it waits, for these people and nobody else.
      const waits = told.nodes.find(({ outcome }) => outcome !== 'passes')
      const open = tasks.filter(({ state }) => state === 'PENDING' || state === 'WAITING')
      expect(open.map(({ nodeId }) => nodeId)).toEqual(waits ? waits.people.map(() => waits.nodeId) : [])
      const ids = (asked: readonly { readonly userId: number }[]) => asked.map(({ userId }) => userId).toSorted((a, b) => a - b)
      expect(ids(open.map(({ assignee }) => assignee))).toEqual(ids(waits?.people ?? []))
    }),
    { numRuns: 25 },
  )
})

test('a trial says where the applicant picks, who is only told, and where nobody is left to ask', async () => {
  const { id } = await save([
    { id: 'p', name: 'Picked', kind: 'OR', who: { by: 'initiator' } },
    { id: 'c', name: 'Told', kind: 'CC', who: { by: 'user', userIds: [people.second] } },
    { id: 'n', name: 'Nobody', kind: 'AND', who: { by: 'leader', level: 9 } },
  ])
  const { nodes } = (await trial(id, { applicantId: people.applicant })).body
  expect(nodes.map(({ outcome, people: asked }) => [outcome, asked.map(({ realName }) => realName)])).toEqual([
    ['picks', []],
    ['told', ['Second']],
    ['asked', ['Ada Min']],
  ])
  expect(nodes[2]!.named).toEqual([])
})

test('a trial goes the way of a document of this applicant with so many lines', async () => {
  const branch = (fact: string, value: number, name: string): ApprovalNode => ({
    id: `c${fact}`,
    name: fact,
    kind: 'CONDITION',
    branches: [
      { when: [{ fact, is: 'equal', value }], nodes: [{ id: fact, name, kind: 'CC', who: { by: 'user', userIds: [people.second] } }] },
    ],
    otherwise: [],
  })
  const { id } = await save([branch('lineCount', 3, 'Three lines'), branch('applicantId', people.applicant, 'Theirs')])
  const names = async (query: object) => (await trial(id, query)).body.nodes.map(({ name }) => name)
  expect(await names({ applicantId: people.applicant, lineCount: 3 })).toEqual(['Three lines', 'Theirs'])
  expect(await names({ applicantId: people.leader, lineCount: 2 })).toEqual([])
})

test('a trial is refused of a stranger, of a base of others, and by who reads no flows; process management reads and saves them', async () => {
  const { id } = await save([])
  const stranger = (await build.aUser({ tenantId: (await build.aTenant()).id, codes: ['*'] })).id
  expect(((await trial(id, { applicantId: stranger })).body as unknown as Failure).code).toBe('error.approval.userUnknown')
  const elsewhere = (await build.anArea({ tenant_id: (await build.aTenant()).id })).id
  expect((await trial(id, { applicantId: people.applicant, areaId: elsewhere })).status).toBe(404)
  for (const total of ['-1', '1e3', '1.234', '9999999999999'])
    expect((await trial(id, { applicantId: people.applicant, total })).status).toBe(400)
  expect((await trial(id, { applicantId: people.applicant, total: '12.50' })).status).toBe(200)
  const nobody = await server.signIn((await build.aUser({ tenantId: t, codes: [] })).login_name)
  expect((await trial(id, { applicantId: people.applicant }, nobody)).status).toBe(403)
  const reader = await server.signIn((await build.aUser({ tenantId: t, codes: [PROCESS_READ] })).login_name)
  expect((await trial(id, { applicantId: people.applicant }, reader)).status).toBe(200)
  const body = { formCode: 'transfer' as const, name: 'Moves', nodes: [], basedOn: 0 }
  expect((await reader.call(definitionCalls.save, { params: { t }, body })).status).toBe(403)
  const writer = await server.signIn((await build.aUser({ tenantId: t, codes: [PROCESS_READ, PROCESS_EDIT] })).login_name)
  expect((await writer.call(definitionCalls.save, { params: { t }, body })).status).toBe(200)
})

test('a version says how many approvals still go by it', async () => {
  const { id } = await save([{ id: 'a', name: 'Leader', kind: 'OR', who: { by: 'leader', level: 1 } }])
  const running = async () => (await admin.call(definitionCalls.get, { params: { t, id } })).body.running
  expect(await running()).toBe(0)
  const lines = [{ productName: 'Seed', unit: 'bag', quantity: '1', price: '5' }]
  const made = (await applicant.call(aplionform.calls.create, { params: { t }, body: { areaId: areas[0]!, title: 'Seeds', lines } })).body
  const sent = (
    await applicant.call(aplionform.calls.submit, { params: { t, id: made.id }, body: { objectVersionNumber: made.objectVersionNumber } })
  ).body
  expect(await running()).toBe(1)
  await applicant.call(approvalCalls.withdraw, { params: { t, id: sent.processId! }, body: {} })
  expect(await running()).toBe(0)
})
