import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Failure } from '#contract/core/failure'
import { billType, DIRECTIONS, DIRECTIONS_OF, DOCUMENT_KINDS, type Direction, type DocumentKind } from '#contract/inventory/billType'
import { measureUnit } from '#contract/inventory/measureUnit'
import { AGRICULTURAL_FIELDS, product } from '#contract/inventory/product'
import { shop } from '#contract/inventory/shop'
import { stockLimitCalls } from '#contract/inventory/stockLimit'
import { store } from '#contract/inventory/store'
import { type Arrange, arrange } from '../arrange.ts'
import { fresh, freshLetters } from '../crud/places.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
let admin: Client
let t: number
let north: number
let south: number

beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
  t = (await build.aTenant()).id
  north = (await build.anArea({ tenant_id: t, area_name: 'North', default_flag: 1 })).id
  south = (await build.anArea({ tenant_id: t, area_name: 'South' })).id
  admin = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'] })).login_name)
})
afterAll(() => server?.close())

/** What a call was refused with, and beside which inputs. */
const refusal = ({ status, body }: { status: number; body: unknown }) => {
  const { code, fields = {} } = body as Failure
  return [status, code, Object.keys(fields)]
}
const addUnit = (given: object = {}) =>
  admin.call(measureUnit.calls.create, { params: { t }, body: { name: fresh('Unit'), symbol: 'u', dimension: 'count', ...given } as never })
const changeUnit = (unit: object, given: object) =>
  admin.call(measureUnit.calls.update, { params: { t }, body: { ...unit, ...given } as never })
const addProduct = (given: object = {}) =>
  admin.call(product.calls.create, { params: { t }, body: { name: fresh('Product'), ...given } as never })
const addStore = (given: object = {}) =>
  admin.call(store.calls.create, { params: { t }, body: { name: fresh('Store'), areaId: north, ...given } as never })

describe('a unit that products are counted in', () => {
  test.each(['stockUnitId', 'purchaseUnitId', 'retailUnitId', 'doseUnitId'])(
    'as their %s stays what it is, and is not deleted',
    async (field) => {
      const unit = (await addUnit({ numerator: 24 })).body
      expect((await changeUnit(unit, { numerator: 12 })).status).toBe(200)
      const stock = (await addUnit()).body
      const made = await addProduct({ stockUnitId: stock.unitId, productType: 'agricultural', [field]: unit.unitId })
      expect(made.status).toBe(200)
      const used = { ...unit, numerator: 12, objectVersionNumber: 2 }
      for (const [name, value] of Object.entries({ numerator: 6, denominator: 2, dimension: 'mass' }))
        expect(refusal(await changeUnit(used, { [name]: value }))).toEqual([409, 'error.unit.used', [name]])
      const { unitId } = unit
      const removal = await admin.call(measureUnit.calls.remove, { params: { t }, body: { unitId, objectVersionNumber: 2 } })
      expect(refusal(removal)).toEqual([409, 'error.record.used', []])
      expect((await changeUnit(used, { name: fresh('Unit'), symbol: 'v', enabledFlag: 0 })).body).toMatchObject({
        symbol: 'v',
        numerator: 12,
      })
    },
  )

  test.each([0, -1, 1.5, 1_000_000_001, '2', null])('has sides of a ratio that are whole: %s is none', async (numerator) => {
    expect(refusal(await addUnit({ numerator }))).toEqual([400, 'error.input.invalid', ['numerator']])
  })
})

