import { documents } from '#contract/inventory/documents'
import { shipmentCalls } from '#contract/inventory/shipment'
import { definitionCalls, FORM_CODES } from '#contract/approvals/definition'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'
import { stockFaults } from './stockFaults.ts'

/** Kinds of document whose lines name products. */
export type Kind = Exclude<keyof typeof documents, 'inventory_form'>
type Moving = Extract<Kind, 'warehousing' | 'shipment' | 'return' | 'materialWarehousing' | 'materialShipment'>
export interface Wanted {
  readonly product: number
  readonly quantity: string
  readonly price?: string
  readonly lotNo?: string
  readonly expiresOn?: string
  readonly unitKind?: 'stock' | 'purchase' | 'retail'
  readonly sourceLineId?: number
}

/** A tenant with a base, stores and products, whose documents are approved as soon as they are submitted. A database that is given is left. */
export async function aStockFarm(clock: () => number = Date.now, databaseUrl?: string) {
  const server: TestServer = await startTestServer({ clock, ...(databaseUrl === undefined ? {} : { databaseUrl }) })
  const build: Arrange = arrange(server.owner)
  const t = (await build.aTenant()).id
  const areaId = (await build.anArea({ tenant_id: t, area_name: 'North' })).id
  const user = await build.aUser({ tenantId: t, codes: ['*'], areaIds: null, real_name: 'Sto Re' })
  const client = await server.signIn(user.login_name)
  for (const formCode of FORM_CODES)
    await client.call(definitionCalls.save, { params: { t }, body: { formCode, name: 'None', basedOn: 0, nodes: [] } })
  const unit = (await build.insert('measure_unit', { tenant_id: t, name: 'kg', symbol: 'kg', dimension: 'mass' })).id
  const bag = (await build.insert('measure_unit', { tenant_id: t, name: 'bag', symbol: 'bag', dimension: 'count' })).id
  let counted = 0
  const aProduct = async (given: object = {}) =>
    (await build.insert('product', { tenant_id: t, name: `Product ${++counted}`, product_type: 'general', stock_unit_id: unit, ...given }))
      .id
  const aStore = async (given: object = {}) =>
    (await build.insert('store', { tenant_id: t, area_id: areaId, name: `Store ${++counted}`, ...given })).id
  const lineOf = ({ product, ...line }: Wanted) => ({ productId: product, ...line })

  const create = (kind: Kind, storeId: number, lines: readonly Wanted[], more: object = {}, who: Client = client) =>
    who.call(documents[kind].calls.create as typeof documents.shipment.calls.create, {
      params: { t },
      body: { areaId, title: 'Goods', storeId, lines: lines.map(lineOf), ...more },
    })
  const submit = (kind: Kind, { id, objectVersionNumber }: { id: number; objectVersionNumber: number }) =>
    client.call(documents[kind].calls.submit as typeof documents.shipment.calls.submit, {
      params: { t, id },
      body: { objectVersionNumber },
    })
  /** A document that is approved, as answered. */
  async function approved(kind: Kind, storeId: number, lines: readonly Wanted[], more: object = {}) {
    const made = await create(kind, storeId, lines, more)
    if (made.status !== 200) return made
    return submit(kind, made.body)
  }
  const post = (kind: Moving, id: number, objectVersionNumber: number, more: object = {}, who: Client = client) =>
    who.call(documents[kind].calls.post as typeof documents.shipment.calls.post, {
      params: { t, id },
      body: { objectVersionNumber, ...more },
    })
  const reverse = (kind: Moving, id: number, objectVersionNumber: number, postingId: number) =>
    client.call(documents[kind].calls.reverse as typeof documents.shipment.calls.reverse, {
      params: { t, id },
      body: { objectVersionNumber, postingId, reason: 'A mistake' },
    })
  const close = (kind: Kind, id: number, objectVersionNumber: number) =>
    client.call(documents[kind].calls.close as typeof documents.shipment.calls.close, {
      params: { t, id },
      body: { objectVersionNumber, reason: 'No more of it' },
    })
  const writeOff = (id: number, objectVersionNumber: number, who: Client = client) =>
    who.call(shipmentCalls.writeOff, { params: { t, id }, body: { objectVersionNumber, reason: 'Never came' } })
  const get = (kind: Kind, id: number) =>
    client.call(documents[kind].calls.get as typeof documents.shipment.calls.get, { params: { t, id } })
  const postings = async (kind: Moving, id: number) =>
    (await client.call(documents[kind].calls.postings as typeof documents.shipment.calls.postings, { params: { t, id } })).body
  /** Made, approved and posted in one go. */
  async function moved(kind: Moving, storeId: number, lines: readonly Wanted[], more: object = {}) {
    const { status, body } = await approved(kind, storeId, lines)
    if (status !== 200) return { status, body }
    return post(kind, body.id, body.objectVersionNumber, more)
  }
  const balance = async (product: number, store: number, transit = false) => {
    const { rows } = await server.owner.query<{ on_hand: string; reserved: string; value: string }>(
      'select on_hand, reserved, value from furrow.stock_balance where product_id = $1 and store_id = $2 and transit = $3',
      [product, store, transit],
    )
    const { on_hand: onHand = '0.000000', reserved = '0.000000', value = '0.000000' } = rows[0] ?? {}
    return [onHand, reserved, value].map(Number)
  }
  const faults = () => stockFaults(server.owner, t)
  return {
    server,
    kinds: documents,
    build,
    t,
    areaId,
    client,
    unit,
    bag,
    aProduct,
    aStore,
    create,
    submit,
    approved,
    post,
    reverse,
    close,
    writeOff,
    get,
    postings,
    moved,
    balance,
    faults,
  }
}
export type StockFarm = Awaited<ReturnType<typeof aStockFarm>>
