import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFarm, type Farm, startFarm } from '../broker/farm.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

const stored = (deviceId: number) =>
  farm.query<{ value: number | null }>(
    'select r.value from furrow.reading r join furrow.item i on i.id = r.item_id where i.device_id = $1 order by r.ts, r.place',
    [deviceId],
  )

const MESSAGE = 1000
const AHEAD_MS = 3_600_000
const forms: [string, (from: number) => unknown[]][] = [
  ['three arrays of 1,000 without a time', (from) => [Array.from({ length: MESSAGE }, (_, at) => ({ flow: from + at }))]],
  ['three arrays of 1,000 equal ones without a time', () => [Array.from({ length: MESSAGE }, () => ({ flow: 7 }))]],
  ['3,000 messages without a time', (from) => Array.from({ length: MESSAGE }, (_, at) => ({ flow: from + at }))],
  [
    'three arrays of a device whose clock is an hour ahead',
    (from) => [Array.from({ length: MESSAGE }, (_, at) => ({ ts: Date.now() + AHEAD_MS + from + at, values: { flow: from + at } }))],
  ],
]

describe('all that was acknowledged is stored, in the order of its arrival', () => {
  test.each(forms)('%s', async (_, messages) => {
    const { device, topic } = await aFarm(farm)
    const client = await farm.device(device)
    const sent = [0, 1, 2].flatMap((one) => messages(one * MESSAGE))
    await Promise.all(sent.map((payload) => client.publishAsync(topic('readings'), JSON.stringify(payload), { qos: 1 })))
    const values = sent
      .flat()
      .map((entry) => (entry as { values?: { flow: number }; flow: number }).values?.flow ?? (entry as { flow: number }).flow)
    expect((await stored(device.id)).map(({ value }) => value)).toEqual(values)
    const [item] = await farm.query<{ last_value: number }>('select last_value from furrow.item where device_id = $1', [device.id])
    expect(item!.last_value).toBe(values.at(-1))
  })
})
