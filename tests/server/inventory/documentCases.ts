import { randomUUID } from 'node:crypto'
import type { AnyDocument } from '#contract/core/document'
import { documents } from '#contract/inventory/documents'
import type { Arrange } from '../arrange.ts'
import { type CallCase, none, type Rows } from '../http/callCase.ts'

/** The kinds of document whose lines name products: those that move goods, and those that others do, or that are settled. */
const KINDS = ['warehousing', 'shipment', 'materialWarehousing', 'materialShipment', 'return', 'transfer', 'inventory_form'] as const
type Kind = (typeof KINDS)[number]
const leaves = (kind: Kind) => kind === 'shipment' || kind === 'materialShipment' || kind === 'return'
const posts = (kind: Kind) => (documents[kind] as AnyDocument).posts === true
let counted = 0

/** Documents of goods in every state that can be acted on, of each kind: their ids under `<kind>.<state>`. */
export async function documentRows(
  build: Arrange,
  { tenantId, areaId, userId }: { tenantId: number; areaId: number; userId: number },
): Promise<Record<string, number>> {
  const tenant = { tenant_id: tenantId }
  const now = Date.now()
  const name = () => `Goods ${areaId} ${++counted}`
  const unit = await build.insert('measure_unit', { ...tenant, name: name(), symbol: 'kg', dimension: 'mass' })
  const product = await build.insert('product', { ...tenant, name: name(), product_type: 'agricultural', stock_unit_id: unit.id })
  const land = await build.aLand({ ...tenant, area_id: areaId })
  const store = await build.insert('store', { ...tenant, area_id: areaId, name: name() })
  const place = { product_id: product.id, store_id: store.id }
  await build.insert('stock_balance', { ...tenant, ...place, on_hand: '100', value: '100' })
  const there = await build.insert('store', { ...tenant, area_id: areaId, name: name() })
  const rows: Record<string, number> = { goodsId: product.id, goodsStoreId: store.id, goodsLandId: land.id, goodsToStoreId: there.id }
  for (const kind of KINDS) {
    const definition = await build.insert('approval_definition', {
      ...tenant,
      form_code: kind,
      version: ++counted,
      name: 'None',
      nodes: '[]',
      when_nobody: 'administrator',
      when_applicant: 'normal',
      created_at: now,
    })
    const aDocument = async (state: string, given: object = {}, line: object = {}) => {
      const { id } = await build.insert('document', {
        ...tenant,
        form_code: kind,
        area_id: areaId,
        code: `${kind}-${areaId}-${++counted}`,
        title: 'Goods',
        store_id: store.id,
        land_id: kind === 'materialShipment' ? land.id : null,
        ...(kind === 'return' ? { direction: 'out' } : {}),
        ...(kind === 'transfer' ? { to_area_id: areaId, to_store_id: there.id } : {}),
        ...(kind === 'inventory_form' ? { blind_flag: 0 } : {}),
        applicant_id: userId,
        applicant_name: 'A User',
        audit_status: 'approved',
        created_at: now,
        updated_at: now,
        ...given,
      })
      const made = await build.insert('document_line', {
        ...tenant,
        form_code: kind,
        document_id: id,
        position: 0,
        product_id: product.id,
        unit_kind: 'stock',
        quantity: '2',
        stock_quantity: '2',
        price: '1',
        ...(kind === 'inventory_form' ? { counted: '2', book: '100', book_at: now } : {}),
        ...line,
      })
      rows[`${kind}.${state}`] = id
      rows[`${kind}.${state}.line`] = made.id
      return { id, lineId: made.id }
    }
    const instance = async (state: string, as: string) =>
      build.insert('approval_instance', {
        ...tenant,
        form_code: kind,
        third_id: rows[`${kind}.${as}`]!,
        document_code: `${kind}-${as}`,
        area_id: areaId,
        definition_id: definition.id,
        path: JSON.stringify([{ id: 'a', name: 'A', kind: 'OR', who: { by: 'user', userIds: [userId] } }]),
        applicant_id: userId,
        applicant_name: 'A User',
        state,
        started_at: now,
        ended_at: state === 'PENDING' ? null : now,
      })
    for (const state of ['draft', 'removable', 'submittable']) await aDocument(state, { audit_status: 'draft' })
    await aDocument('submitted', { audit_status: 'submitted' })
    await instance('PENDING', 'submitted')
    await aDocument('rejected', { audit_status: 'rejected' })
    await instance('REJECTED', 'rejected')
    await aDocument('postable')
    await aDocument('closable')
    if (!posts(kind)) continue
    const done = await aDocument('posted', { progress: 'full' }, { done: '2' })
    const posted = { kind: 'post', effective_at: now, at: now, user_id: userId, user_name: 'A User' }
    const posting = await build.insert('stock_posting', { ...tenant, ...posted, document_id: done.id })
    const entered = { kind: 'move', effective_at: now, area_id: areaId }
    const moved = leaves(kind) ? '-2' : '2'
    await build.insert('stock_entry', {
      ...tenant,
      ...place,
      ...entered,
      posting_id: posting.id,
      line_id: done.lineId,
      quantity: moved,
      value: moved,
    })
    rows[`${kind}.posting`] = posting.id
    if (kind !== 'shipment') continue
    // Sent by a transfer, and on its way.
    const going = { to_area_id: areaId, to_store_id: there.id, progress: 'full' }
    const plan = await aDocument('plan', { ...going, form_code: 'transfer' }, { form_code: 'transfer', done: '2' })
    const sent = await aDocument('sent', { ...going, source_id: plan.id }, { source_line_id: plan.lineId, done: '2' })
    const left = await build.insert('stock_posting', { ...tenant, ...posted, document_id: sent.id })
    const way = { ...place, store_id: there.id, transit: true }
    await build.insert('stock_entry', {
      ...tenant,
      ...entered,
      ...way,
      posting_id: left.id,
      line_id: sent.lineId,
      quantity: '2',
      value: '2',
    })
    await build.insert('stock_balance', { ...tenant, ...way, on_hand: '2', value: '2' })
  }
  const application = await build.insert('document', {
    ...tenant,
    form_code: 'aplionform',
    area_id: areaId,
    code: `aplionform-${areaId}-${++counted}`,
    title: 'Goods',
    applicant_id: userId,
    applicant_name: 'A User',
    audit_status: 'approved',
    created_at: now,
    updated_at: now,
  })
  rows['aplionform.closable'] = application.id
  return rows
}

