import mqtt from 'mqtt'
import type { CommandPriority } from '#contract/devices/command'
import { emergencyStopCalls } from '#contract/devices/emergencyStop'
import { manualHoldCalls } from '#contract/devices/manualHold'
import { switchCalls } from '#contract/devices/switch'
import { switchSet } from '#contract/devices/verbs'
import type { Asker } from '#server/ground/commandDesk'
import { DEVICE_SECRET } from '../arrange.ts'
import { inbox } from '../broker/farm.ts'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import type { Client } from '../harness.ts'

export const FLOW: Asker = { by: 'flow', name: 'Watering', userId: null }

/** A farm, and devices with circuits in it as MQTT clients. */
export async function startStations(options: Parameters<typeof startFarm>[0] = {}) {
  const farm = await startFarm(options)
  const clients: mqtt.MqttClient[] = []
  return {
    ...farm,
    aStation: (given: StationOptions = {}) => aStation(farm, clients, given),
    press: (areaId: number, aerators = false, by: Client = farm.admin) =>
      by.call(emergencyStopCalls.press, { params: { t: farm.t }, body: { areaId, aerators } }),
    lift: (areaId: number, by: Client = farm.admin) => by.call(emergencyStopCalls.lift, { params: { t: farm.t, areaId } }),
    stops: async (by: Client = farm.admin) => (await by.call(emergencyStopCalls.list, { params: { t: farm.t } })).body,
    async close() {
      for (const client of clients) await client.endAsync(true)
      await farm.close()
    },
  }
}
export type Stations = Awaited<ReturnType<typeof startStations>>

interface StationOptions {
  readonly type?: string
  readonly area?: { readonly id: number }
  readonly status?: number
}

async function aStation(farm: Farm, clients: mqtt.MqttClient[], { type = 'gateway', area = farm.north, status = 0 }: StationOptions) {
  const device = await farm.build.aDevice({ tenant_id: farm.t, area_id: area.id, device_type: type })
  const kind = type === 'aerator_ii' ? 'aerator' : 'ordinary'
  const parts = { tenant_id: farm.t, area_id: area.id, device_id: device.id }
  const one = await farm.build.aSwitch({ ...parts, circuit: 1, kind, status, status_at: 1 })
  return {
    device,
    parts,
    one,
    /** What it is told; with `obeys` it does so, and says so. */
    async connect({ obeys = false }: { obeys?: boolean } = {}) {
      const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${farm.mqttPort}`, {
        username: `${farm.t}/${device.eui}`,
        password: DEVICE_SECRET,
        protocolVersion: 4,
        reconnectPeriod: 0,
      })
      clients.push(client)
      const got = inbox<{ id: string; circuit: number; status: number; verb?: string }>(client)
      const tell = (what: string, payload: unknown) =>
        client.publishAsync(`furrow/${farm.t}/${device.eui}/${what}`, JSON.stringify(payload), { qos: 1 })
      if (obeys)
        client.on('message', (_, payload) => {
          const { circuit, status: wanted } = JSON.parse(String(payload)) as { circuit: number; status: number }
          void tell('state', { [circuit]: wanted }).catch(() => undefined)
        })
      await client.subscribeAsync(`furrow/${farm.t}/${device.eui}/commands/+`, { qos: 1 })
      return { got, client, says: (said: number) => tell('state', { 1: said }), reads: (values: object) => tell('readings', values) }
    },
    turn: async (sw: number, given: { holdSeconds?: number } = {}, by: Client = farm.admin) =>
      (
        await by.call(switchCalls.control, {
          params: { t: farm.t },
          body: { switchId: one.id, sw, eui: device.eui, circuit: 1, ...given },
        })
      ).body,
    ask: (status: number, asker: Asker = FLOW, priority: CommandPriority = 'flow') =>
      farm.services.desk.request({
        tenantId: farm.t,
        deviceId: device.id,
        verb: switchSet,
        args: { circuit: 1, status },
        asker,
        priority,
      }),
    log: async () =>
      (await farm.admin.call(switchCalls.log, { params: { t: farm.t }, query: { switchId: one.id } })).body.content.map(
        ({ status: aim, state, cause, causeName, message, priority }) => ({ status: aim, state, cause, causeName, message, priority }),
      ),
    status: async () =>
      (await farm.owner.query<{ status: number }>('select status from furrow.switch where id = $1', [one.id])).rows[0]!.status,
    hold: async (seconds: number, by: Client = farm.admin) =>
      by.call(manualHoldCalls.set, { params: { t: farm.t, switchId: one.id }, body: { seconds } }),
    holds: async (by: Client = farm.admin) =>
      (await by.call(manualHoldCalls.list, { params: { t: farm.t }, query: { areaId: area.id, deviceId: device.id } })).body,
  }
}
