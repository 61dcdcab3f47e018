import fc from 'fast-check'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RejectedNote } from '#contract/devices/rejectedNote'
import { aConsole, aFarm, type Farm, inbox, startFarm } from '../broker/farm.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

const HOUR = 3_600_000
const stored = (deviceId: number) =>
  farm.query<{ code: string; ts: number; value: number | null }>(
    'select i.code, r.ts, r.value from furrow.reading r join furrow.item i on i.id = r.item_id where i.device_id = $1 order by i.code, r.ts',
    [deviceId],
  )
const rejected = (deviceId: number) =>
  farm.query<{ reason: string; notes: RejectedNote[]; detail: string; payload: string; topic: string }>(
    'select reason, notes, detail, payload, topic from furrow.rejected_message where device_id = $1 order by id',
    [deviceId],
  )
const dirty = (deviceId: number) =>
  farm.query<{ item_id: number; hour: number }>(
    'select d.item_id, d.hour from furrow.rollup_dirty d join furrow.item i on i.id = d.item_id where i.device_id = $1',
    [deviceId],
  )
async function aSender(options: object = {}) {
  const made = await aFarm(farm)
  const client = await farm.device(made.device, options)
  const say = (payload: unknown, rest = 'readings') =>
    client.publishAsync(made.topic(rest), typeof payload === 'string' ? payload : JSON.stringify(payload), { qos: 1 })
  return { ...made, client, say }
}

describe('a reading', () => {
  test('without a time is stored under the server clock before it is acknowledged, and its item appears', async () => {
    const { device, tenant, area, say } = await aSender()
    const before = Date.now()
    await say({ temperature: 21.4 })
    const [row] = await stored(device.id)
    expect(row).toMatchObject({ code: 'temperature', value: 21.4 })
    expect(row!.ts).toBeGreaterThanOrEqual(before)
    expect(row!.ts).toBeLessThanOrEqual(Date.now())
    expect(
      await farm.query('select code, unit, icon, name, area_id, tenant_id, last_ts, last_value from furrow.item where device_id = $1', [
        device.id,
      ]),
    ).toEqual([
      {
        code: 'temperature',
        unit: '°C',
        icon: 'thermometer',
        name: null,
        area_id: area.id,
        tenant_id: tenant.id,
        last_ts: row!.ts,
        last_value: 21.4,
      },
    ])
    expect(await dirty(device.id)).toMatchObject([{ hour: row!.ts - (row!.ts % HOUR) }])
  })

  test('with a time, several values, null and any double comes back as it was sent', async () => {
    const { device, say } = await aSender()
    const ts = Date.now() - 1000
    const values = { a: 0.1, b: -0, c: 1e300, d: null, e: 5e-324, 'f.1_x-y': 123456789.123 }
    await say({ ts, values })
    expect(await stored(device.id)).toEqual(
      Object.entries(values).map(([code, value]) => ({ code, ts, value: value === 0 ? expect.closeTo(0) : value })),
    )
  })

  test('an array is a backfill: the item keeps the newest value, whatever the order, and the hours are marked', async () => {
    const { device, say } = await aSender()
    const now = Date.now()
    const hours = [3, 0, 2, 1, 30 * 24, 400 * 24]
    await say(hours.map((ago) => ({ ts: now - ago * HOUR, values: { ph: ago } })))
    expect(await stored(device.id)).toHaveLength(hours.length)
    expect(await farm.query('select last_ts, last_value from furrow.item where device_id = $1', [device.id])).toEqual([
      { last_ts: now, last_value: 0 },
    ])
    expect(await dirty(device.id)).toHaveLength(hours.length)
    await say({ ts: now - 5 * HOUR, values: { ph: 5 } })
    expect(await farm.query('select last_value from furrow.item where device_id = $1', [device.id])).toEqual([{ last_value: 0 }])
  })

  test('at QoS 0 and at QoS 2 is stored too', async () => {
    const { device, client, topic } = await aSender()
    await client.publishAsync(topic('readings'), '{"ts":1800000000000,"values":{"a":1}}'.replace('1800000000000', String(Date.now())), {
      qos: 0,
    })
    await client.publishAsync(topic('readings'), '{"b":1}', { qos: 2 })
    await vi.waitFor(async () => expect(await stored(device.id)).toHaveLength(2))
  })

  test('several of one millisecond without a time stay several', async () => {
    const { device, say } = await aSender()
    await Promise.all(Array.from({ length: 40 }, (_, value) => say({ flow: value })))
    expect((await stored(device.id)).map(({ value }) => value).toSorted((a, b) => a! - b!)).toEqual(
      Array.from({ length: 40 }, (_, value) => value),
    )
  })

  test('a mark that the roll-up job has taken is set again by the next reading of that hour', async () => {
    const { device, say } = await aSender()
    const ts = Date.now() - 2 * HOUR
    await say({ ts, values: { a: 1 } })
    const [mark] = await dirty(device.id)
    await farm.query('update furrow.rollup_horizon set version = version + 1, hour = $1', [mark!.hour])
    await farm.query('delete from furrow.rollup_dirty where item_id = $1', [mark!.item_id])
    await say({ ts: ts + 1, values: { a: 2 } })
    expect(await dirty(device.id)).toEqual([mark])
  })

  test('reaches the open page of its base, the newest value of each item', async () => {
    const { device, tenant, area, say } = await aSender()
    const page = await farm.console(aConsole(farm, { [tenant.id]: {} }))
    const frames = inbox<{ v: [number, number, number][]; seq: number; start: number }>(page)
    await page.subscribeAsync(`live/${tenant.id}/${area.id}/readings`)
    const now = Date.now()
    await say([
      { ts: now, values: { a: 2 } },
      { ts: now - 5, values: { a: 1 } },
    ])
    const [item] = await farm.query<{ id: number }>('select id from furrow.item where device_id = $1', [device.id])
    await vi.waitFor(() => expect(frames.map(({ v }) => v)).toEqual([[[item!.id, now, 2]]]))
    await say({ ts: now - 10, values: { a: 0 } })
    await say({ ts: now + 1, values: { a: 3 } })
    await vi.waitFor(() => expect(frames.map(({ v }) => v[0]![2])).toEqual([2, 3]))
    expect(frames.map(({ seq }) => seq)).toEqual([1, 2])
  })
})

