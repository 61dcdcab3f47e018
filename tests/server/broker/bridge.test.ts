import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { REASON } from '#machines/devices/commandLane'
import * as events from './chirpstackEvents.ts'
import { APPLICATION } from './chirpstackEvents.ts'
import { type Farm, startFarm } from './farm.ts'
import { aCircuit, ask, aSpeaker, rowsOf } from './foreignThings.ts'

const document = readFileSync(new URL('../../../docs/foreign-protocols.md', import.meta.url), 'utf8')
const asWritten = /^```\n(connection furrow\n.*?)^```$/ms.exec(document)![1]!
const program = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin'].map((folder) => join(folder, 'mosquitto')).find(existsSync)

const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

// Debian's package mosquitto; .ci/run installs it.
describe.skipIf(program === undefined)(
  `a ChirpStack that speaks MQTT 5 alone, behind the Mosquitto of docs/foreign-protocols.md${program ? '' : ' (skipped: no mosquitto)'}`,
  () => {
    let farm: Farm
    const folder = mkdtempSync(join(tmpdir(), 'furrow-bridge-'))
    const running: ChildProcess[] = []
    beforeAll(async () => {
      farm = await startFarm()
    })
    afterAll(async () => {
      for (const child of running) child.kill()
      await farm?.close()
      rmSync(folder, { recursive: true, force: true })
    })

    /** A Mosquitto with the bridge as it stands in the document, and a client of it that speaks MQTT 5. */
    async function aMosquitto(token: string): Promise<MqttClient> {
      const port = await freePort()
      const config = join(folder, `${port}.conf`)
      const bridge = asWritten.replaceAll('<this host>:1883', `127.0.0.1:${farm.mqttPort}`).replaceAll('<token>', token)
      expect(bridge).not.toContain('<')
      // It would give up its rights to a user that need not be there.
      writeFileSync(config, `user root\nlistener ${port} 127.0.0.1\nallow_anonymous true\n${bridge}`)
      const child = spawn(program!, ['-c', config], { stdio: 'ignore' })
      running.push(child)
      const client = mqtt.connect(`mqtt://127.0.0.1:${port}`, { protocolVersion: 5, reconnectPeriod: 100 })
      client.on('error', () => undefined)
      onTestFinished(() => client.endAsync(true))
      await vi.waitFor(() => expect(client.connected).toBe(true), { timeout: 10_000 })
      return client
    }

    test('its uplinks are read, its nodes are commanded, and txack and ack come back', { timeout: 60_000 }, async () => {
      const eui = 'a8404100018b0001'
      const valve = aCircuit({
        params: { 0: '0100', 1: '0101' },
        key: 'valve',
        shows: { 0: ['closed'], 1: ['open'] },
        port: 10,
        confirmed: true,
      })
      const speaker = await aSpeaker(farm, 'chirpstack', { [eui]: { circuits: [valve] } })
      const client = await aMosquitto(speaker.token)
      const topic = `application/${APPLICATION}/device/${eui}`
      const say = (kind: string, event: unknown) => client.publishAsync(`${topic}/event/${kind}`, JSON.stringify(event), { qos: 1 })
      const got: { id: string; data: string }[] = []
      client.on('message', (_topic, payload) => void got.push(JSON.parse(payload.toString()) as (typeof got)[number]))
      await client.subscribeAsync('application/+/device/+/command/down', { qos: 1 })
      const of = rowsOf(farm)
      const patience = { timeout: 15_000 }
      await say('up', events.up(eui, Date.now(), { object: { temperature: 21.5, valve: 'closed' } }))
      await vi.waitFor(async () => expect(await of.values(speaker.node.id)).toMatchObject({ temperature: 21.5 }), patience)

      const { commandId } = await ask(farm, speaker.tenant.id, speaker.node.id, 1)
      await vi.waitFor(
        () => expect(got).toMatchObject([{ id: commandId, devEui: eui, confirmed: true, fPort: 10, data: 'AQE=' }]),
        patience,
      )
      await say('txack', events.txack(eui, Date.now(), commandId))
      await vi.waitFor(async () => expect(await of.command(commandId)).toEqual({ state: 'sent', message: REASON.radioed }), patience)
      await say('ack', events.ack(eui, Date.now(), commandId, true))
      await say('up', events.up(eui, Date.now(), { object: { valve: 'open' } }))
      await vi.waitFor(async () => expect((await of.command(commandId)).state).toBe('observed'), patience)
      expect(await of.states(speaker.node.id)).toEqual({ 1: 1 })
    })
  },
)
