import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startIngest, type TestIngest } from './anIngest.ts'

let ingest: TestIngest
beforeAll(async () => {
  ingest = await startIngest({ clock: Date.now })
  await ingest.database.owner.query(`
    create function furrow.refuse_poison() returns trigger language plpgsql as $$
    begin if new.value = 666 then raise exception 'no' using errcode = '22000'; end if; return new; end $$;
    create trigger refuse_poison before insert on furrow.reading for each row execute function furrow.refuse_poison()`)
})
afterAll(() => ingest?.close())

const CHILDREN = 6
/** Of one device in a message: readings, nonsense, or what the database will not take; `foreign` is of a device that is not the gateway's. */
const word = fc.record({
  child: fc.integer({ min: 0, max: CHILDREN - 1 }),
  kind: fc.constantFrom('good', 'good', 'good', 'poison', 'text', 'notJson', 'foreign'),
  readings: fc.integer({ min: 1, max: 4 }),
})

test('whatever gateways say side by side: of each device exactly what it said well is stored, and the rest is counted where it belongs', async () => {
  let value = 1000
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(word, { maxLength: 8 }), { minLength: 1, maxLength: 6 }), async (messages) => {
      const gateway = await ingest.gateway(CHILDREN)
      const stored = new Map<string, number[]>()
      const refused = new Map<string, number>()
      const refuse = (eui: string, count: number) => refused.set(eui, (refused.get(eui) ?? 0) + count)
      const texts = messages.map((words) => {
        const entries = words.map(({ child, kind, readings }) => {
          const eui = kind === 'foreign' ? `stranger-${child}` : `child-${child}`
          const values = Array.from({ length: readings }, () => value++)
          const entry = values.map((one) => ({ [`v${one % 3}`]: one }) as Record<string, unknown>)
          if (kind === 'good') stored.set(eui, [...(stored.get(eui) ?? []), ...values])
          else refuse(kind === 'foreign' ? gateway.eui : eui, kind === 'notJson' ? 1 : kind === 'text' ? 1 : readings)
          if (kind === 'poison') entry[0] = { v0: 666 }
          if (kind === 'text') {
            entry[0] = { v0: 'wet' }
            stored.set(eui, [...(stored.get(eui) ?? []), ...values.slice(1)])
          }
          return `${JSON.stringify(eui)}:${kind === 'notJson' ? '{"a":tru}' : JSON.stringify(entry)}`
        })
        return `{${entries.join(',')}}`
      })
      await Promise.all(texts.map((text) => ingest.sayOfMany(gateway, text)))
      const rows = await ingest.query<{ eui: string; value: number }>(
        `select d.eui, r.value from furrow.reading r join furrow.item i on i.id = r.item_id join furrow.device d on d.id = i.device_id
         where d.tenant_id = $1 order by r.value`,
        [gateway.tenantId],
      )
      expect(Map.groupBy(rows, ({ eui }) => eui)).toEqual(
        new Map(
          [...stored]
            .filter(([, values]) => values.length > 0)
            .map(([eui, values]) => [eui, values.toSorted((a, b) => a - b).map((one) => ({ eui, value: one }))]),
        ),
      )
      const counted = await ingest.query<{ eui: string; n: number }>(
        `select d.eui, sum(c.n)::int as n from furrow.rejected_count c join furrow.device d on d.id = c.device_id where d.tenant_id = $1 group by 1`,
        [gateway.tenantId],
      )
      expect(new Map(counted.map(({ eui, n }) => [eui, n]))).toEqual(refused)
    }),
    { numRuns: 25 },
  )
}, 60_000)

test.each([
  ['a byte order mark', '\uFEFF{"child-0":{"a":1},"child-1":{"a":2}}'],
  ['NULs behind it', '{"child-0":{"a":1},"child-1":{"a":2}}\0\0'],
  ['names whose quotes a shell took away', '{child-0:{a:1},child-1:{a:2}}'],
])('a message of a gateway is read with %s as one of a device is', async (_, text) => {
  const gateway = await ingest.gateway(2)
  await ingest.sayOfMany(gateway, text)
  const rows = await ingest.query<{ value: number }>('select value from furrow.reading where tenant_id = $1 order by value', [
    gateway.tenantId,
  ])
  expect(rows.map(({ value }) => value)).toEqual([1, 2])
  expect(await ingest.query('select from furrow.rejected_count where tenant_id = $1', [gateway.tenantId])).toEqual([])
})
