import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApprovalNode, definitionCalls, factsOf, FORM_CODES, type FormCode } from '#contract/approvals/definition'
import { aStockFarm, type Kind, type StockFarm, type Wanted } from './stockFarm.ts'

let farm: StockFarm
let store: number
let other: number
let product: number
let material: number
let more: Partial<Record<Kind, object>>
const versions = new Map<FormCode, number>()

/** Only what is worth 1,000 and more is asked about. */
const dear = (): ApprovalNode[] => [
  {
    id: 'dear',
    name: 'Dear',
    kind: 'CONDITION',
    branches: [
      {
        when: [{ fact: 'total', is: 'atLeast', value: 1000 }],
        nodes: [{ id: 'boss', name: 'Boss', kind: 'OR', who: { by: 'user', userIds: [boss] } }],
      },
    ],
    otherwise: [],
  },
]
let boss: number
let applicant: number

beforeAll(async () => {
  farm = await aStockFarm()
  boss = (await farm.build.aUser({ tenantId: farm.t, codes: ['*'], areaIds: null })).id
  const { rows } = await farm.server.owner.query<{ id: number }>(`select id from furrow.app_user where real_name = 'Sto Re'`)
  applicant = rows[0]!.id
  store = await farm.aStore()
  other = await farm.aStore()
  product = await farm.aProduct()
  material = await farm.aProduct({ product_type: 'agricultural' })
  const land = await farm.build.aLand({ tenant_id: farm.t, area_id: farm.areaId })
  more = { transfer: { toAreaId: farm.areaId, toStoreId: other }, return: { direction: 'out' }, materialShipment: { landId: land.id } }
  for (const one of [product, material]) await farm.moved('warehousing', store, [{ product: one, quantity: '1000', price: '30' }])
  for (const formCode of FORM_CODES) {
    const { rows: found } = await farm.server.owner.query<{ version: number }>(
      'select max(version)::int as version from furrow.approval_definition where tenant_id = $1 and form_code = $2',
      [farm.t, formCode],
    )
    versions.set(formCode, found[0]!.version)
  }
})
afterAll(() => farm?.server.close())

const define = (formCode: FormCode) =>
  farm.client.call(definitionCalls.save, {
    params: { t: farm.t },
    body: { formCode, name: 'Dear', basedOn: versions.get(formCode)!, nodes: dear() },
  })

test.each(FORM_CODES)(
  '%s: a condition by its amount holds for what is worth so much, as the trial says; of what has none it is refused',
  async (formCode) => {
    const saved = await define(formCode)
    if (factsOf(formCode).total === undefined) {
      expect([saved.status, Object.keys((saved.body as never as { fields: object }).fields)]).toEqual([400, ['nodes']])
      return
    }
    expect(saved.status).toBe(200)
    const kind = formCode as Kind
    const isPriced = kind === 'aplionform' || kind === 'warehousing' || kind === 'materialWarehousing'
    const of = kind.startsWith('material') ? material : product
    for (const [quantity, isAsked] of [
      ['34', true],
      ['33', false],
    ] as const) {
      const line = { product: of, productName: 'Goods', quantity, ...(isPriced ? { price: '30' } : {}) } as Wanted
      const made = await farm.create(kind, store, [line], more[kind])
      expect(made.status).toBe(200)
      const { body } = await farm.submit(kind, made.body)
      expect([kind, quantity, body.auditStatus]).toEqual([kind, quantity, isAsked ? 'submitted' : 'approved'])
      const trial = await farm.client.call(definitionCalls.trial, {
        params: { t: farm.t, id: saved.body.id },
        query: { applicantId: applicant, areaId: farm.areaId, total: Number(quantity) * 30, lineCount: 1 },
      })
      expect(trial.body.nodes.map(({ name }) => name)).toEqual(isAsked ? ['Boss'] : [])
    }
  },
)

test('what lies nowhere is worth its cost price, and a receipt without a price what lies there', async () => {
  const empty = await farm.aStore({ negative_flag: 1 })
  const costed = await farm.aProduct({ cost_price: '500' })
  const bare = await farm.aProduct()
  const statusOf = async (kind: Kind, at: number, line: Wanted) => {
    const made = await farm.create(kind, at, [line], more[kind])
    return (await farm.submit(kind, made.body)).body.auditStatus
  }
  expect(await statusOf('transfer', empty, { product: costed, quantity: '2' })).toBe('submitted')
  expect(await statusOf('transfer', empty, { product: bare, quantity: '2' })).toBe('approved')
  expect(await statusOf('transfer', empty, { product, quantity: '40' })).toBe('approved')
  expect(await statusOf('warehousing', store, { product, quantity: '40' })).toBe('submitted')
})

test('a condition that was kept before, on what its form does not say, holds for nothing: in its trial as in life', async () => {
  const { rows } = await farm.server.owner.query<{ id: number }>(
    `insert into furrow.approval_definition (tenant_id, form_code, name, nodes, version, when_nobody, when_applicant, author_id, created_at)
     values ($1, 'inventory_form', 'Old', $2, $3, 'administrator', 'normal', $4, 1) returning id`,
    [farm.t, JSON.stringify(dear()), versions.get('inventory_form')! + 1, applicant],
  )
  const trial = await farm.client.call(definitionCalls.trial, {
    params: { t: farm.t, id: rows[0]!.id },
    query: { applicantId: applicant, areaId: farm.areaId, total: 5000, lineCount: 1 },
  })
  expect([trial.status, trial.body.nodes]).toEqual([200, []])
})
