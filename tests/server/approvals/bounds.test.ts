import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvalCalls } from '#contract/approvals/approval'
import { aplionform } from '#contract/inventory/aplionform'
import { type Arrange, arrange } from '../arrange.ts'
import { startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
})
afterAll(() => server?.close())

const line = { productName: 'Seed', unit: 'bag', quantity: '1', price: '1' }

test('picking more people than a statement can name is refused as input', async () => {
  const { id: t } = await build.aTenant()
  const area = await build.anArea({ tenant_id: t })
  const who = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'] })).login_name)
  const { body: draft } = await who.call(aplionform.calls.create, {
    params: { t },
    body: { areaId: area.id, title: 'Seeds', lines: [line] },
  })
  const picked = Object.fromEntries(
    Array.from({ length: 1400 }, (_, n) => [`node${n}`, Array.from({ length: 50 }, (_node, m) => 100_000 + n * 50 + m)]),
  )
  const { status, body } = await who.call(aplionform.calls.submit, {
    params: { t, id: draft.id },
    body: { objectVersionNumber: draft.objectVersionNumber, picked },
  })
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'error.input.invalid' })
})

test('who may submit in one base does not submit again in another, by whichever call', async () => {
  const { id: t } = await build.aTenant()
  const [mine, other] = [await build.anArea({ tenant_id: t }), await build.anArea({ tenant_id: t })]
  const boss = await build.aUser({ tenantId: t, codes: ['*'] })
  const user = await build.aUser({ tenantId: t, codes: Object.values(aplionform.codes), areaIds: [other.id] })
  const [decider, applicant] = [await server.signIn(boss.login_name), await server.signIn(user.login_name)]
  const { body: draft } = await applicant.call(aplionform.calls.create, {
    params: { t },
    body: { areaId: other.id, title: 'Seeds', lines: [line] },
  })
  const { body: sent } = await applicant.call(aplionform.calls.submit, {
    params: { t, id: draft.id },
    body: { objectVersionNumber: draft.objectVersionNumber },
  })
  const { body: tasks } = await decider.call(approvalCalls.tasks, { params: { t } })
  const task = tasks.content[0]!
  await decider.call(approvalCalls.reject, { params: { t, id: task.id }, body: { taskId: task.id } })

  await server.owner.query('update role_assignment set area_ids = $2 where user_id = $1', [user.id, [mine.id]])
  // The gate hears of the change from the database.
  const mayResubmit = async () => (await applicant.call(approvalCalls.process, { params: { t, id: sent.processId! } })).body.may.resubmit
  await expect.poll(mayResubmit).toBe(false)
  const again = await applicant.call(approvalCalls.resubmit, { params: { t, id: sent.processId! }, body: {} })
  expect({ status: again.status, code: again.body.code }).toEqual({ status: 403, code: 'error.permission.denied' })
})