describe('a bill type', () => {
  const add = (given: object = {}) =>
    admin.call(billType.calls.create, {
      params: { t },
      body: { name: fresh('Type'), documentKind: 'transfer', direction: 'move', prefix: freshLetters('B'), ...given } as never,
    })
  const change = (type: object, given: object) => admin.call(billType.calls.update, { params: { t }, body: { ...type, ...given } as never })
  const defaults = async (documentKind: DocumentKind) =>
    (await admin.call(billType.calls.page, { params: { t }, query: { documentKind, defaultFlag: 1, size: 0 } })).body.content

  test.each(DOCUMENT_KINDS.flatMap((kind) => DIRECTIONS.map((direction) => [kind, direction] as const)))(
    'of %s goes %s where that fits',
    async (documentKind, direction) => {
      const fits = (DIRECTIONS_OF[documentKind] as readonly Direction[]).includes(direction)
      const answer = await add({ documentKind, direction })
      if (fits) expect(answer.status).toBe(200)
      else expect(refusal(answer)).toEqual([400, 'error.input.invalid', ['direction']])
    },
  )

  test('that becomes the default of its kind takes that from the other, and from no other kind', async () => {
    const shipment = (await add({ documentKind: 'shipment', direction: 'out', defaultFlag: 1 })).body
    const first = (await add({ defaultFlag: 1 })).body
    const second = (await add({ defaultFlag: 1 })).body
    expect((await defaults('transfer')).map(({ billTypeId }) => billTypeId)).toEqual([second.billTypeId])
    expect(refusal(await change(first, { defaultFlag: 1 }))).toEqual([409, 'error.version.stale', []])
    expect((await change(second, { defaultFlag: 0 })).status).toBe(200)
    expect(await defaults('transfer')).toEqual([])
    expect((await defaults('shipment')).map(({ billTypeId }) => billTypeId)).toEqual([shipment.billTypeId])
    expect(refusal(await change(shipment, { enabledFlag: 0 }))).toEqual([400, 'error.input.invalid', ['enabledFlag']])
  })

  test('is the one default though several are made it at one time', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, () => add({ documentKind: 'return', direction: 'in', defaultFlag: 1 })))
    expect(many.map(({ status }) => status)).toEqual(many.map(() => 200))
    expect(await defaults('return')).toHaveLength(1)
  })

  test('keeps its prefix and its kind, and stays, once documents are numbered by it', async () => {
    const type = (await add()).body
    const again = (await change(type, { prefix: freshLetters('B') })).body
    await build.insert('document_number', { tenant_id: t, prefix: again.prefix, day: '20261125', last: 3 })
    expect(refusal(await change(again, { prefix: freshLetters('B') }))).toEqual([409, 'error.bill.numbered', ['prefix']])
    expect(refusal(await change(again, { documentKind: 'shipment', direction: 'out' }))).toEqual([
      409,
      'error.bill.numbered',
      ['documentKind'],
    ])
    const { billTypeId, objectVersionNumber } = again
    const removal = await admin.call(billType.calls.remove, { params: { t }, body: { billTypeId, objectVersionNumber } })
    expect(refusal(removal)).toEqual([409, 'error.bill.numbered', []])
    expect((await change(again, { name: 'Renamed', approvalFlag: 0 })).body).toMatchObject({ name: 'Renamed', approvalFlag: 0 })
  })

  test.each(['', 'P', 'TOOLONG', 'Ab', 'A1', null])(
    'has a prefix of 2 to 6 capital letters: %s is none (DEVICE-LIMITS-06)',
    async (prefix) => {
      expect(refusal(await add({ prefix }))).toEqual([400, 'error.input.invalid', ['prefix']])
    },
  )

  test('has a prefix that no other has in its tenant (DEVICE-LIMITS-06)', async () => {
    const { prefix } = (await add()).body
    expect(refusal(await add({ prefix }))).toEqual([409, 'error.record.taken', ['prefix']])
    const elsewhere = (await build.aTenant()).id
    const stranger = await server.signIn((await build.aUser({ tenantId: elsewhere, codes: ['*'] })).login_name)
    const body = { name: 'Theirs', documentKind: 'transfer', direction: 'move', prefix } as const
    expect((await stranger.call(billType.calls.create, { params: { t: elsewhere }, body })).status).toBe(200)
  })
})

