import { alarmLiveCalls } from '#contract/alarms/live'
import { liveCalls } from '#contract/devices/live'
import { call, orThrow } from '#src/api/call.ts'
import type { AlarmChange } from '#streams/alarms/openAlarms'
import type { PresenceChange } from '#streams/devices/presence'
import type { ReadingChange } from '#streams/devices/readings'
import { type SwitchChange, switchChangesOf } from '#streams/devices/switches'

export interface AreaSnapshots {
  readonly readings: () => Promise<ReadingChange[]>
  readonly switches: () => Promise<SwitchChange[]>
  readonly presence: () => Promise<PresenceChange[]>
  readonly alarms: () => Promise<AlarmChange[]>
}

/** The stored newest values and the open alarms of a base, as changes of its live tables. Each reads anew and rejects with a CallError. */
export function areaSnapshots(tenantId: number, areaId: number): AreaSnapshots {
  const read = (topic: 'readings' | 'switches' | 'presence') =>
    orThrow(call(liveCalls.snapshot, { params: { t: tenantId }, query: { areaId, topic } }, { quiet: true }))
  return {
    readings: async () => (await read('readings')).readings,
    switches: async () => {
      const { switches, commands } = await read('switches')
      return switchChangesOf({ v: switches, c: commands })
    },
    presence: async () => (await read('presence')).presence,
    alarms: async () =>
      (await orThrow(call(alarmLiveCalls.snapshot, { params: { t: tenantId }, query: { areaId } }, { quiet: true }))).alarms,
  }
}
