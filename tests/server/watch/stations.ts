import type pg from 'pg'
import type { FlowDefinition } from '#contract/flows/definition'
import { commandTopic, stateTopic } from '#contract/devices/protocol'
import { arrange } from '../arrange.ts'
import type { ChildServer } from '../faults/childServer.ts'

/** A circuit that was not at rest, from when to when, ms UTC; null while it is not. */
export interface Opened {
  readonly circuit: string
  readonly at: number
  closedAt: number | null
}

/** A station of many valves that has no clock of its own: what it opens it closes when it is told, and at no other time. */
export async function aStation(owner: pg.Pool, place: { tenant_id: number; area_id: number }, circuits: number) {
  const build = arrange(owner)
  const device = await build.aDevice({ ...place, device_type: 'gateway' })
  const switches = await Promise.all(
    Array.from({ length: circuits }, (_, nth) =>
      build.aSwitch({ ...place, device_id: device.id, circuit: nth + 1, status: 0, status_at: 1 }),
    ),
  )
  const states: Record<number, number> = Object.fromEntries(switches.map((_, nth) => [nth + 1, 0]))
  const opened: Opened[] = []
  const of = { tenantId: place.tenant_id, eui: device.eui }

  /** Speaks to a server until that is gone. */
  async function connect(server: ChildServer): Promise<void> {
    const client = await server.device(device)
    const tell = (payload: object) => client.publishAsync(stateTopic.of(of), JSON.stringify(payload), { qos: 1 }).catch(() => undefined)
    client.on('message', (_topic, payload) => {
      const { circuit, status } = JSON.parse(payload.toString()) as { circuit: number; status: number }
      const name = `${device.id}/${circuit}`
      if (status !== 0 && states[circuit] === 0) opened.push({ circuit: name, at: Date.now(), closedAt: null })
      if (status === 0) for (const one of opened) if (one.circuit === name) one.closedAt ??= Date.now()
      states[circuit] = status
      void tell({ [circuit]: status })
    })
    await client.subscribeAsync(commandTopic.of({ ...of, commandId: '+' }), { qos: 1 })
    await tell(states)
  }
  return { device, switches, opened, connect }
}

/** An enabled flow with its version. */
export async function anEnabledFlow(
  owner: pg.Pool,
  place: { tenant_id: number; area_id: number },
  name: string,
  definition: FlowDefinition,
) {
  const build = arrange(owner)
  const text = JSON.stringify(definition) as never
  const flow = await build.insert('flow', { ...place, name, definition: text, enabled_flag: 1 })
  await build.insert('flow_version', { tenant_id: place.tenant_id, flow_id: flow.id, version: 1, name, definition: text, saved_at: 1 })
  return flow.id
}
