import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportCalls } from '#contract/inventory/report'
import { shipmentCalls } from '#contract/inventory/shipment'
import { stockCalls } from '#contract/inventory/stock'
import type { Client } from '../harness.ts'
import { aStockFarm, type StockFarm } from './stockFarm.ts'

let farm: StockFarm
const now = Date.UTC(2026, 2, 10, 8)
beforeAll(async () => {
  farm = await aStockFarm(() => now)
})
afterAll(() => farm?.server.close())

let counted = 0
/** An application for 6, of which a transfer sent 4, and 3 arrived. */
async function shortOne({ lots = false }: { lots?: boolean } = {}) {
  const name = `Short ${++counted}`
  const [product, from, to] = [await farm.aProduct({ name, lot_flag: lots ? 1 : 0 }), await farm.aStore(), await farm.aStore()]
  await farm.moved('warehousing', from, [
    { product, quantity: '3', price: '2', ...(lots ? { lotNo: 'A' } : {}) },
    { product, quantity: '7', price: '2', ...(lots ? { lotNo: 'B' } : {}) },
  ])
  const want = { product, quantity: '6', productName: name, price: '2' }
  const asked = (await farm.approved('aplionform', to, [want])).body
  const planned = (
    await farm.approved('transfer', from, [{ product, quantity: '6', sourceLineId: asked.lines[0]!.id }], {
      sourceId: asked.id,
      toAreaId: farm.areaId,
      toStoreId: to,
    })
  ).body
  const made = (
    await farm.approved('shipment', from, [{ product, quantity: '4', sourceLineId: planned.lines[0]!.id }], { sourceId: planned.id })
  ).body
  const left = (await farm.post('shipment', made.id, made.objectVersionNumber)).body
  const came = (
    await farm.approved('warehousing', to, [{ product, quantity: '3', sourceLineId: left.lines[0]!.id }], { sourceId: left.id })
  ).body
  await farm.post('warehousing', came.id, came.objectVersionNumber)
  const shipped = (await farm.get('shipment', made.id)).body
  const line = async (kind: 'aplionform' | 'transfer' | 'shipment', id: number) => {
    const { planned: all, done, taken, lost, pending, underWay } = (await farm.get(kind, id)).body.lines[0]!
    return [all, done, taken, lost, pending, underWay].map(Number)
  }
  const lines = async () => [await line('aplionform', asked.id), await line('transfer', planned.id), await line('shipment', made.id)]
  return { name, product, from, to, asked, planned, shipped, lines }
}
async function report(search: string) {
  const { body } = await farm.client.call(reportCalls.period, {
    params: { t: farm.t },
    query: { from: '2026-03-10', to: '2026-03-10', search, size: 0 },
  })
  return body.content.map(({ storeId, received, transferred, counted: found, closing, transit }) => [
    storeId,
    ...[received, transferred, found, closing, transit].flatMap(({ quantity, value }) => [Number(quantity), Number(value)]),
  ])
}

test('what never arrived is a loss of the store that it was sent to, with its reason, and nothing is under way any more', async () => {
  const { name, product, from, to, shipped, lines } = await shortOne()
  expect(await lines()).toEqual([
    [6, 3, 0, 0, 3, 1],
    [6, 4, 3, 0, 0, 0],
    [4, 4, 3, 0, 0, 0],
  ])
  const done = await farm.writeOff(shipped.id, shipped.objectVersionNumber)
  expect([done.status, done.body.objectVersionNumber]).toEqual([200, shipped.objectVersionNumber + 1])
  expect(await lines()).toEqual([
    // The asker has not got it: it may be sent once more.
    [6, 3, 0, 0, 2, 0],
    [6, 4, 4, 1, 0, 0],
    [4, 4, 4, 1, 0, 0],
  ])
  expect([await farm.balance(product, to), await farm.balance(product, to, true)]).toEqual([
    [3, 0, 6],
    [0, 0, 0],
  ])
  expect(await report(name)).toEqual([
    [from, 10, 20, -4, -8, 0, 0, 6, 12, 0, 0],
    [to, 0, 0, 4, 8, -1, -2, 3, 6, 0, 0],
  ])
  const { body: days } = await farm.client.call(reportCalls.days, {
    params: { t: farm.t },
    query: { from: '2026-03-10', to: '2026-03-10', search: name },
  })
  expect(days.content.map(({ came, left }) => [Number(came), Number(left)])).toEqual([[28, 10]])
  const { body: ledger } = await farm.client.call(stockCalls.entries, { params: { t: farm.t }, query: { productId: product, storeId: to } })
  expect(
    ledger.content.map(({ kind, posting, reason, quantity, balance }) => [kind, posting, reason, Number(quantity), Number(balance)]),
  ).toEqual([
    ['lose', 'loss', 'Never came', -1, 3],
    ['lose', 'loss', 'Never came', 1, 4],
    ['move', 'post', null, 3, 3],
  ])
  expect(await farm.faults()).toEqual([])
  // Once: nothing is under way any more. And nothing of it can be received or given back.
  expect(await farm.writeOff(shipped.id, done.body.objectVersionNumber)).toMatchObject({
    status: 409,
    body: { code: 'error.document.state' },
  })
  const again = await farm.create('warehousing', to, [{ product, quantity: '1', sourceLineId: shipped.lines[0]!.id }], {
    sourceId: shipped.id,
  })
  expect(again.body).toMatchObject({ code: 'error.document.tooMuch' })
})