type By = (state: string, more?: object) => CallCase
const version = { objectVersionNumber: 1 }
/** The calls by which goods are moved, and taken back. */
const posted = (kind: Kind, by: By): [string, CallCase][] => [
  [`${kind}.post`, by('postable', { body: version })],
  [
    `${kind}.reverse`,
    [
      404,
      ({ own }) => ({
        params: { id: own[`${kind}.posted`]! },
        body: { ...version, postingId: own[`${kind}.posting`]!, reason: 'A mistake' },
      }),
    ],
  ],
  [`${kind}.postings`, by('posted')],
]

/** The calls by which a kind leaves and comes as a spreadsheet. */
export const sheetCalls = (kind: string, draft: (rows: Rows) => number): [string, CallCase][] => [
  [`${kind}.export`, none],
  [`${kind}.exportOne`, [404, (rows) => ({ params: { id: draft(rows) } })]],
  [`${kind}.lineTemplate`, none],
  [`${kind}.readLines`, [404, () => ({ body: { fileId: randomUUID() } })]],
]

/** The calls of each kind, on these rows. */
export const documentCalls: Readonly<Record<string, CallCase>> = Object.fromEntries(
  KINDS.flatMap((kind): [string, CallCase][] => {
    const by = (state: string, more: object = {}): CallCase => [404, ({ own }) => ({ params: { id: own[`${kind}.${state}`]! }, ...more })]
    const body = ({ own, areaId }: Rows) => ({
      areaId,
      storeId: own['goodsStoreId']!,
      ...(kind === 'materialShipment' ? { landId: own['goodsLandId']! } : {}),
      ...(kind === 'return' ? { direction: 'out' } : {}),
      ...(kind === 'transfer' ? { toAreaId: areaId, toStoreId: own['goodsToStoreId']! } : {}),
      title: 'Goods',
      lines: [],
    })
    return [
      [`${kind}.page`, ['nothing', ({ areaId }) => ({ query: { areaId } })]],
      [`${kind}.get`, by('draft')],
      [`${kind}.create`, [422, (rows) => ({ body: body(rows) })]],
      [`${kind}.update`, [404, (rows) => ({ params: { id: rows.own[`${kind}.draft`]! }, body: { ...body(rows), ...version } })]],
      [`${kind}.remove`, by('removable', { query: version })],
      [`${kind}.submit`, by('submittable', { body: version })],
      [`${kind}.withdraw`, by('submitted', { body: version })],
      [`${kind}.resubmit`, by('rejected', { body: version })],
      [`${kind}.flow`, by('draft')],
      ...sheetCalls(kind, ({ own }) => own[`${kind}.draft`] as number),
      [`${kind}.close`, by('closable', { body: { ...version, reason: 'No more' } })],
      ...(posts(kind) ? posted(kind, by) : []),
      ...(kind === 'shipment'
        ? [['shipment.writeOff', by('sent', { body: { ...version, reason: 'Never came' } })] as [string, CallCase]]
        : []),
    ]
  }),
)
