import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { definitionCalls } from '#contract/approvals/definition'
import { totalOf } from '#contract/core/document'
import { aplionform } from '#contract/inventory/aplionform'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
let t: number
let areaId: number
let otherArea: number
let applicant: Client
let colleague: Client
let reader: Client
let approver: Client
/** 2026-03-10 23:30 in Shanghai. */
const now = Date.UTC(2026, 2, 10, 15, 30)

const line = (quantity = '2', price = '3.5') => ({ productName: 'Tomato seed', unit: 'bag', quantity, price })
const input = (more: object = {}) => ({ areaId, title: 'Seeds for spring', lines: [line()], ...more })
const create = (body: object, who = applicant) => who.call(aplionform.calls.create, { params: { t }, body })
const get = (id: number, who = applicant) => who.call(aplionform.calls.get, { params: { t, id } })
const list = async (query: Record<string, unknown>, who = applicant) =>
  (await who.call(aplionform.calls.page, { params: { t }, query })).body
const act = (name: 'submit' | 'withdraw' | 'resubmit', id: number, objectVersionNumber: number, who = applicant) =>
  who.call(aplionform.calls[name], { params: { t, id }, body: { objectVersionNumber } })
const update = (id: number, objectVersionNumber: number, more: object = {}, who = applicant) =>
  who.call(aplionform.calls.update, { params: { t, id }, body: { ...input(more), objectVersionNumber } })
const remove = (id: number, objectVersionNumber: number, who = applicant) =>
  who.call(aplionform.calls.remove, { params: { t, id }, query: { objectVersionNumber } })

beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
  build = arrange(server.owner)
  t = (await build.aTenant()).id
  areaId = (await build.anArea({ tenant_id: t, area_name: 'North' })).id
  otherArea = (await build.anArea({ tenant_id: t })).id
  const someone = async (codes: string[], areaIds: number[] | null, name: string) =>
    build.aUser({ tenantId: t, codes, areaIds, real_name: name })
  const all = Object.values(aplionform.codes)
  applicant = await server.signIn((await someone(all, null, 'Ap Plicant')).login_name)
  colleague = await server.signIn((await someone(all, [areaId], 'Col League')).login_name)
  reader = await server.signIn((await someone([aplionform.codes.read], [otherArea], 'Rea Der')).login_name)
  const boss = await someone(['*'], null, 'Bo Ss')
  approver = await server.signIn(boss.login_name)
  await approver.call(definitionCalls.save, {
    params: { t },
    body: {
      formCode: 'aplionform',
      name: 'A flow',
      basedOn: 0,
      nodes: [{ id: 'a', name: 'Boss', kind: 'OR', who: { by: 'user', userIds: [boss.id] } }],
    },
  })
})
afterAll(() => server?.close())

const taskOf = async (processId: number) =>
  (
    await server.owner.query<{ id: number }>(`select id from furrow.approval_task where instance_id = $1 and state = 'PENDING'`, [
      processId,
    ])
  ).rows[0]!.id
