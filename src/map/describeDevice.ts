import type { AlarmSeverity } from '#contract/alarms/severity'
import { judge } from '#contract/devices/band'
import type { Newest, Presence } from '#contract/devices/device'
import { type Layer, deviceTypes } from '#contract/devices/deviceType'
import { type CommandState, isEnd } from '#contract/devices/command'
import { ageOf } from '#streams/devices/age'
import { newerPresence } from '#streams/devices/presence'
import { newerReading } from '#streams/devices/readings'
import type { MapDevice } from './mapDevice.ts'

/**
 * How far a device can be believed: `live` reports in time, `late` missed a report, `lost` missed three, `offline` said goodbye or was
 * given up by the server, `unknown` was not heard since the server's start, `plain` is a type whose state is not shown (MAP-07).
 */
export const HEALTHS = ['live', 'late', 'lost', 'offline', 'unknown', 'plain'] as const
export type Health = (typeof HEALTHS)[number]
/** `on` where any of its switches is on (forward and reverse count as on), `off` where all are off, `none` where nothing is known. */
export const POWERS = ['none', 'off', 'on'] as const
export type Power = (typeof POWERS)[number]
/** `busy` while a command is under way, `failed` for a while after one was refused, silent or expired. */
export const COMMANDS = ['none', 'busy', 'failed'] as const
export type CommandLook = (typeof COMMANDS)[number]

/** All that a marker shows of a device. */
export interface MarkerState {
  readonly layer: Layer
  readonly type: string
  /** Whether it is there, as the server says: what is counted. */
  readonly presence: Presence
  /** The gateway through which it is heard; null where it speaks for itself. */
  readonly behind: string | null
  readonly health: Health
  /** A value stands outside its normal band, however old it is. */
  readonly outside: boolean
  /** The item that does, the main one first, with the value that is wrong; null where none does. */
  readonly wrong: Newest | null
  /** The worst alarm of it that is active; null without one, and for who may not read alarms. */
  readonly alarm: AlarmSeverity | null
  /** That alarm says that nothing is known. */
  readonly noData: boolean
  readonly power: Power
  readonly command: CommandLook
  readonly mainId: number | null
  /** The main reading; null where there is none, or its sensor says "no value". */
  readonly value: number | null
  readonly unit: string | null
  /** The main item's; empty where there is none. */
  readonly code: string
  /** When the main value was read, ms UTC. */
  readonly readAt: number | null
  /** When anything was heard, ms UTC. */
  readonly heardAt: number | null
  readonly switchesOn: number
  readonly switchCount: number
}

/** What the live layer knows of a device beyond its record; undefined where it knows nothing. Times are ms UTC. */
export interface LiveFacts {
  reading(itemId: number): { value: number | null; ts: number } | undefined
  switchState(
    switchId: number,
  ):
    | { status: number | null; ts: number; command: { state: CommandState; at: number; status: number; message: string | null } | null }
    | undefined
  presence(deviceId: number): { presence: Presence; heardAt: number } | undefined
  alarm(deviceId: number): AlarmSeverity | null
  noData(deviceId: number): boolean
}
export const NO_LIVE_FACTS: LiveFacts = {
  reading: () => undefined,
  switchState: () => undefined,
  presence: () => undefined,
  alarm: () => null,
  noData: () => false,
}

/** How long a command that failed stays on the marker. */
export const FAILED_SHOWN_MS = 60_000

/** What to show of a device at `now` (ms UTC), from its record and whatever newer the live layer has. Newest wins. */
export function describeDevice(device: MapDevice, live: LiveFacts, now: number): MarkerState {
  const face = deviceTypes[device.deviceType]
  const main = device.main
  const reading = main ? live.reading(main.itemId) : undefined
  const newest = main ? newerReading(main, reading) : undefined
  const value = newest?.value ?? null
  const readAt = newest?.ts ?? null
  const here = newerPresence(device, live.presence(device.id))
  const { presence } = here
  const heardAt = Math.max(here.heardAt ?? 0, readAt ?? 0) || null
  const { power, command, switchesOn } = describeSwitches(device, live, now)
  const health = face.showsPresence ? healthOf(presence, readAt ?? heardAt, device.reportingPeriod, now) : 'plain'
  const wrong = (main && outsideOf(main, live)) ?? firstOutside(device.banded, live)
  return {
    layer: face.layer,
    type: device.deviceType,
    presence,
    behind: device.behind,
    health,
    outside: wrong !== null,
    wrong,
    alarm: live.alarm(device.id),
    noData: live.noData(device.id),
    power,
    command,
    mainId: main?.itemId ?? null,
    value,
    unit: main?.unit ?? null,
    code: main?.code ?? '',
    readAt,
    heardAt,
    switchesOn,
    switchCount: device.switches.length,
  }
}

function healthOf(presence: Presence, ts: number | null, period: number, now: number): Health {
  if (presence !== 'online') return presence
  return ts == null ? 'live' : ageOf(ts, period, now)
}

/** The item as it is now, where that is outside its band. */
function outsideOf(item: Newest, live: LiveFacts): Newest | null {
  if (item.low === null && item.high === null) return null
  const newest = newerReading(item, live.reading(item.itemId))
  if (!newest || judge(newest.value, item) === 'normal') return null
  return { ...item, value: newest.value, ts: newest.ts }
}
function firstOutside(items: readonly Newest[] | undefined, live: LiveFacts): Newest | null {
  for (const item of items ?? []) {
    const outside = outsideOf(item, live)
    if (outside) return outside
  }
  return null
}

function describeSwitches(device: MapDevice, live: LiveFacts, now: number): { power: Power; command: CommandLook; switchesOn: number } {
  let known = 0
  let switchesOn = 0
  let command: CommandLook = 'none'
  for (const one of device.switches) {
    const said = live.switchState(one.switchId)
    const status = said != null && said.status != null && said.ts >= (one.ts ?? 0) ? said.status : one.status
    if (status != null) {
      known++
      if (status !== 0) switchesOn++
    }
    const asked = said?.command
    if (asked == null) continue
    if (!isEnd(asked.state)) command = 'busy'
    else if (asked.state !== 'observed' && now - asked.at < FAILED_SHOWN_MS && command === 'none') command = 'failed'
  }
  return { power: known === 0 ? 'none' : switchesOn > 0 ? 'on' : 'off', command, switchesOn }
}
