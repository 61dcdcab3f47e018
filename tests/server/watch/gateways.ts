import mqtt from 'mqtt'
import { childrenReadingsTopic } from '#contract/devices/protocol'
import { DEVICE_SECRET } from '../arrange.ts'

interface Said {
  readonly at: number
  readonly values: Readonly<Record<string, number>>
}

/**
 * A gateway that speaks for its devices: what was not acknowledged it keeps, in order, and says it again to whichever server is there (`port`, the
 * newest). What it says while one message is under way goes with the next one.
 */
export function aGateway(of: { tenantId: number; eui: string }, port: () => number) {
  let waiting: Record<string, Said[]> = {}
  let stopped = false
  const isDone = () => stopped && Object.keys(waiting).length === 0

  async function speakTo(client: mqtt.MqttClient, gone: Promise<false>): Promise<void> {
    let next: Record<string, Said[]> = {}
    while (client.connected && !isDone()) {
      ;[next, waiting] = [waiting, {}]
      if (Object.keys(next).length === 0) {
        await new Promise((resolve) => setTimeout(resolve, 5))
        continue
      }
      const payload = Object.fromEntries(
        Object.entries(next).map(([eui, said]) => [eui, said.map(({ at: ts, values }) => ({ ts, values }))]),
      )
      const sent = client.publishAsync(childrenReadingsTopic.of(of), JSON.stringify(payload), { qos: 1 }).then(
        () => true,
        () => false,
      )
      if (await Promise.race([sent, gone])) continue
      for (const [eui, said] of Object.entries(next)) waiting[eui] = [...said, ...(waiting[eui] ?? [])]
      return
    }
  }
  async function speak(): Promise<void> {
    while (!isDone()) {
      const client = mqtt.connect(`mqtt://127.0.0.1:${port()}`, {
        username: `${of.tenantId}/${of.eui}`,
        password: DEVICE_SECRET,
        protocolVersion: 4,
        reconnectPeriod: 0,
      })
      client.on('error', () => undefined)
      const gone = new Promise<false>((resolve) => client.once('close', () => resolve(false)))
      const isOpen = await Promise.race([new Promise<true>((resolve) => client.once('connect', () => resolve(true))), gone])
      if (isOpen) await speakTo(client, gone)
      await client.endAsync(true)
      if (!isOpen) await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const spoken = speak()
  return {
    say: (eui: string, at: number, values: Said['values']) => void (waiting[eui] ??= []).push({ at, values }),
    /** Resolves once all that was said is acknowledged. */
    async stop() {
      stopped = true
      await spoken
    },
  }
}