test('where it turns up, the posting is reversed, and it is received', async () => {
  const { name, product, to, shipped, lines } = await shortOne({ lots: true })
  const before = [await lines(), await report(name)]
  const done = (await farm.writeOff(shipped.id, shipped.objectVersionNumber)).body
  const postings = await farm.postings('shipment', shipped.id)
  expect(postings.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['post', null],
    ['loss', 'Never came'],
  ])
  // Of the lot that was left of it.
  expect(postings[1]!.entries.map(({ kind, transit, lotNo, quantity }) => [kind, transit, lotNo, Number(quantity)])).toEqual([
    ['move', true, 'B', -1],
    ['lose', false, 'B', 1],
    ['lose', false, 'B', -1],
  ])
  const back = await farm.reverse('shipment', shipped.id, done.objectVersionNumber, postings[1]!.id)
  expect([back.status, back.body.lines[0]!.done]).toEqual([200, '4.000000'])
  expect([await lines(), await report(name)]).toEqual(before)
  expect(await farm.reverse('shipment', shipped.id, back.body.objectVersionNumber, postings[1]!.id)).toMatchObject({
    body: { code: 'error.stock.reversed' },
  })
  const came = (
    await farm.approved('warehousing', to, [{ product, quantity: '1', lotNo: 'B', sourceLineId: shipped.lines[0]!.id }], {
      sourceId: shipped.id,
    })
  ).body
  expect((await farm.post('warehousing', came.id, came.objectVersionNumber)).status).toBe(200)
  expect(await farm.balance(product, to)).toEqual([4, 0, 8])
  expect(await farm.faults()).toEqual([])
})

test('is for who posts shipments in its base, of what was sent to a store, by the version that was read', async () => {
  const { product, from, shipped } = await shortOne()
  const enter = async (codes: string[], areaIds: number[] | null) =>
    farm.server.signIn((await farm.build.aUser({ tenantId: farm.t, codes, areaIds })).login_name)
  const south = (await farm.build.anArea({ tenant_id: farm.t })).id
  const post = 'wfpf.inventory.prment.shipment.ps.post'
  const asks = async (who: Client, version = shipped.objectVersionNumber) => (await farm.writeOff(shipped.id, version, who)).status
  expect(await asks(await enter(['wfpf.inventory.prment.shipment'], null))).toBe(403)
  expect(await asks(await enter(['wfpf.inventory.prment.shipment', post], [south]))).toBe(404)
  expect(await asks(farm.client, shipped.objectVersionNumber - 1)).toBe(409)
  const issued = (await farm.moved('shipment', from, [{ product, quantity: '1' }])).body
  expect(await farm.writeOff(issued.id, issued.objectVersionNumber)).toMatchObject({ status: 409, body: { code: 'error.document.state' } })
  const unsaid = { objectVersionNumber: shipped.objectVersionNumber, reason: ' ' }
  expect((await farm.client.call(shipmentCalls.writeOff, { params: { t: farm.t, id: shipped.id }, body: unsaid })).status).toBe(400)
  expect(await asks(await enter(['wfpf.inventory.prment.shipment', post], [farm.areaId]))).toBe(200)
})
