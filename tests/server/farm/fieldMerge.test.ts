import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Failure } from '#contract/core/failure'
import type { FieldConflict } from '#contract/core/resource'
import { activity, type Activity } from '#contract/farm/activity'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/core/idempotencyKey'
import { bodyOf, confirmed, decided, enqueued, newOperationId, nextOf, type Operation } from '#src/kept/operation.ts'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
let [office, one, other, reader]: Client[] = []
let t: number
let areaId: number
let landId: number
let workerId: number
const now = Date.UTC(2026, 4, 1)
const calls = activity.calls

const signIn = async (name: string, codes: readonly string[]) =>
  server.signIn((await build.aUser({ tenantId: t, codes, real_name: name })).login_name)
beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
  build = arrange(server.owner)
  t = (await build.aTenant()).id
  areaId = (await build.anArea({ tenant_id: t })).id
  landId = (await build.insert('land', { tenant_id: t, area_id: areaId, land_name: 'North', land_type: 'field' })).id
  workerId = (await build.insert('worker', { tenant_id: t, area_id: areaId, worker_type: 'regular', name: 'Wang' })).id
  office = await signIn('Office', ['*'])
  one = await signIn('Phone one', ['*'])
  other = await signIn('Phone two', ['*'])
  reader = await signIn('Reader', ['wfpf.farm.farm.activity'])
})
afterAll(() => server?.close())