describe('what cannot be used is kept with its reason, and acknowledged', () => {
  test.each<[string, unknown, string, RejectedNote]>([
    ['no JSON', '{"temperature":21', 'notJson', { code: 'jsonAt', place: 18 }],
    ['words', 'warm', 'notJson', { code: 'jsonToken', token: 'w' }],
    ['nothing', '', 'notJson', { code: 'jsonEnds' }],
    ['a number alone', '21.4', 'shape', { code: 'object', said: { kind: 'number', text: '21.4' } }],
    ['an array in an array', '[[]]', 'shape', { code: 'object', said: { kind: 'array', text: '' } }],
    ['a time without values', { ts: 1, temperature: 3 }, 'shape', { code: 'valuesWanted' }],
    ['a time that is text', { ts: '2026-01-01', values: { a: 1 } }, 'shape', { code: 'ts', said: { kind: 'text', text: '2026-01-01' } }],
    ['text', { temperature: 'warm' }, 'notNumber', { code: 'stateElsewhere', name: 'temperature', said: { kind: 'text', text: 'warm' } }],
    ['a truth value', { pump: true }, 'notNumber', { code: 'stateElsewhere', name: 'pump', said: { kind: 'flag', text: 'true' } }],
    ['an object as a value', { a: { b: 1 } }, 'notNumber', { code: 'number', name: 'a', said: { kind: 'object', text: '' } }],
    ['a number beyond doubles', '{"a":1e999}', 'notNumber', { code: 'number', name: 'a', said: { kind: 'tooLarge', text: '' } }],
    ['a name with a space', { 'soil moisture': 1 }, 'itemName', { code: 'itemName', name: 'soil moisture' }],
    ['a name of 65 letters', { ['x'.repeat(65)]: 1 }, 'itemName', { code: 'itemName', name: 'x'.repeat(65) }],
    ['more than 1,000 entries', Array.from({ length: 1001 }, () => ({ a: 1 })), 'tooMany', { code: 'entries', count: 1001, limit: 1000 }],
    ['no time at all', { ts: 0, values: { a: 1 } }, 'tooOld', { code: 'tooOld', at: 0 }],
    [
      'a time in microseconds',
      { ts: 1_764_000_000_000_000, values: { a: 1 } },
      'tooOld',
      { code: 'microseconds', ts: 1_764_000_000_000_000 },
    ],
    ['a time in nanoseconds', { ts: 1.764e18, values: { a: 1 } }, 'tooOld', { code: 'nanoseconds', ts: 1.764e18 }],
    ['a time in seconds', { ts: 1_764_000_000, values: { a: 1 } }, 'tooOld', { code: 'seconds', ts: 1_764_000_000 }],
  ])('%s', async (_, payload, reason, note) => {
    const { device, say, topic } = await aSender()
    await say(payload)
    const rows = await rejected(device.id)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ reason, topic: topic('readings'), notes: [note], detail: '' })
    expect(await stored(device.id)).toEqual([])
  })

  test.each<[string, string, Record<string, number>, readonly string[]]>([
    ['no number beside a good one', '{"humidity":63,"temperature":nan}', { humidity: 63 }, ['notNumber']],
    ['every word for no number', '{"a":NaN,"b":-Infinity,"c":+inf,"d":4}', { d: 4 }, ['notNumber']],
    ['a byte order mark', '\uFEFF{"a":1}', { a: 1 }, []],
    ['a NUL behind it', '{"a":1}\0\0', { a: 1 }, []],
    ['names whose quotes a shell took away', '{temperature:42, soil_1 : 7}', { temperature: 42, soil_1: 7 }, []],
    ['the same with a time', '{ts:1764000000001,values:{a:1}}', { a: 1 }, []],
    ['words in a text', '{"nan":1,"say":"{nan:1}"}', { nan: 1 }, ['notNumber']],
  ])('what cannot be meant otherwise is taken: %s', async (_, payload, values, reasons) => {
    const { device, say } = await aSender()
    await say(payload)
    expect(Object.fromEntries((await stored(device.id)).map(({ code, value }) => [code, value]))).toEqual(values)
    expect((await rejected(device.id)).map(({ reason }) => reason)).toEqual(reasons)
  })

  test.each(['{temperature:warm}', '{"a":0x5F}', '{"a":1,}', '{"a":1}{"b":2}', "{'a':1}", '{a:1', 'nan nan'])(
    'what may be meant in two ways is none: %s',
    async (payload) => {
      const { device, say } = await aSender()
      await say(payload)
      expect(await stored(device.id)).toEqual([])
      expect((await rejected(device.id)).map(({ reason }) => reason)).toEqual(['notJson'])
    },
  )

  test('one bad value does not cost the good ones beside it', async () => {
    const { device, say } = await aSender()
    await say([{ ts: Date.now(), values: { a: 1, b: 'x', c: 3 } }, 7])
    expect((await stored(device.id)).map(({ code }) => code)).toEqual(['a', 'c'])
    expect((await rejected(device.id)).map(({ reason }) => reason)).toEqual(['notNumber', 'shape'])
  })

  test('what is older than five years among what is present is told, and costs nothing else', async () => {
    const { device, say } = await aSender()
    const now = Date.now()
    const old = now - 6 * 365 * 24 * HOUR
    await say([
      { ts: old, values: { a: 1, b: 1 } },
      { ts: now, values: { a: 2 } },
    ])
    expect((await stored(device.id)).map(({ code, ts, value }) => [code, ts, value])).toEqual([['a', now, 2]])
    expect(await rejected(device.id)).toMatchObject([
      {
        reason: 'tooOld',
        notes: [
          { code: 'tooOld', at: old },
          { code: 'tooOld', at: old },
        ],
      },
    ])
    // What is not kept takes no place among the items.
    expect(await farm.query('select code from furrow.item where device_id = $1', [device.id])).toEqual([{ code: 'a' }])
  })

  test('the same again is harmless; another value at the same time is rejected and the first stays', async () => {
    const { device, say } = await aSender()
    const ts = Date.now()
    await say({ ts, values: { a: 1, b: null } })
    await say({ ts, values: { a: 1, b: null } })
    expect(await rejected(device.id)).toEqual([])
    await say({ ts, values: { a: 2, b: null } })
    await say([
      { ts: ts + 1, values: { a: 5 } },
      { ts: ts + 1, values: { a: 6 } },
    ])
    expect((await stored(device.id)).map(({ value }) => value)).toEqual([1, 5, null])
    expect(await rejected(device.id)).toMatchObject([
      { reason: 'duplicate', notes: [{ code: 'duplicate', name: 'a', at: ts, first: 1, second: 2 }] },
      { reason: 'duplicate' },
    ])
    expect(await farm.query(`select last_value from furrow.item where device_id = $1 and code = 'a'`, [device.id])).toEqual([
      { last_value: 5 },
    ])
  })

  test('text that no database keeps is kept as near as can be', async () => {
    const { device, say } = await aSender()
    await say('{"a":"\u0000"} \u0000 \uD800')
    await say(String.raw`{"a\u0000\ud800":"\u0000\udc00"}`)
    expect(await rejected(device.id)).toMatchObject([{}, { notes: [{ name: 'a\uFFFD\uFFFD', said: { text: '\uFFFD\uFFFD' } }] }])
  })

  test('at most 1,000 are kept of a device, the newest', { timeout: 30_000 }, async () => {
    const { device, say } = await aSender()
    await Promise.all(Array.from({ length: 1100 }, (_, at) => say(`bad ${at}`)))
    const rows = await rejected(device.id)
    expect(rows).toHaveLength(1000)
    expect(rows.at(-1)!.payload).toBe('bad 1099')
  })

  test('a device has at most 500 items', async () => {
    const { device, say } = await aSender()
    await say(Object.fromEntries(Array.from({ length: 510 }, (_, at) => [`i${at}`, at])))
    expect(await stored(device.id)).toHaveLength(500)
    expect((await rejected(device.id))[0]).toMatchObject({ reason: 'tooMany' })
  })
})

