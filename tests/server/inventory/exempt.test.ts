import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvalCalls } from '#contract/approvals/approval'
import { definitionCalls } from '#contract/approvals/definition'
import { documents } from '#contract/inventory/documents'
import { resources } from '#contract/resources'
import { aStockFarm, type StockFarm } from './stockFarm.ts'

const { warehousing } = documents
const nodes = [{ id: 'a', name: 'Boss', kind: 'OR', who: { by: 'leader', level: 1 } }] as const
let farm: StockFarm
let line: { product: number; quantity: string }
let store: number
beforeAll(async () => {
  farm = await aStockFarm()
  line = { product: await farm.aProduct(), quantity: '2' }
  store = await farm.aStore()
  const body = { formCode: 'warehousing' as const, name: 'With the boss', basedOn: 1, nodes: [...nodes] }
  await farm.client.call(definitionCalls.save, { params: { t: farm.t }, body })
})
afterAll(() => farm?.server.close())

let made = 0
const aType = async (given: { approvalFlag: number; defaultFlag?: number; enabledFlag?: number }) =>
  farm.client.call(resources.billType.calls.create, {
    params: { t: farm.t },
    body: {
      name: `Receipts ${++made}`,
      documentKind: 'warehousing',
      direction: 'in',
      prefix: `RC${'ABCDEFG'[made]}`,
      defaultFlag: 1,
      ...given,
    },
  })
/** A submitted receipt: the nodes that were promised, where it stands, and what its approval says. */
async function submitted() {
  const draft = (await farm.create('warehousing', store, [line])).body
  const at = { params: { t: farm.t, id: draft.id } }
  const flow = (await farm.client.call(warehousing.calls.flow, at)).body.map(({ name }) => name)
  const { body } = await farm.client.call(warehousing.calls.submit, { ...at, body: { objectVersionNumber: draft.objectVersionNumber } })
  const process = (await farm.client.call(approvalCalls.process, { params: { t: farm.t, id: body.processId! } })).body
  return [flow, body.auditStatus, process.records.map(({ action, nodeName }) => [action, nodeName])] as const
}

test('documents go through their flow unless the default type of their kind says that they are not approved', async () => {
  const asked = [['Boss'], 'submitted', [['submitted', null]]]
  expect(await submitted()).toEqual(asked)
  // Neither a type that is not the default one, nor one that is switched off, decides.
  await aType({ approvalFlag: 0, defaultFlag: 0 })
  expect(await submitted()).toEqual(asked)
  await aType({ approvalFlag: 1 })
  expect(await submitted()).toEqual(asked)
  const { body: type } = await aType({ approvalFlag: 0 })
  const records = [
    ['submitted', null],
    ['exempt', type.name],
    ['completed', null],
  ]
  expect(await submitted()).toEqual([[], 'approved', records])
  const { body: again } = await farm.client.call(resources.billType.calls.update, {
    params: { t: farm.t },
    body: { ...type, approvalFlag: 1 } as never,
  })
  expect(again.approvalFlag).toBe(1)
  expect(await submitted()).toEqual(asked)
})

test('a document of another kind is none of its business', async () => {
  await farm.client.call(definitionCalls.save, {
    params: { t: farm.t },
    body: { formCode: 'shipment', name: 'With the boss', basedOn: 1, nodes: [...nodes] },
  })
  await aType({ approvalFlag: 0 })
  expect((await farm.approved('shipment', store, [line])).body.auditStatus).toBe('submitted')
})