const lawful = (given: object = {}) => ({ activityName: 'Walk', activityKind: 'observe', areaId, landId, doneAt: now - 60_000, ...given })
const made = async (given: object = {}) => {
  const { status, body } = await office!.call(calls.create, { params: { t }, body: lawful(given) as never })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
const read = async ({ activityId }: Activity) => (await office!.call(calls.get, { params: { t, id: activityId } })).body
const merge = (of: Activity, fields: object, basedOn: Readonly<Record<string, number>>, by = one!) =>
  by.call(calls.merge, { params: { t }, body: { activityId: of.activityId, fields: { ...fields }, basedOn } })
const typed = async (of: Activity, given: object, by = office!) => {
  const newest = await read(of)
  const { status, body } = await by.call(calls.update, { params: { t }, body: { ...newest, ...given } as never })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
const faultsOf = (answer: { body: unknown }) => Object.keys((answer.body as Failure).fields ?? {})

describe('fields that were written without network', () => {
  test('are written where nobody changed them since, and told of where somebody did, with who and both values', async () => {
    const first = await made({ machine: 'Tractor', remark: 'Dry' })
    await typed(first, { remark: 'Wet' })
    const { status, body } = await merge(first, { remark: 'Muddy', machine: 'Drone' }, { remark: 1, machine: 1 })
    expect(status).toBe(200)
    expect(body.record).toMatchObject({ remark: 'Wet', machine: 'Drone' })
    expect(body.conflicts).toEqual([
      { field: 'remark', mine: 'Muddy', theirs: 'Wet', version: 2, by: 'Office', at: expect.any(Number) as number },
    ])
    // Decided: what stands there was seen.
    const again = await merge(first, { remark: 'Muddy' }, { remark: body.conflicts[0]!.version })
    expect(again.body).toMatchObject({ record: { remark: 'Muddy' }, conflicts: [] })
  })

  test('are no conflict where both wrote the same, in lists and lines too', async () => {
    const first = await made({ workers: [{ workerId, hours: '2' }] })
    await typed(first, { remark: 'Wet ', workers: [{ workerId, hours: '3.5' }] })
    const same = await merge(first, { remark: 'Wet', workers: [{ workerId, hours: '3.5' }] }, {})
    expect(same.body.conflicts).toEqual([])
    const lines = await merge(first, { workers: [] }, { workers: 1 })
    expect(lines.body.conflicts.map(({ field, by }) => [field, by])).toEqual([['workers', 'Office']])
    expect((await read(first)).workers).toMatchObject([{ workerId, hours: '3.5' }])
    const newest = await read(first)
    const gone = await merge(first, { workers: [] }, { workers: newest.objectVersionNumber })
    expect(gone.body).toMatchObject({ conflicts: [], record: { workers: [] } })
  })

  test('keep every rule of the record, and nothing is written where one is broken', async () => {
    const first = await made({ remark: 'Dry' })
    expect(faultsOf(await merge(first, { remark: 'Wet', doneAt: now + 60_000 }, {}))).toEqual(['doneAt'])
    expect(faultsOf(await merge(first, { activityName: 'x'.repeat(100_000) }, {}))).toEqual(['activityName'])
    expect(faultsOf(await merge(first, { weather: 'fine' }, {}))).toEqual(['weather'])
    for (const name of ['constructor', 'toString', 'weatherOf'])
      expect([name, faultsOf(await merge(first, { remark: 'Wet', [name]: 1 }, { [name]: 1 }))]).toEqual([name, [name]])
    expect(await merge(first, JSON.parse('{"remark":"Wet","__proto__":{"remark":"x"}}') as object, {})).toMatchObject({ status: 400 })
    expect((await read(first)).remark).toBe('Dry')
    expect((await merge(first, { remark: 'Wet' }, {}, reader!)).status).toBe(403)
    expect((await merge({ ...first, activityId: 999_999 }, { remark: 'Wet' }, {})).status).toBe(404)
  })

  test('name a record of another tenant in vain', async () => {
    const first = await made()
    const stranger = (await build.aTenant()).id
    const user = await build.aUser({ tenantId: stranger, codes: ['*'] })
    const client = await server.signIn(user.login_name)
    const answer = await client.call(calls.merge, {
      params: { t: stranger },
      body: { activityId: first.activityId, fields: { remark: 'Ours' }, basedOn: {} },
    })
    expect(answer.status).toBe(404)
    expect((await read(first)).remark).toBeNull()
  })

  test('move no record into a base that its writer does not see, and one that stands there is told of to nobody else', async () => {
    const hidden = (await build.anArea({ tenant_id: t })).id
    const away = (await build.insert('land', { tenant_id: t, area_id: hidden, land_name: 'Far', land_type: 'field' })).id
    const user = await build.aUser({ tenantId: t, codes: ['*'], areaIds: [areaId] })
    const narrow = await server.signIn(user.login_name)
    const first = await made()
    expect(faultsOf(await merge(first, { areaId: hidden, landId: away }, { areaId: 9, landId: 9 }, narrow))).toEqual(['areaId'])
    expect(faultsOf(await merge(first, { landId: away }, { landId: 9 }, narrow))).toEqual(['landId'])
    expect(await read(first)).toMatchObject({ areaId, landId })
    await typed(first, { areaId: hidden, landId: away })
    expect((await merge(first, { remark: 'Seen' }, { remark: 1 }, narrow)).status).toBe(404)
    expect((await read(first)).remark).toBeNull()
  })

  test('are written once however often they are sent', async () => {
    const first = await made()
    const key = { [IDEMPOTENCY_KEY_HEADER]: newOperationId() }
    const send = () =>
      one!.call(calls.merge, { params: { t }, body: { activityId: first.activityId, fields: { remark: 'Once' }, basedOn: {} } }, key)
    expect((await send()).body.record).toMatchObject({ remark: 'Once', objectVersionNumber: 2 })
    await typed(first, { remark: 'Then the office' })
    expect((await send()).body.record).toMatchObject({ remark: 'Once', objectVersionNumber: 2 })
    expect(await read(first)).toMatchObject({ remark: 'Then the office', objectVersionNumber: 3 })
  })
})

const FIELDS = ['remark', 'machine', 'activityName'] as const
type FieldName = (typeof FIELDS)[number]
/** What a phone holds: what it read last with the version of that, and its queue. */
interface Phone {
  readonly client: Client
  record: Activity
  queue: readonly Operation[]
  reported: FieldConflict[]
}

/** An independent model: of each field the values that were accepted, one after another, and how far each phone had seen them. */
interface Model {
  readonly values: Map<FieldName, string[]>
  readonly seen: Map<FieldName, number>[]
  readonly pending: Map<FieldName, { value: string; seen: number }>[]
  conflicts: number[]
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      who: fc.constantFrom(0, 1, 2),
      does: fc.constant('write' as const),
      field: fc.constantFrom(...FIELDS),
      value: fc.constantFrom('a', 'b', 'c', 'd'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ who: fc.constantFrom(0, 1), does: fc.constantFrom('send' as const, 'lose' as const) }) },
  { weight: 1, arbitrary: fc.record({ who: fc.constantFrom(0, 1), does: fc.constant('decide' as const), mine: fc.boolean() }) },
)