describe('states', () => {
  const switches = (deviceId: number) =>
    farm.query<{ circuit: number; status: number; kind: string }>(
      'select circuit, status, kind from furrow.switch where device_id = $1 order by circuit',
      [deviceId],
    )
  test('make switches when they are first seen, move them after, and are seen on the live topic', async () => {
    const { device, tenant, area, say } = await aSender()
    const page = await farm.console(aConsole(farm, { [tenant.id]: {} }))
    const frames = inbox<{ v: [number, number, number][] }>(page)
    await page.subscribeAsync(`live/${tenant.id}/${area.id}/switches`)
    await say({ 1: 1, 2: 0, 64: 2 }, 'state')
    expect(await switches(device.id)).toEqual([
      { circuit: 1, status: 1, kind: 'ordinary' },
      { circuit: 2, status: 0, kind: 'ordinary' },
      { circuit: 64, status: 2, kind: 'ordinary' },
    ])
    await say({ 1: 0 }, 'state')
    expect((await switches(device.id))[0]).toMatchObject({ status: 0 })
    await vi.waitFor(() => expect(frames.flatMap(({ v }) => v).map((row) => row[2])).toEqual([1, 0, 2, 0]))
  })
  test('of an aerator are pumps', async () => {
    const made = await aFarm(farm, { device_type: 'aerator_ii' })
    const client = await farm.device(made.device)
    await client.publishAsync(made.topic('state'), '{"1":1}', { qos: 1 })
    expect(await switches(made.device.id)).toMatchObject([{ kind: 'aerator' }])
  })
  test.each([['{"0":1}'], ['{"65":1}'], ['{"a":1}'], ['{"1":3}'], ['{"1":true}'], ['{"1":1.5}']])(
    '%s names no circuit or status',
    async (payload) => {
      const { device, say } = await aSender()
      await say(payload, 'state')
      expect(await rejected(device.id)).toMatchObject([{ reason: 'circuit' }])
      expect(await switches(device.id)).toEqual([])
    },
  )
})

