import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Farm, startFarm } from './farm.ts'
import { aSpeaker, rowsOf } from './foreignThings.ts'

const document = readFileSync(new URL('../../../docs/foreign-protocols.md', import.meta.url), 'utf8')
const examples = [...document.matchAll(/^```sh\n(.*?)^```$/gms)].map((found) => found[1]!)
const installed = (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, 'mosquitto_pub')))

// Debian's package mosquitto-clients; .ci/run installs it.
describe.skipIf(!installed)(`the examples of docs/foreign-protocols.md${installed ? '' : ' (skipped: no mosquitto_pub)'}`, () => {
  let farm: Farm
  beforeAll(async () => {
    farm = await startFarm()
  })
  afterAll(() => farm?.close())
  const run = (example: string, token: string) => {
    expect(example).toContain('-h localhost -p 1883')
    const here = example.replaceAll('-h localhost -p 1883', `-h 127.0.0.1 -p ${farm.mqttPort}`)
    return promisify(execFile)('sh', ['-e', '-c', here], { env: { ...process.env, TOKEN: token } })
  }

  test('are one of each protocol', () => expect(examples).toHaveLength(2))

  test('an uplink of ChirpStack is read', async () => {
    const { token, node } = await aSpeaker(farm, 'chirpstack', { a840410001810001: {} })
    await run(examples[0]!, token)
    expect(await rowsOf(farm).values(node.id)).toEqual({ temperature: 21.5, signal: -61, snr: 9.25 })
  })

  test('the birth of an edge node is read', async () => {
    const { token, device } = await aSpeaker(farm, 'sparkplug', {})
    await run(examples[1]!, token)
    const kept = rowsOf(farm)
    await expect.poll(() => kept.values(device.id)).toEqual({ Level: 1.5 })
  })
})