test('two phones without network and an office agree in the end, whoever was when there: nothing accepted is lost, every conflict is told of once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const first = await made({ remark: 'o', machine: 'o', activityName: 'o' })
      const phones: Phone[] = [one!, other!].map((client) => ({ client, record: first, queue: [], reported: [] }))
      const model: Model = {
        values: new Map(FIELDS.map((name) => [name, ['o']])),
        seen: phones.map(() => new Map(FIELDS.map((name) => [name, 0]))),
        pending: phones.map(() => new Map()),
        conflicts: [0, 0],
      }
      const last = (name: FieldName) => model.values.get(name)!.at(-1)!

      const write = (who: number, fields: Readonly<Record<string, unknown>>, basedOn: Readonly<Record<string, number>>) => {
        const phone = phones[who]!
        phone.queue = enqueued(phone.queue, {
          id: newOperationId(),
          owner: `${who} ${t}`,
          kind: 'activity',
          record: first.activityId,
          idName: 'activityId',
          title: 'o',
          sending: { method: 'PUT', path: calls.merge.path, body: {}, when: null },
          deed: { does: 'edit', fields, basedOn },
          writtenAt: 0,
          left: false,
          trouble: null,
        })
      }
      /** One operation leaves; `lose`: its answer does not arrive, and it is sent again. */
      async function send(who: number, lose: boolean): Promise<boolean> {
        const phone = phones[who]!
        const next = nextOf(phone.queue)
        if (!next) return false
        phone.queue = phone.queue.map((each) => (each.id === next.id ? { ...each, left: true } : each))
        const post = () =>
          phone.client.call(calls.merge, { params: { t }, body: bodyOf(next) as never }, { [IDEMPOTENCY_KEY_HEADER]: next.id })
        if (lose) await post()
        const { status, body } = await post()
        expect(status).toBe(200)
        phone.reported.push(...body.conflicts)
        phone.queue = confirmed(phone.queue, next, {
          recordId: first.activityId,
          version: body.record.objectVersionNumber,
          conflicts: body.conflicts,
        })
        phone.record = body.record
        // The model: everything that waits is sent at once, since it was joined in one.
        for (const [name, { value, seen }] of model.pending[who]!) {
          const values = model.values.get(name)!
          if (value === last(name)) continue
          if (values.length - 1 > seen) model.conflicts[who]! += 1
          else values.push(value)
        }
        model.pending[who]!.clear()
        for (const name of FIELDS) model.seen[who]!.set(name, model.values.get(name)!.length - 1)
        return true
      }
      /** Decides all that two wrote, in one way. */
      function decide(who: number, mine: boolean) {
        const phone = phones[who]!
        for (const each of phone.queue.filter(({ trouble }) => trouble !== null)) {
          const { conflicts } = each.trouble as { conflicts: readonly FieldConflict[] }
          const kept = decided(each, new Set(mine ? conflicts.map(({ field }) => field) : []), newOperationId())
          phone.queue = phone.queue.flatMap((one_) => (one_ === each ? (kept ? [kept] : []) : [one_]))
          if (!mine) continue
          for (const { field, mine: value, version } of conflicts) {
            // Whoever decides has seen what stood there when it was told.
            const name = field as FieldName
            model.pending[who]!.set(name, { value: value as string, seen: seenAt.get(`${name} ${version}`)! })
          }
        }
      }
      const seenAt = new Map<string, number>()
      const remember = async () => {
        const newest = await read(first)
        for (const name of FIELDS) seenAt.set(`${name} ${newest.objectVersionNumber}`, model.values.get(name)!.length - 1)
      }
      await remember()

      for (const each of steps) {
        if (each.does === 'write' && each.who === 2) {
          await typed(first, { [each.field]: each.value })
          if (each.value !== last(each.field)) model.values.get(each.field)!.push(each.value)
        } else if (each.does === 'write') {
          // While something has to be decided, a person decides first.
          if (phones[each.who]!.queue.some(({ trouble }) => trouble !== null)) decide(each.who, false)
          const seen = model.pending[each.who]!.get(each.field)?.seen ?? model.seen[each.who]!.get(each.field)!
          write(each.who, { [each.field]: each.value }, { [each.field]: phones[each.who]!.record.objectVersionNumber })
          model.pending[each.who]!.set(each.field, { value: each.value, seen })
        } else if (each.does === 'decide') decide(each.who, each.mine)
        else await send(each.who, each.does === 'lose')
        await remember()
      }
      for (const who of [0, 1]) {
        for (;;) {
          while (await send(who, false)) await remember()
          if (phones[who]!.queue.length === 0) break
          decide(who, true)
        }
      }
      const end = await read(first)
      for (const phone of phones) phone.record = (await phone.client.call(calls.get, { params: { t, id: first.activityId } })).body
      for (const name of FIELDS) {
        expect(end[name]).toBe(last(name))
        expect(phones.map(({ record }) => record[name])).toEqual([end[name], end[name]])
      }
      expect(phones.map(({ reported }) => reported.length)).toEqual(model.conflicts)
    }),
    { numRuns: 60 },
  )
}, 120_000)
