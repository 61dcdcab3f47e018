import mqtt from 'mqtt'
import { expect, vi } from 'vitest'
import type { SwitchKind } from '#contract/devices/switchKind'
import type { FlowDefinition, Step } from '#contract/flows/definition'
import { flowCalls } from '#contract/flows/flow'
import { flowRunCalls } from '#contract/flows/run'
import { DEVICE_SECRET } from '../arrange.ts'
import { inbox } from '../broker/farm.ts'
import type { Farm } from '../devices/farmOfDevices.ts'

export const soon = <T>(look: () => Promise<T> | T) => vi.waitFor(look, { timeout: 20_000, interval: 50 })

export const flowOf = (steps: Step[], more: Partial<FlowDefinition> = {}): FlowDefinition => ({
  triggers: [],
  only: null,
  steps,
  whileRunning: 'skip',
  maxSeconds: 600,
  ...more,
})
export const open = (switchId: number, runSeconds = 300): Step => ({
  kind: 'command',
  target: { kind: 'switch', switchId },
  status: 1,
  runSeconds,
  onFail: 'stop',
})

/** Flows of a farm, and devices that speak as any device does. */
export function flowsOf(farm: Farm) {
  const clients: mqtt.MqttClient[] = []
  const t = farm.t

  /** A device with one circuit; an obedient one does what it is told. */
  async function aValve(more: { type?: string; kind?: SwitchKind; obeys?: boolean } = {}) {
    const place = { tenant_id: t, area_id: farm.north.id }
    const device = await farm.build.aDevice({ ...place, device_type: more.type ?? 'tzgk_electric_valve' })
    const one = await farm.build.aSwitch({
      ...place,
      device_id: device.id,
      circuit: 1,
      kind: more.kind ?? 'ordinary',
      status: 0,
      status_at: 1,
    })
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${farm.mqttPort}`, {
      username: `${t}/${device.eui}`,
      password: DEVICE_SECRET,
      protocolVersion: 4,
      reconnectPeriod: 0,
    })
    clients.push(client)
    const got = inbox<{ id: string; circuit: number; status: number; run?: number }>(client)
    const tell = (what: string, payload: unknown) =>
      client.publishAsync(`furrow/${t}/${device.eui}/${what}`, JSON.stringify(payload), { qos: 1 })
    if (more.obeys ?? true)
      client.on('message', (_topic, payload) => {
        const { status } = JSON.parse(payload.toString()) as { status: number }
        // What is under way when the test ends is of no account.
        tell('state', { 1: status }).catch(() => undefined)
      })
    await client.subscribeAsync(`furrow/${t}/${device.eui}/commands/+`, { qos: 1 })
    const status = async () =>
      (await farm.owner.query<{ status: number }>('select status from furrow.switch where id = $1', [one.id])).rows[0]!.status
    const commands = async () =>
      (
        await farm.owner.query<{ status: number; state: string; cause: string; priority: string }>(
          'select status, state, cause, priority from furrow.command where device_id = $1 order by created_at, id',
          [device.id],
        )
      ).rows
    return { device, switchId: one.id, got, client, status, commands, reads: (values: object) => tell('readings', values) }
  }

  async function aFlow(definition: FlowDefinition, more: { name?: string; groupId?: number | null; enabled?: boolean } = {}) {
    const { body: flow } = await farm.admin.call(flowCalls.add, {
      params: { t },
      body: { areaId: farm.north.id, name: more.name ?? 'Water', note: '', groupId: more.groupId ?? null, definition },
    })
    if (more.enabled ?? true) expect((await enable(flow.id)).status).toBe(200)
    return flow.id
  }
  const enable = (id: number, enabledFlag = 1) => farm.admin.call(flowCalls.enable, { params: { t, id }, body: { enabledFlag } })
  const get = async (id: number) => (await farm.admin.call(flowCalls.get, { params: { t, id } })).body
  const start = async (id: number) => (await farm.admin.call(flowCalls.run, { params: { t, id } })).body
  const run = async (id: number) => (await farm.admin.call(flowRunCalls.get, { params: { t, id } })).body
  const runsOf = async (flowId: number) =>
    (await farm.admin.call(flowRunCalls.page, { params: { t }, query: { areaId: farm.north.id, flowId } })).body.content
  const ended = (id: number) =>
    soon(async () => {
      const found = await run(id)
      expect(['success', 'failed', 'skipped']).toContain(found.state)
      return found
    })
  /** The item of a quantity that a device has spoken of. */
  const itemOf = (deviceId: number, code: string) =>
    soon(async () => {
      const { rows } = await farm.owner.query<{ id: number }>('select id from furrow.item where device_id = $1 and code = $2', [
        deviceId,
        code,
      ])
      expect(rows).toHaveLength(1)
      return rows[0]!.id
    })
  return {
    aValve,
    aFlow,
    enable,
    get,
    start,
    run,
    runsOf,
    ended,
    itemOf,
    close: () => Promise.all(clients.map((one) => one.endAsync(true))),
  }
}