describe('a product', () => {
  let kg: number
  beforeAll(async () => {
    kg = (await addUnit({ dimension: 'mass', symbol: 'kg' })).body.unitId
  })
  const pesticide = { productType: 'agricultural', category: 'pesticide', registrationNo: 'PD1', safetyIntervalDays: 0 }
  const values = {
    category: 'seed',
    registrationNo: 'PD1',
    activeIngredient: 'A',
    toxicity: 'low',
    safetyIntervalDays: 7,
    doseMin: '1.00',
    doseMax: '2.00',
    doseUnitId: 0,
    targetCrops: 'Rice',
  } satisfies Record<(typeof AGRICULTURAL_FIELDS)[number], unknown>

  test.each(AGRICULTURAL_FIELDS)('that is a general one has no %s', async (field) => {
    const value = field === 'doseUnitId' ? kg : values[field]
    expect(refusal(await addProduct({ stockUnitId: kg, [field]: value }))).toEqual([400, 'error.input.invalid', [field]])
  })

  test.each([
    [{ ...pesticide, registrationNo: null }, 'registrationNo'],
    [{ ...pesticide, registrationNo: '  ' }, 'registrationNo'],
    [{ ...pesticide, safetyIntervalDays: null }, 'safetyIntervalDays'],
    [{ ...pesticide, doseMin: '2.00', doseMax: '1.99' }, 'doseMax'],
    [{ ...pesticide, doseMin: '100.00', doseMax: '99.00' }, 'doseMax'],
    [{ ...pesticide, doseMin: '1.00' }, 'doseUnitId'],
    [{ expiryFlag: 1 }, 'expiryFlag'],
    [{ pictures: Array.from({ length: 7 }, (_, at) => `/picture-${at}.png`) }, 'pictures'],
  ])('is refused beside the input: %o', async (given, field) => {
    expect(refusal(await addProduct({ stockUnitId: kg, doseUnitId: field === 'doseMax' ? kg : null, ...given }))).toEqual([
      400,
      'error.input.invalid',
      [field],
    ])
  })

  test('of the least and the most that the rules allow is taken as it is', async () => {
    const given = { ...pesticide, doseMin: '2.00', doseMax: '2.00', doseUnitId: kg, lotFlag: 1, expiryFlag: 1, shelfDays: 730 }
    expect((await addProduct({ stockUnitId: kg, ...given })).body).toMatchObject(given)
  })

  test('has exact ratios of units that are not its stock unit, and is one of those that are', async () => {
    const box = (await addUnit()).body.unitId
    const ratio = { purchaseUnitId: box, purchaseNumerator: 1000, purchaseDenominator: 64 }
    const same = { retailUnitId: kg, retailNumerator: 5, retailDenominator: 2 }
    const { body } = await addProduct({ stockUnitId: kg, ...ratio, ...same, shelfDays: 30 })
    expect(body).toMatchObject({ ...ratio, retailNumerator: 1, retailDenominator: 1, shelfDays: null })
    // A third can be counted and never taken out.
    for (const kind of ['purchase', 'retail']) {
      const third = { [`${kind}UnitId`]: box, [`${kind}Numerator`]: 1, [`${kind}Denominator`]: 3 }
      expect(refusal(await addProduct({ stockUnitId: kg, ...third }))).toEqual([400, 'error.input.invalid', [`${kind}Denominator`]])
      expect((await addProduct({ stockUnitId: kg, ...third, [`${kind}Numerator`]: 6 })).status).toBe(200)
    }
    const plain = (await addProduct({ stockUnitId: kg, purchaseNumerator: 9 })).body
    expect(plain).toMatchObject({ purchaseUnitId: null, purchaseNumerator: 1, purchaseDenominator: 1 })
  })
})

