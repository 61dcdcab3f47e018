import { documents } from '#contract/inventory/documents'
import { definitionCalls, FORM_CODES } from '#contract/approvals/definition'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

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

/** A tenant with a base, stores and products, whose documents are approved as soon as they are submitted. */
export async function aStockFarm(clock: () => number = Date.now) {
  const server: TestServer = await startTestServer({ clock })
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
  /** What does not hold of the ledger: rows whose balances are not what the ledger, or what documents promise, comes to. */
  async function faults(): Promise<unknown[]> {
    const { rows } = await server.owner.query(
      `with kept as (select product_id, store_id, transit, on_hand, value from furrow.stock_balance where tenant_id = $1 and (on_hand <> 0 or value <> 0)),
        written as (select product_id, store_id, transit, sum(quantity) on_hand, sum(value) as value from furrow.stock_entry where tenant_id = $1
          group by 1, 2, 3 having sum(quantity) <> 0 or sum(value) <> 0),
        lots as (select lot_id, store_id, transit, on_hand from furrow.stock_lot_balance where tenant_id = $1 and on_hand <> 0),
        lot_rows as (select lot_id, store_id, transit, sum(quantity) on_hand from furrow.stock_entry where tenant_id = $1 and lot_id is not null
          group by 1, 2, 3 having sum(quantity) <> 0),
        promised as (select d.store_id, l.product_id, sum(l.reserved) reserved from furrow.document_line l join furrow.document d on d.id = l.document_id
          where d.tenant_id = $1 and l.reserved > 0 group by 1, 2),
        reserved as (select store_id, product_id, reserved from furrow.stock_balance where tenant_id = $1 and reserved > 0)
      select 'balance' what, to_jsonb(x) as row from ((table kept except table written) union all (table written except table kept)) x
      union all select 'lot', to_jsonb(x) from ((table lots except table lot_rows) union all (table lot_rows except table lots)) x
      union all select 'reserved', to_jsonb(x) from ((table promised except table reserved) union all (table reserved except table promised)) x
      union all select 'below', to_jsonb(b) from furrow.stock_balance b join furrow.store s on s.id = b.store_id
        where b.tenant_id = $1 and b.on_hand < 0 and s.negative_flag = 0
      union all select 'value', to_jsonb(b) from furrow.stock_balance b where b.tenant_id = $1 and ((b.on_hand <= 0 and b.value <> 0) or b.value < 0)
      union all select 'done', to_jsonb(p) from (select l.id, l.done, abs(coalesce(sum(e.quantity), 0)) moved
        from furrow.document_line l join furrow.document d on d.id = l.document_id and d.form_code in ('warehousing', 'shipment', 'return', 'materialWarehousing', 'materialShipment')
        left join furrow.stock_entry e on e.line_id = l.id and e.kind = 'move' and not e.transit where l.tenant_id = $1 group by l.id) p
        where p.done <> p.moved
      union all select 'taken', to_jsonb(p) from (select s.id, s.done, s.taken, coalesce(sum(c.done), 0) children
        from furrow.document_line s left join furrow.document_line c on c.source_line_id = s.id
        where s.tenant_id = $1 and s.form_code in ('warehousing', 'shipment') group by s.id) p where p.taken <> p.children or p.taken > p.done
      union all select 'transfer', to_jsonb(p) from (select s.id, s.stock_quantity, s.done, s.taken,
          (select coalesce(sum(sent.done - (select coalesce(sum(back.done), 0) from furrow.document_line back where back.source_line_id = sent.id and back.form_code = 'return')), 0)
            from furrow.document_line sent where sent.source_line_id = s.id) sent,
          (select coalesce(sum(came.done), 0) from furrow.document_line sent join furrow.document_line came on came.source_line_id = sent.id and came.form_code = 'warehousing'
            where sent.source_line_id = s.id) came
        from furrow.document_line s where s.tenant_id = $1 and s.form_code = 'transfer') p
        where p.done <> p.sent or p.taken <> p.came or p.done > p.stock_quantity
      union all select 'application', to_jsonb(p) from (select s.id, s.stock_quantity, s.done,
          (select coalesce(sum(case c.form_code when 'transfer' then c.taken else c.done end), 0) from furrow.document_line c where c.source_line_id = s.id) children
        from furrow.document_line s where s.tenant_id = $1 and s.form_code = 'aplionform' and s.product_id is not null) p
        where p.done <> p.children or p.done > p.stock_quantity
      union all select 'under way', to_jsonb(p) from (select l.product_id, d.to_store_id, sum(l.done - l.taken) sent,
          coalesce((select b.on_hand from furrow.stock_balance b where b.product_id = l.product_id and b.store_id = d.to_store_id and b.transit), 0) transit
        from furrow.document_line l join furrow.document d on d.id = l.document_id where l.tenant_id = $1 and l.form_code = 'transfer' group by 1, 2) p
        where p.sent <> p.transit
      union all select 'promised lot', to_jsonb(x) from (
        (select d.store_id, o.id, sum(l.reserved) from furrow.document_line l join furrow.document d on d.id = l.document_id
          join furrow.stock_lot o on o.product_id = l.product_id and o.lot_no = l.lot_no where l.tenant_id = $1 and l.reserved > 0 group by 1, 2)
        except select store_id, lot_id, reserved from furrow.stock_lot_balance where tenant_id = $1 and reserved > 0 and not transit) x
      union all select 'lot promised to nobody', to_jsonb(x) from (
        (select store_id, lot_id, reserved from furrow.stock_lot_balance where tenant_id = $1 and reserved > 0)
        except select d.store_id, o.id, sum(l.reserved) from furrow.document_line l join furrow.document d on d.id = l.document_id
          join furrow.stock_lot o on o.product_id = l.product_id and o.lot_no = l.lot_no where l.tenant_id = $1 and l.reserved > 0 group by 1, 2) x
      union all select 'progress', to_jsonb(p) from (select d.id, d.progress, case when bool_and(l.done >= l.stock_quantity) then 'full'
          when sum(l.done) > 0 then 'partial' else 'none' end derived
        from furrow.document d join furrow.document_line l on l.document_id = d.id where d.tenant_id = $1 and d.progress <> 'closed' and d.form_code <> 'inventory_form' group by d.id) p
        where p.progress <> p.derived`,
      [t],
    )
    return rows
  }
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
    get,
    postings,
    moved,
    balance,
    faults,
  }
}
export type StockFarm = Awaited<ReturnType<typeof aStockFarm>>
