import type { KnownDevice } from '../knownDevice.ts'
import type { Metric, SparkplugPayload } from './payload.ts'
import { TYPES, valueOf } from './payload.ts'

/** At most one rebirth is asked for in this time, ms: a birth is the largest message that there is. */
const REBIRTH_PAUSE_MS = 5000
const SEQUENCE = 256
/** Metrics that are remembered of all births of one connection; beyond it the device that was born first is forgotten, and must be born anew. */
const MOST_BORN = 50_000

/** What a birth said of a metric. */
export interface BornMetric {
  readonly name: string
  readonly alias: string | null
  readonly type: number | null
}
interface Birth {
  readonly byAlias: ReadonlyMap<string, BornMetric>
  readonly byName: ReadonlyMap<string, BornMetric>
}

/** What the births of one connection said, and where its sequence stands. The edge node itself has the name ''. */
export interface EdgeSession {
  /** The edge node that speaks here; null until a topic has named it. */
  edge: { readonly group: string; readonly name: string } | null
  /** What its devices are called here, as it last named them. */
  readonly names: Map<KnownDevice, string>
  /** The edge node begins: all births before are void. */
  beginNode(payload: SparkplugPayload): void
  beginDevice(name: string, payload: SparkplugPayload): void
  endDevice(name: string): void
  /** Whether a will is that of the birth which holds. */
  isWillOf(payload: SparkplugPayload): boolean
  /** Whether a message follows on the last one; it is the last one now. */
  follows(payload: SparkplugPayload): boolean
  bornAs(of: string, name: string): BornMetric | undefined
  /** A message with its aliases and types resolved, in the JSON of Sparkplug's clients, and whether all could be. */
  read(of: string, payload: SparkplugPayload): { text: string; isWhole: boolean }
  /** Whether a rebirth may be asked for at `now`, ms UTC; it is asked for then. */
  mayAskRebirth(now: number): boolean
}

export function createEdgeSession(): EdgeSession {
  const births = new Map<string, Birth>()
  let bdSeq: number | null = null
  let seq: number | null = null
  let askedAt = -Infinity

  return {
    edge: null,
    names: new Map(),
    beginNode(payload) {
      births.clear()
      births.set('', birthOf(payload))
      bdSeq = bdSeqOf(payload)
      seq = payload.seq ?? 0
    },
    beginDevice(name, payload) {
      births.delete(name)
      births.set(name, birthOf(payload))
      let count = [...births.values()].reduce((sum, { byName }) => sum + byName.size, 0)
      for (const [device, { byName }] of births) {
        if (count <= MOST_BORN) break
        if (device === '' || device === name) continue
        births.delete(device)
        count -= byName.size
      }
    },
    endDevice: (name) => void births.delete(name),
    isWillOf(payload) {
      const said = bdSeqOf(payload)
      return said === null || bdSeq === null || said === bdSeq
    },
    follows(payload) {
      const isNext = seq !== null && payload.seq === (seq + 1) % SEQUENCE
      seq = payload.seq
      return isNext
    },
    bornAs: (of, name) => births.get(of)?.byName.get(name),
    read(of, { timestamp, metrics }) {
      const birth = births.get(of)
      let isWhole = true
      const said = metrics.map((metric) => {
        const born = birthFor(birth, metric)
        const name = metric.name ?? born?.name
        if (name === undefined) isWhole = false
        return spoken(metric, name, metric.type ?? born?.type ?? 0)
      })
      return { text: JSON.stringify({ ...(timestamp === null ? {} : { timestamp }), metrics: said }), isWhole }
    },
    mayAskRebirth(now) {
      if (Math.abs(now - askedAt) < REBIRTH_PAUSE_MS) return false
      askedAt = now
      return true
    },
  }
}

const birthFor = (birth: Birth | undefined, { name, alias }: Metric): BornMetric | undefined =>
  (name === null ? undefined : birth?.byName.get(name)) ?? (alias === null ? undefined : birth?.byAlias.get(alias))

function birthOf({ metrics }: SparkplugPayload): Birth {
  const named = metrics.flatMap(({ name, alias, type }) => (name === null ? [] : [{ name, alias, type }]))
  return {
    byAlias: new Map(named.flatMap((one) => (one.alias === null ? [] : [[one.alias, one] as const]))),
    byName: new Map(named.map((one) => [one.name, one])),
  }
}

function bdSeqOf({ metrics }: SparkplugPayload): number | null {
  const one = metrics.find(({ name }) => name === 'bdSeq')
  const value = one && valueOf(one, one.type ?? 0)
  return typeof value === 'number' ? value : null
}

/** A metric as JSON has it; a number that JSON has no word for is text, which its type then belies. */
function spoken(metric: Metric, name: string | undefined, type: number): object {
  const value = valueOf(metric, type)
  return {
    ...(name === undefined ? { alias: metric.alias ?? '' } : { name }),
    type: TYPES[type] ?? 'Unknown',
    ...(metric.timestamp === null ? {} : { timestamp: metric.timestamp }),
    ...(value === undefined ? {} : { value: typeof value === 'number' && !Number.isFinite(value) ? String(value) : value }),
    ...(metric.isHistorical ? { isHistorical: true } : {}),
    ...(metric.isTransient ? { isTransient: true } : {}),
  }
}