const decide = async (verdict: 'approve' | 'reject', processId: number) => {
  const taskId = await taskOf(processId)
  await approver.raw('PUT', `/wfpf/v1/${t}/approval-task/${verdict}/${taskId}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ taskId }),
  })
}

describe('a purchase application', () => {
  test('is made as a draft with a number of its own, its day in the tenant’s zone, and derived totals', async () => {
    const { status, body } = await create(
      input({ lines: [line('2', '3.5'), line('0.33', '0.5')], neededBy: '2026-04-01', remark: ' soon ' }),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      auditStatus: 'draft',
      areaName: 'North',
      applicantName: 'Ap Plicant',
      lineCount: 2,
      total: '7.17',
      neededBy: '2026-04-01',
      remark: 'soon',
      objectVersionNumber: 1,
      processId: null,
      submittedAt: null,
      actions: ['edit', 'delete', 'submit'],
    })
    expect(body.code).toMatch(/^PA20260310\d{4}$/)
    expect(body.lines.map(({ quantity, price, amount }) => [quantity, price, amount])).toEqual([
      ['2.00', '3.50', '7.00'],
      ['0.33', '0.50', '0.17'],
    ])
    const made = await Promise.all(Array.from({ length: 8 }, () => create(input())))
    expect(new Set(made.map((one) => one.body.code)).size).toBe(8)
  })

  test('that asks for a product is named as it is, in the unit in which it is bought; words alone say their own unit', async () => {
    const unit = (name: string) => build.insert('measure_unit', { tenant_id: t, name, symbol: name, dimension: 'mass' })
    const [kg, sack] = [await unit('kg'), await unit('sack')]
    const bought = { purchase_unit_id: sack.id, purchase_numerator: 51, purchase_denominator: 2 }
    const product = (given: object) =>
      build.insert('product', { tenant_id: t, product_type: 'general', stock_unit_id: kg.id, specification: 'fine', ...given })
    const [lime, salt, off] = [
      await product({ name: 'Lime', ...bought }),
      await product({ name: 'Salt' }),
      await product({ name: 'Off', enabled_flag: 0 }),
    ]
    const asked = (productId: number) => ({ ...line('2', '3'), productId, productName: 'as typed', unit: null })
    const { body } = await create(input({ lines: [asked(lime.id), asked(salt.id), line('4')] }))
    expect(body.lines.map((one) => [one.productName, one.specification, one.unit, one.quantity, one.planned, one.stockUnit])).toEqual([
      ['Lime', 'fine', 'sack', '2.00', '51.000000', 'kg'],
      ['Salt', 'fine', 'kg', '2.00', '2.000000', 'kg'],
      ['Tomato seed', null, 'bag', '4.00', '4.000000', 'bag'],
    ])
    for (const [one, at] of [
      [asked(off.id), 'lines.0.productId'],
      [{ ...line(), unit: ' ' }, 'lines.0.unit'],
    ] as const) {
      const { status, body: refused } = await create(input({ lines: [one] }))
      expect([status, Object.keys(refused.fields ?? {})]).toEqual([400, [at]])
    }
  })

  test.each([['0'], ['0.00'], ['-1'], ['1.234'], ['99999.01'], ['100000'], ['1e3'], ['01'], [' 1'], ['1.'], ['.5'], ['NaN'], ['']])(
    'refuses the amount %j as quantity and as price, and says so in words',
    async (amount) => {
      for (const [field, bad] of [
        ['quantity', line(amount)],
        ['price', line('1', amount)],
      ] as const) {
        const { status, body } = await create(input({ lines: [line(), bad] }))
        expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [`lines.1.${field}`]])
        expect(body.fields?.[`lines.1.${field}`]).toBeTruthy()
      }
    },
  )

  test('takes every amount from 0.01 to 99999, and its total is the same in the contract and in the database', async () => {
    const hundredths = fc
      .oneof(fc.constantFrom(1, 9_999_900), fc.integer({ min: 1, max: 9_999_900 }))
      .map((count) => (count / 100).toFixed(2))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(hundredths, hundredths), { minLength: 1, maxLength: 6 }), async (pairs) => {
        const lines = pairs.map(([quantity, price]) => line(quantity, price))
        const { body } = await create(input({ lines }))
        expect(body.total).toBe(totalOf(aplionform, lines))
        expect(body.lines.map(({ quantity, price }) => [quantity, price])).toEqual(pairs)
      }),
      { numRuns: 40 },
    )
  })

  test('is for a base of the tenant in which the caller may make one', async () => {
    const foreign = await build.anArea({ tenant_id: (await build.aTenant()).id })
    for (const [area, who] of [
      [foreign.id, applicant],
      [otherArea, colleague],
    ] as const) {
      const { status, body } = await create(input({ areaId: area }), who)
      expect([status, body.code]).toEqual([422, 'error.document.areaUnknown'])
    }
  })

  test('is changed as a whole, by its version', async () => {
    const { id } = (await create(input())).body
    const { body } = await update(id, 1, { title: 'Other', lines: [line('1', '1'), line('2', '2')] })
    expect(body).toMatchObject({ title: 'Other', total: '5.00', lineCount: 2, objectVersionNumber: 2 })
    expect((await update(id, 1)).body.code).toBe('error.version.stale')
    expect((await remove(id, 1)).status).toBe(409)
    const races = await Promise.all([1, 2, 3].map(() => update(id, 2, { title: 'Raced' })))
    expect(races.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  test('keeps a line that names its id, wherever it stands and whatever is in it; others go and come', async () => {
    const made = (await create(input({ lines: [line('1', '1'), line('2', '2'), line('3', '3')] }))).body
    const [first, second, third] = made.lines.map(({ id }) => id)
    const lines = [{ ...line('9', '3'), id: third }, line('4', '4'), { ...line('1', '1'), id: first }]
    const { body } = await update(made.id, 1, { lines })
    expect(body.lines.map(({ id, quantity }) => [id, quantity])).toEqual([
      [third, '9.00'],
      [expect.any(Number), '4.00'],
      [first, '1.00'],
    ])
    expect(made.lines.map(({ id }) => id)).not.toContain(body.lines[1]!.id)
    // Of another document, of one that is gone, or named twice.
    const other = (await create(input())).body.lines[0]!.id
    for (const ids of [[other], [second], [first, first]]) {
      const refused = await update(made.id, 2, { lines: ids.map((id) => ({ ...line(), id })) })
      expect([refused.status, refused.body.code]).toEqual([422, 'error.document.lineUnknown'])
    }
    expect((await get(made.id)).body.lines).toEqual(body.lines)
  })

  test('goes nowhere without a line', async () => {
    const { id } = (await create(input({ lines: [] }))).body
    expect((await act('submit', id, 1)).body.code).toBe('error.document.noLines')
    expect((await get(id)).body.auditStatus).toBe('draft')
  })
})

describe('its life', () => {
  test('draft, submitted, withdrawn, submitted, rejected, changed, submitted again, approved: with what may be done at each step', async () => {
    const { id } = (await create(input())).body
    const at = async () => (await get(id)).body
    const first = (await act('submit', id, 1)).body
    expect(first).toMatchObject({ auditStatus: 'submitted', actions: ['withdraw'] })
    expect(first.submittedAt).toBe(now)
    // Nothing changes under an approver's eyes.
    expect((await update(id, first.objectVersionNumber)).body.code).toBe('error.document.state')
    expect((await remove(id, first.objectVersionNumber)).body.code).toBe('error.document.state')
    expect((await act('submit', id, first.objectVersionNumber)).body.code).toBe('error.document.state')
    const back = (await act('withdraw', id, first.objectVersionNumber)).body
    expect(back).toMatchObject({ auditStatus: 'draft', actions: ['edit', 'delete', 'submit'] })
    expect((await act('resubmit', id, back.objectVersionNumber)).body.code).toBe('error.document.state')
    const second = (await act('submit', id, back.objectVersionNumber)).body
    expect(second.processId).toBe(first.processId)
    await decide('reject', second.processId!)
    expect(await at()).toMatchObject({ auditStatus: 'rejected', actions: ['edit', 'delete', 'resubmit'] })
    const mended = (await update(id, (await at()).objectVersionNumber, { title: 'Mended' })).body
    const third = (await act('resubmit', id, mended.objectVersionNumber)).body
    expect(third).toMatchObject({ auditStatus: 'submitted', title: 'Mended' })
    await decide('approve', third.processId!)
    const end = await at()
    expect(end).toMatchObject({ auditStatus: 'approved', progress: 'none', actions: ['close'] })
    for (const answer of [
      update(id, end.objectVersionNumber),
      remove(id, end.objectVersionNumber),
      act('withdraw', id, end.objectVersionNumber),
    ]) {
      expect((await answer).body.code).toBe('error.document.state')
    }
  })

  test('is submitted by its applicant alone, and once, however often it is asked', async () => {
    const { id } = (await create(input())).body
    expect((await act('submit', id, 1, colleague)).body.code).toBe('error.approval.notApplicant')
    const answers = await Promise.all([1, 2, 3, 4].map(() => act('submit', id, 1)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const { rows } = await server.owner.query('select 1 from furrow.approval_instance where tenant_id = $1 and third_id = $2', [t, id])
    expect(rows).toHaveLength(1)
  })

  test('a deleted one is gone from every list, and its number stays its own', async () => {
    const made = (await create(input())).body
    const { processId, objectVersionNumber } = (await act('submit', made.id, 1)).body
    await decide('reject', processId!)
    expect((await remove(made.id, objectVersionNumber + 1)).body).toBe(1)
    expect((await get(made.id)).status).toBe(404)
    expect((await list({ code: made.code })).totalElements).toBe(0)
    const processes = await applicant.raw('GET', `/wfpf/v1/${t}/approval-process/query/page?search=${made.code}`)
    expect(await processes.json()).toMatchObject({ totalElements: 0 })
    expect((await create(input())).body.code).not.toBe(made.code)
  })
})

describe('the list', () => {
  test('is filtered by code, status, base, applicant and days of the tenant’s zone', async () => {
    const made = async (at: number, more: object = {}) => {
      const { body } = await create(input(more))
      // When a row was made is nobody's to change, and so its trigger rests.
      await server.owner.query(`begin; set local session_replication_role = replica;
        update furrow.document set created_at = ${at} where id = ${body.id}; commit`)
      return body
    }
    // In Shanghai the last minute of June 1 and the first of June 2.
    const last = await made(Date.UTC(2026, 5, 1, 15, 59))
    const next = await made(Date.UTC(2026, 5, 1, 16, 0), { areaId: otherArea })
    const codes = async (query: Record<string, unknown>) => (await list({ size: 0, ...query })).content.map(({ code }) => code)
    expect(await codes({ startDate: '2026-06-01', endDate: '2026-06-01' })).toEqual([last.code])
    expect(await codes({ startDate: '2026-06-02' })).toEqual([next.code])
    expect(await codes({ startDate: '2026-06-01', areaId: otherArea })).toEqual([next.code])
    expect(await codes({ code: next.code.slice(2).toLowerCase() })).toEqual([next.code])
    expect(await codes({ applicant: 'ap pl', auditStatus: 'draft', startDate: '2026-06-01' })).toEqual([next.code, last.code])
    expect(await codes({ applicantId: next.applicantId, auditStatus: 'approved', startDate: '2026-06-01' })).toEqual([])
    expect(await codes({ code: '%' })).toEqual([])
    expect((await applicant.raw('GET', `/wfpf/v1/${t}/purchase-application?startDate=2026-02-30`)).status).toBe(400)
  })

  test('holds the own ones, those of bases in which the code is held, and those one is asked about', async () => {
    const here = (await create(input())).body
    const there = (await create(input({ areaId: otherArea }))).body
    const ids = async (who: Client) => new Set((await list({ size: 0 }, who)).content.map(({ id }) => id))
    expect((await ids(reader)).has(here.id)).toBe(false)
    expect((await ids(reader)).has(there.id)).toBe(true)
    expect((await ids(colleague)).has(there.id)).toBe(false)
    expect((await get(there.id, colleague)).status).toBe(404)
    // Reading is not acting.
    expect((await remove(there.id, 1, reader)).status).toBe(403)
    expect((await update(here.id, 1, {}, colleague)).status).toBe(200)
  })
})