test(
  'any interleaving, redelivery and order of messages ends in the same rows: the first value of a moment wins',
  { timeout: 60_000 },
  async () => {
    const base = Date.now() - HOUR
    const entry = fc.record({
      item: fc.constantFrom('a', 'b', 'c'),
      at: fc.integer({ min: 0, max: 3 }),
      value: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(null)),
    })
    const message = fc.record({
      sender: fc.integer({ min: 0, max: 2 }),
      entries: fc.array(entry, { maxLength: 5 }),
      again: fc.integer({ min: 0, max: 2 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 12 }), fc.boolean(), async (messages, waits) => {
        const made = await aFarm(farm)
        const senders: MqttClient[] = await Promise.all([0, 1, 2].map(() => farm.device(made.device)))
        const expected = new Map<string, number | null>()
        const told: Promise<unknown>[] = []
        for (const { sender, entries, again } of messages) {
          const payload = JSON.stringify(entries.map(({ item, at, value }) => ({ ts: base + at, values: { [item]: value } })))
          // Only an acknowledged message has a place in the order that others follow.
          for (let time = 0; time <= again; time++)
            told.push(senders[waits ? sender : 0]!.publishAsync(made.topic('readings'), payload, { qos: 1 }))
          if (waits) await Promise.all(told.splice(0))
          for (const { item, at, value } of entries) if (!expected.has(`${item} ${base + at}`)) expected.set(`${item} ${base + at}`, value)
        }
        await Promise.all(told)
        const rows = await stored(made.device.id)
        expect(new Map(rows.map(({ code, ts, value }) => [`${code} ${ts}`, value]))).toEqual(expected)
        expect(rows).toHaveLength(expected.size)
        for (const code of ['a', 'b', 'c']) {
          const newest = rows.filter((row) => row.code === code).at(-1)
          const [item] = await farm.query('select last_ts, last_value from furrow.item where device_id = $1 and code = $2', [
            made.device.id,
            code,
          ])
          expect(item).toEqual(newest ? { last_ts: newest.ts, last_value: newest.value } : undefined)
        }
        await Promise.all(senders.map((client) => client.endAsync(true)))
      }),
      { numRuns: 25 },
    )
  },
)