describe('limits of a store', () => {
  const save = (body: object, client = admin) => client.call(stockLimitCalls.save, { params: { t }, body: body as never })
  const list = async (storeId: number, client = admin) =>
    (await client.call(stockLimitCalls.page, { params: { t }, query: { storeId } })).body.content
  let productId: number
  beforeAll(async () => {
    const unitId = (await addUnit({ symbol: 'bag' })).body.unitId
    productId = (await addProduct({ stockUnitId: unitId, name: 'Feed' })).body.productId
  })

  test('are made, changed and ended, each by its version', async () => {
    const { storeId } = (await addStore()).body
    const made = (await save({ storeId, productId, minQuantity: '5', maxQuantity: '5' })).body
    expect(made).toMatchObject({ storeId, productId, productName: 'Feed', unit: 'bag', minQuantity: '5.00', maxQuantity: '5.00' })
    expect(await list(storeId)).toEqual([made])
    expect(refusal(await save({ storeId, productId, minQuantity: '1' }))).toEqual([409, 'error.record.taken', ['productId']])
    const changed = (await save({ ...made, minQuantity: null })).body
    expect(changed).toEqual({ ...made, minQuantity: null, objectVersionNumber: 2 })
    expect(refusal(await save(made))).toEqual([409, 'error.version.stale', []])
    const { stockLimitId } = made
    const end = (objectVersionNumber: number) =>
      admin.call(stockLimitCalls.remove, { params: { t }, body: { stockLimitId, objectVersionNumber } })
    expect(refusal(await end(1))).toEqual([409, 'error.version.stale', []])
    expect((await end(2)).body).toBe(1)
    expect((await end(2)).status).toBe(404)
    expect(await list(storeId)).toEqual([])
  })

  test.each([
    [{}, 'minQuantity'],
    [{ minQuantity: '5.00', maxQuantity: '4.99' }, 'maxQuantity'],
    [{ minQuantity: '0' }, 'minQuantity'],
    [{ maxQuantity: '100000' }, 'maxQuantity'],
    [{ maxQuantity: '1.234' }, 'maxQuantity'],
    [{ minQuantity: '1e3' }, 'minQuantity'],
  ])('are refused beside the input: %o', async (given, field) => {
    const { storeId } = (await addStore()).body
    expect(refusal(await save({ storeId, productId, ...given }))).toEqual([400, 'error.input.invalid', [field]])
    expect(await list(storeId)).toEqual([])
  })

  test('are of a product and a store of the tenant, and of a base that one sees', async () => {
    const mine = (await addStore()).body.storeId
    const theirs = (await addStore({ areaId: south })).body.storeId
    const limit = (await save({ storeId: theirs, productId, minQuantity: '1' })).body
    const northern = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'], areaIds: [north] })).login_name)
    expect(await list(theirs, northern)).toEqual([])
    expect((await save({ ...limit, minQuantity: '2' }, northern)).status).toBe(404)
    const ending = { params: { t }, body: { stockLimitId: limit.stockLimitId, objectVersionNumber: 1 } }
    expect((await northern.call(stockLimitCalls.remove, ending)).status).toBe(404)
    expect((await save({ storeId: mine, productId, minQuantity: '2' }, northern)).status).toBe(200)
    const elsewhere = (await build.aTenant()).id
    const unit = await build.insert('measure_unit', { tenant_id: elsewhere, name: 'Bag', symbol: 'bag', dimension: 'count' })
    const foreign = await build.insert('product', { tenant_id: elsewhere, name: 'X', product_type: 'general', stock_unit_id: unit.id })
    expect(refusal(await save({ storeId: mine, productId: foreign.id, minQuantity: '1' }))).toEqual([
      422,
      'error.record.unknown',
      ['productId'],
    ])
  })

  test('go with their store', async () => {
    const { storeId, objectVersionNumber } = (await addStore()).body
    await save({ storeId, productId, minQuantity: '1' })
    expect((await admin.call(store.calls.remove, { params: { t }, body: { storeId, objectVersionNumber } })).body).toBe(1)
    expect(await list(storeId)).toEqual([])
  })
})

test('a shop sells out of a store of its own base, and says so beside the input where it is of another', async () => {
  const there = (await addStore({ areaId: south })).body.storeId
  const add = (given: object) =>
    admin.call(shop.calls.create, { params: { t }, body: { name: fresh('Shop'), areaId: south, ...given } as never })
  const made = await add({ storeId: there })
  expect(made.status).toBe(200)
  expect(refusal(await add({ storeId: there, areaId: north }))).toEqual([400, 'error.input.invalid', ['storeId']])
  const moved = admin.call(shop.calls.update, { params: { t }, body: { ...made.body, areaId: north } as never })
  expect(refusal(await moved)).toEqual([400, 'error.input.invalid', ['storeId']])
})

test('a store that a shop sells from is not deleted, and who sees one base sees its stores and shops only', async () => {
  const { storeId, objectVersionNumber } = (await addStore({ areaId: south })).body
  const body = { name: 'Shop', areaId: south, storeId } as never
  expect((await admin.call(shop.calls.create, { params: { t }, body })).status).toBe(200)
  const removal = await admin.call(store.calls.remove, { params: { t }, body: { storeId, objectVersionNumber } })
  expect(refusal(removal)).toEqual([409, 'error.record.used', []])
  const northern = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'], areaIds: [north] })).login_name)
  for (const calls of [store.calls, shop.calls]) {
    const seen = (await northern.call(calls.page, { params: { t }, query: { size: 0 } })).body.content as { areaId: number }[]
    expect(seen.every(({ areaId }) => areaId === north)).toBe(true)
  }
})
