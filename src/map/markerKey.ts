import { ALARM_SEVERITIES, type AlarmSeverity, severityRank } from '#contract/alarms/severity'
import { type Layer, LAYERS } from '#contract/devices/deviceType'
import { COMMANDS, type CommandLook, type Health, HEALTHS, type MarkerState, type Power, POWERS } from './describeDevice.ts'

/** `dot` far out, `disc` in between, `large` close up. */
export const SIZES = ['dot', 'disc', 'large'] as const
export type Size = (typeof SIZES)[number]
export const LAYER_NAMES = Object.keys(LAYERS) as Layer[]

/** Everything that makes one marker picture differ from another. */
export interface MarkerLook {
  readonly layer: Layer
  readonly health: Health
  readonly outside: boolean
  readonly alarm: AlarmSeverity | null
  readonly power: Power
  readonly command: CommandLook
}

/** How many looks there are: keys run from 0 to this, without it. */
export const LOOK_COUNT = LAYER_NAMES.length * HEALTHS.length * 2 * (ALARM_SEVERITIES.length + 1) * POWERS.length * COMMANDS.length

const layerNumber = new Map(LAYER_NAMES.map((name, at) => [name, at]))

/** A look as one small number, so that 10,000 markers keep theirs in one typed array. */
export function markerKey(look: MarkerLook | MarkerState): number {
  let key = layerNumber.get(look.layer)!
  key = key * HEALTHS.length + HEALTHS.indexOf(look.health)
  key = key * 2 + (look.outside ? 1 : 0)
  key = key * (ALARM_SEVERITIES.length + 1) + (look.alarm === null ? ALARM_SEVERITIES.length : severityRank(look.alarm))
  key = key * POWERS.length + POWERS.indexOf(look.power)
  return key * COMMANDS.length + COMMANDS.indexOf(look.command)
}

/** The look that a key stands for: the inverse of {@link markerKey}. */
export function lookOf(key: number): MarkerLook {
  const take = (count: number) => {
    const part = key % count
    key = (key - part) / count
    return part
  }
  const command = COMMANDS[take(COMMANDS.length)]!
  const power = POWERS[take(POWERS.length)]!
  const alarm = ALARM_SEVERITIES[take(ALARM_SEVERITIES.length + 1)] ?? null
  const outside = take(2) === 1
  const health = HEALTHS[take(HEALTHS.length)]!
  return { layer: LAYER_NAMES[key]!, health, outside, alarm, power, command }
}

/** Looks that a person should see: their labels come before all others, at every zoom. */
export const isAlarm = (look: Pick<MarkerLook, 'alarm' | 'outside' | 'command' | 'health'>) =>
  look.alarm !== null || look.outside || look.command === 'failed' || look.health === 'lost' || look.health === 'offline'
/** How soon somebody should see it: alarms by how bad they are, before whatever else is abnormal; 0 where nothing is. */
export const urgencyOf = (look: Pick<MarkerLook, 'alarm' | 'outside' | 'command' | 'health'>) =>
  look.alarm !== null ? ALARM_SEVERITIES.length - severityRank(look.alarm) + 1 : isAlarm(look) ? 1 : 0
/** Looks that are drawn above their neighbours. */
export const isRaised = (look: MarkerLook) => isAlarm(look) || look.command === 'busy'

/** Which pictures a zoom of web mercator wants. */
export const sizeAt = (zoom: number): Size => (zoom >= 17 ? 'large' : zoom >= 15 ? 'disc' : 'dot')
