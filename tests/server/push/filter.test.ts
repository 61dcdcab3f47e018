import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aPushFarm, type PushFarm, sentBy } from './aPushFarm.ts'

let farm: PushFarm
let devices: (Awaited<ReturnType<PushFarm['aDevice']>> & { area_id: number; device_type: string })[]
beforeAll(async () => {
  farm = await aPushFarm()
  const other = await farm.build.anArea({ tenant_id: farm.tenant.id })
  devices = await Promise.all([farm.area, farm.area, other].map((area) => farm.aDevice({ tenant: farm.tenant, area })))
})
afterAll(() => farm?.close())

const CODES = ['air', 'soil', 'light']
const said = fc.record({ device: fc.nat({ max: 2 }), code: fc.constantFrom(...CODES), value: fc.integer({ min: -9, max: 9 }) })
const filter = fc.record({
  areas: fc.subarray([0, 2]),
  devices: fc.subarray([0, 1, 2]),
  codes: fc.subarray(CODES),
})

test(
  'what a receiver has is what its filter lets through of what is stored, in the order of each device',
  { timeout: 120_000 },
  async () => {
    let nth = 0
    await fc.assert(
      fc.asyncProperty(fc.array(said, { maxLength: 12 }), filter, fc.integer({ min: 1, max: 5 }), async (words, given, batchSize) => {
        const path = `/run/${nth++}`
        const areaIds = given.areas.map((at) => devices[at]!.area_id)
        const deviceIds = given.devices.map((at) => devices[at]!.id)
        const target = await farm.add({ name: path, address: farm.service.url(path), areaIds, deviceIds, codes: given.codes, batchSize })
        for (const { device, code, value } of words) await devices[device]!.say({ [code]: value })

        const holds = <One>(list: readonly One[], one: One) => list.length === 0 || list.includes(one)
        const model = words
          .map(({ device, code, value }) => ({ deviceId: devices[device]!.id, areaId: devices[device]!.area_id, code, value }))
          .filter((one) => holds(areaIds, one.areaId) && holds(deviceIds, one.deviceId) && holds(given.codes, one.code))
        await vi.waitFor(async () => expect(await farm.figures(target.id)).toMatchObject({ delivered: model.length, waiting: 0 }), {
          timeout: 10_000,
          interval: 20,
        })
        const got = farm.service.calls
          .filter((call) => call.path === path)
          .flatMap((call) => sentBy(call).records.map(({ deviceId, areaId, code, value }) => ({ deviceId, areaId, code, value })))
        expect(got).toEqual(model)
        await farm.server.owner.query('delete from furrow.push_target where id = $1', [target.id])
      }),
      { numRuns: 15 },
    )
  },
)
