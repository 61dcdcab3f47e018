import type { AlarmFace } from '#contract/alarms/alarm'
import { CAUSES } from '#contract/watch/condition'
import { ALARM_SEVERITIES, type AlarmSeverity, severityRank } from '#contract/alarms/severity'

export interface AlarmCount {
  /** Still so, or not known to be over. */
  readonly active: number
  readonly unacknowledged: number
}
export interface AlarmCounts extends AlarmCount {
  /** Active, or acknowledged by nobody; neither shelved nor quiet, as the two above. */
  readonly open: number
  readonly of: Readonly<Record<AlarmSeverity, AlarmCount>>
  /** Put aside for a time. */
  readonly shelved: number
  /** Listed but told to nobody, and not shelved. */
  readonly quiet: number
}

/** The open alarms of a base as people are shown them. Each part is the same object as before where nothing of it changed. */
export interface AlarmStanding {
  readonly counts: AlarmCounts
  /** Every open alarm that is not shelved, worst first. */
  readonly open: readonly AlarmFace[]
  /** Those that people are told of, worst first: neither shelved nor quiet. */
  readonly told: readonly AlarmFace[]
  /** Every open alarm of a device that is not shelved, worst first. */
  readonly ofDevice: ReadonlyMap<number, readonly AlarmFace[]>
  /** The worst active one of a device, and of a plot; shelved ones mark nothing. */
  readonly worstOfDevice: ReadonlyMap<number, AlarmSeverity>
  /** The devices whose worst active one says that nothing is known. */
  readonly noDataOfDevice: ReadonlyMap<number, true>
  readonly worstOfLand: ReadonlyMap<number, AlarmSeverity>
  /** When the next shelving ends, ms UTC. */
  readonly nextAt: number | null
}

const none: AlarmCount = { active: 0, unacknowledged: 0 }
export const NO_ALARMS: AlarmStanding = {
  counts: {
    ...none,
    open: 0,
    of: Object.fromEntries(ALARM_SEVERITIES.map((name) => [name, none])) as Record<AlarmSeverity, AlarmCount>,
    shelved: 0,
    quiet: 0,
  },
  open: [],
  told: [],
  ofDevice: new Map(),
  worstOfDevice: new Map(),
  noDataOfDevice: new Map(),
  worstOfLand: new Map(),
  nextAt: null,
}

export const isActive = (face: Pick<AlarmFace, 'state'>) => face.state !== 'cleared'

/** Worst first: by severity, then those that nobody acknowledged, those that are still so, those of which something is known, and the oldest. */
export const byUrgency = (a: AlarmFace, b: AlarmFace): number =>
  severityRank(a.severity) - severityRank(b.severity) ||
  Number(a.acknowledgedAt !== null) - Number(b.acknowledgedAt !== null) ||
  Number(!isActive(a)) - Number(!isActive(b)) ||
  CAUSES.indexOf(a.cause) - CAUSES.indexOf(b.cause) ||
  a.raisedAt - b.raisedAt ||
  a.id - b.id

const sameList = <T>(a: readonly T[], b: readonly T[]) => a.length === b.length && a.every((one, at) => one === b[at])
const sameMap = <K, V>(a: ReadonlyMap<K, V>, b: ReadonlyMap<K, V>) => a.size === b.size && [...a].every(([key, one]) => b.get(key) === one)
const sameCount = (a: AlarmCount, b: AlarmCount) => a.active === b.active && a.unacknowledged === b.unacknowledged

function count(told: readonly AlarmFace[], shelved: number, quiet: number, before: AlarmCounts): AlarmCounts {
  const of = Object.fromEntries(ALARM_SEVERITIES.map((name) => [name, { ...none }])) as Record<
    AlarmSeverity,
    { -readonly [K in keyof AlarmCount]: number }
  >
  let [active, unacknowledged] = [0, 0]
  for (const face of told) {
    if (isActive(face)) {
      active++
      of[face.severity].active++
    }
    if (face.acknowledgedAt === null) {
      unacknowledged++
      of[face.severity].unacknowledged++
    }
  }
  const next = { active, unacknowledged, open: told.length, of, shelved, quiet }
  const same =
    sameCount(next, before) &&
    next.open === before.open &&
    shelved === before.shelved &&
    quiet === before.quiet &&
    ALARM_SEVERITIES.every((name) => sameCount(of[name], before.of[name]))
  return same ? before : next
}

/** How these alarms stand at `now` (ms UTC), with the parts of `before` that did not change. Answers `before` itself where nothing did. */
export function standingOf(faces: Iterable<AlarmFace>, now: number, before: AlarmStanding = NO_ALARMS): AlarmStanding {
  const open: AlarmFace[] = []
  let shelved = 0
  let nextAt: number | null = null
  for (const face of faces) {
    if (face.shelvedUntil !== null && face.shelvedUntil > now) {
      shelved++
      nextAt = Math.min(nextAt ?? face.shelvedUntil, face.shelvedUntil)
    } else open.push(face)
  }
  open.sort(byUrgency)
  const told = open.filter(({ quiet }) => quiet === null)
  const ofDevice = new Map<number, AlarmFace[]>()
  const worstOfDevice = new Map<number, AlarmSeverity>()
  const noDataOfDevice = new Map<number, true>()
  const worstOfLand = new Map<number, AlarmSeverity>()
  for (const face of open) {
    const { deviceId, landId, severity, cause } = face
    if (deviceId !== null) {
      const own = ofDevice.get(deviceId)
      if (own) own.push(face)
      else ofDevice.set(deviceId, [face])
    }
    if (!isActive(face)) continue
    if (deviceId !== null && !worstOfDevice.has(deviceId)) {
      worstOfDevice.set(deviceId, severity)
      if (cause === 'noData') noDataOfDevice.set(deviceId, true)
    }
    if (landId !== null && !worstOfLand.has(landId)) worstOfLand.set(landId, severity)
  }
  const kept = new Map<number, readonly AlarmFace[]>()
  for (const [id, own] of ofDevice) {
    const held = before.ofDevice.get(id)
    kept.set(id, held && sameList(held, own) ? held : own)
  }
  const next: AlarmStanding = {
    counts: count(told, shelved, open.length - told.length, before.counts),
    open: sameList(open, before.open) ? before.open : open,
    told: sameList(told, before.told) ? before.told : told,
    ofDevice: sameMap(kept, before.ofDevice) ? before.ofDevice : kept,
    worstOfDevice: sameMap(worstOfDevice, before.worstOfDevice) ? before.worstOfDevice : worstOfDevice,
    noDataOfDevice: sameMap(noDataOfDevice, before.noDataOfDevice) ? before.noDataOfDevice : noDataOfDevice,
    worstOfLand: sameMap(worstOfLand, before.worstOfLand) ? before.worstOfLand : worstOfLand,
    nextAt,
  }
  return (Object.keys(next) as (keyof AlarmStanding)[]).every((part) => next[part] === before[part]) ? before : next
}
