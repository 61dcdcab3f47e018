import type { WatchLogic } from '#contract/watch/logic'
import type { Kept } from '#machines/watch/evaluator'
import { begunByLoss } from '#machines/watch/judge'
import type { Watch } from '#machines/watch/watch'
import { beginKept, memoryOf } from './begin.ts'
import { bind, concerns, fingerprintOf } from './bind.ts'
import { type Entry, entryOf, nameOf, type WatchName } from './entry.ts'
import { readFarm } from './farm.ts'
import { readKept } from './keptStates.ts'
import type { WatchedRule, WatchKind } from './kind.ts'
import type { Queryable } from './queryable.ts'
import { happeningsOf, neededBy, readStored } from './rows.ts'
import type { Happening } from '#machines/watch/watch'

interface Bound extends WatchName {
  readonly version: number
  readonly watch: Watch
  readonly fingerprint: string
  readonly tellsLoss: boolean
}

/** What a tenant has watched now, bound to what it is watched at. */
async function boundOf(db: Queryable, kinds: readonly WatchKind[], tenantId: number): Promise<Bound[]> {
  const rules: { kind: WatchKind; rule: WatchedRule }[] = []
  for (const kind of kinds) for (const rule of await kind.rules(db, tenantId)) rules.push({ kind, rule })
  if (rules.length === 0) return []
  const farm = await readFarm(db, tenantId, [...new Set(rules.map(({ rule }) => rule.areaId))])
  const byId = new Map(farm.devices.map((device) => [device.id, device]))
  // A rule that names its devices is not held against all others.
  const inScope = ({ deviceIds }: WatchLogic['scope']) =>
    deviceIds === null ? farm.devices : [...new Set(deviceIds)].flatMap((id) => byId.get(id) ?? [])
  return rules.flatMap(({ kind, rule }) =>
    inScope(rule.logic.scope)
      .filter((device) => device.areaId === rule.areaId && concerns(rule.logic.scope, device))
      .flatMap((device) =>
        [...bind(rule.logic, device, farm.calendarOf(rule.areaId))].map(([ordinal, watch]) => ({
          kind: kind.name,
          ruleId: rule.id,
          deviceId: device.id,
          ordinal,
          version: rule.version,
          watch,
          fingerprint: fingerprintOf(watch, rule.version),
          tellsLoss: kind.tells === true && begunByLoss(watch),
        })),
      ),
  )
}

export interface Loaded {
  readonly entries: readonly Entry[]
  /** To be taken by each entry that is new here: what happened since what is kept of it. */
  readonly missed: ReadonlyMap<Entry, readonly Happening[]>
  /** What is kept and watched no more. */
  readonly gone: readonly WatchName[]
}

/**
 * Reads what a tenant has watched. What was watched before, and is the same, stays (`before`, by name); what is kept is taken up with all that is
 * stored since then, also what was committed and never judged; what is new begins now, knowing what happened just before.
 */
export async function load(
  db: Queryable,
  { kinds, tenantId, before, now }: { kinds: readonly WatchKind[]; tenantId: number; before: ReadonlyMap<string, Entry>; now: number },
): Promise<Loaded> {
  const bound = await boundOf(db, kinds, tenantId)
  const kept = await readKept(db, tenantId)
  const fresh = bound.filter((one) => before.get(nameOf(one))?.fingerprint !== one.fingerprint)
  const stateOf = (one: Bound): Kept | null => {
    const found = kept.get(nameOf(one))
    return found?.fingerprint === one.fingerprint ? found.kept : null
  }
  const needed = neededBy(fresh.map((one) => ({ ...one, from: stateOf(one)?.base.at ?? now - memoryOf(one.watch) })))
  const stored = await readStored(db, { tenantId, ...needed, to: Number.MAX_SAFE_INTEGER })
  const missed = new Map<Entry, Happening[]>()
  const entries = bound.map((one) => {
    const known = before.get(nameOf(one))
    if (known?.fingerprint === one.fingerprint) return known
    const happened = happeningsOf(one.watch, one.deviceId, stored)
    const state = stateOf(one)
    const told = known?.evaluator.kept().told ?? kept.get(nameOf(one))?.kept.told ?? []
    const goingOn = told.filter(({ cleared }) => cleared === null)
    const entry = entryOf(one, { ...one, kept: state ?? beginKept(one.watch, now, happened, goingOn) })
    // A new watch is judged once, though nothing happens.
    missed.set(entry, happened)
    // What begins here is kept at once: a kill does not begin its holds anew.
    if (state === null) entry.dirtySince = 0
    return entry
  })
  const names = new Set(bound.map(nameOf))
  const gone = [...kept.keys(), ...before.keys()].filter((name) => !names.has(name)).map(parseName)
  return { entries, missed, gone }
}

function parseName(name: string): WatchName {
  const [kind, ruleId, deviceId, ordinal] = name.split('/')
  return { kind: kind!, ruleId: Number(ruleId), deviceId: Number(deviceId), ordinal: Number(ordinal) }
}
