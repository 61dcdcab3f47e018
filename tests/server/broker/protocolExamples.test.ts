import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hashSecret } from '#server/ground/broker/secret'
import { type Farm, startFarm } from './farm.ts'

const document = readFileSync(new URL('../../../docs/device-protocol.md', import.meta.url), 'utf8')
const examples = [...document.matchAll(/^```sh\n(.*?)^```$/gms)].map((found) => found[1]!)
const installed = (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, 'mosquitto_pub')))

// Debian's package mosquitto-clients; .ci/run installs it.
describe.skipIf(!installed)(
  `the examples of docs/device-protocol.md${installed ? '' : ' (skipped: mosquitto_pub is not installed)'}`,
  () => {
    let farm: Farm
    let deviceId: number
    let gatewayId: number
    beforeAll(async () => {
      farm = await startFarm()
      const { insert, anArea, aDevice } = farm.build
      await insert('tenant', { id: 1, name: 'Demo', num: 'DEMO' })
      const area = await anArea({ tenant_id: 1 })
      deviceId = (
        await aDevice({
          tenant_id: 1,
          area_id: area.id,
          eui: 'demo-gateway-1',
          demo: true,
          secret_hash: hashSecret('furrow-demo-gateway-1'),
        })
      ).id
      const demo = (eui: string, parent_id?: number) =>
        aDevice({ tenant_id: 1, area_id: area.id, eui, demo: true, parent_id, secret_hash: hashSecret(`furrow-${eui}`) })
      gatewayId = (await demo('demo-lorawan-gateway-1')).id
      for (const eui of ['demo-soil-1', 'demo-valve-1']) await demo(eui, gatewayId)
      for (const eui of ['demo-lamp-1', 'demo-valve-2']) await demo(eui)
    })
    afterAll(() => farm?.close())

    const run = (example: string) => {
      // The lines stand as they are; only host and port are those of this run's broker.
      const here = example.replaceAll('-h localhost -p 1883', `-h 127.0.0.1 -p ${farm.mqttPort}`)
      return promisify(execFile)('sh', ['-e', '-c', here])
    }

    test('there are examples', () => {
      expect(examples.length).toBeGreaterThanOrEqual(6)
      for (const example of examples) expect(example).toContain('-h localhost -p 1883')
    })

    test.each(examples.map((example) => [example.trim().replaceAll(/\s+/g, ' ').slice(0, 160), example]))('%s', async (_, example) => {
      await expect(run(example)).resolves.toBeDefined()
    })

    test('and the farm has what they said', async () => {
      const items = await farm.query<{ code: string; last_value: number | null }>(
        'select code, last_value from furrow.item where device_id = $1 order by code',
        [deviceId],
      )
      expect(items).toEqual([
        { code: 'ph', last_value: 7.2 },
        { code: 'soilMoisture1', last_value: 31.2 },
        { code: 'soilMoisture2', last_value: null },
        { code: 'temperature', last_value: 21.4 },
      ])
      expect(await farm.query('select circuit, status from furrow.switch where device_id = $1 order by circuit', [deviceId])).toEqual([
        { circuit: 1, status: 1 },
        { circuit: 2, status: 0 },
      ])
      await vi.waitFor(async () =>
        expect(await farm.query('select presence from furrow.device where id = $1', [deviceId])).toEqual([{ presence: 'online' }]),
      )
      expect(await farm.query('select reason, notes from furrow.rejected_message where device_id = $1', [deviceId])).toEqual([])
    })

    test('and so have the devices of which a gateway spoke', async () => {
      const items = await farm.query<{ eui: string; code: string; last_value: number | null }>(
        'select d.eui, i.code, i.last_value from furrow.item i join furrow.device d on d.id = i.device_id where d.parent_id = $1 or d.id = $1 order by 1, 2',
        [gatewayId],
      )
      expect(items).toEqual([
        { eui: 'demo-lorawan-gateway-1', code: 'signal', last_value: -71 },
        { eui: 'demo-soil-1', code: 'soilMoisture1', last_value: 28.4 },
        { eui: 'demo-soil-1', code: 'soilMoisture2', last_value: 31.2 },
        { eui: 'demo-valve-1', code: 'flow', last_value: 1.6 },
      ])
      expect(
        await farm.query('select 1 from furrow.switch s join furrow.device d on d.id = s.device_id where d.parent_id = $1', [gatewayId]),
      ).toHaveLength(1)
      expect(await farm.query('select reason from furrow.rejected_message where device_id = $1', [gatewayId])).toEqual([])
    })
  },
)
