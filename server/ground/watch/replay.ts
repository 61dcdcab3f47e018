import { setImmediate as turn } from 'node:timers/promises'
import type { WatchLogic } from '#contract/watch/logic'
import type { Episode } from '#machines/watch/action'
import { fold, type Turn } from '#machines/watch/fold'
import { episodesOf } from '#machines/watch/reconcile'
import type { State } from '#machines/watch/state'
import type { Watch } from '#machines/watch/watch'
import { beginKept, memoryOf } from './begin.ts'
import { bind, concerns } from './bind.ts'
import { readFarm } from './farm.ts'
import type { Queryable } from './queryable.ts'
import { happeningsOf, neededBy, readStored } from './rows.ts'

/** So much of history is read, and so many happenings are judged, before anybody else has a turn. */
const STRETCH_MS = 3 * 86_400_000
const A_TURN = 1000

/** What of a base is run over; ms UTC. */
export interface Period {
  readonly tenantId: number
  readonly areaId: number
  readonly from: number
  readonly to: number
}
/** An episode of one device. */
export interface Found {
  readonly deviceId: number
  readonly ordinal: number
  readonly episode: Episode
}
export interface Replayed {
  readonly found: readonly Found[]
  /** From when on history says what it takes to judge; null where it says nothing. */
  readonly knownSince: number | null
}

interface Tried {
  readonly deviceId: number
  readonly ordinal: number
  readonly watch: Watch
  readonly turns: Turn[]
  state: State
}

/**
 * Runs a logic over what is stored of a base from `from` to `to` (ms UTC), by the same evaluator that watches live, without telling anybody. The
 * same rows answer the same, to the byte. Throws the signal's reason where it is given.
 */
export async function replay(
  given: Period & {
    readonly pool: Queryable
    readonly logic: WatchLogic
    readonly signal: AbortSignal
    /** So many devices of how many. */
    readonly onProgress: (done: number, total: number) => void
  },
): Promise<Replayed> {
  const { pool, tenantId, areaId, logic, from, to, signal } = given
  const farm = await readFarm(pool, tenantId, [areaId])
  const devices = farm.devices
    .filter((device) => device.areaId === areaId && concerns(logic.scope, device))
    .map((device) => ({ deviceId: device.id, watches: [...bind(logic, device, farm.calendarOf(areaId))] }))
    .filter(({ watches }) => watches.length > 0)
  const found: Found[] = []
  let knownSince: number | null = null
  let done = 0
  given.onProgress(0, devices.length)
  for (const { deviceId, watches } of devices) {
    const { episodes, known } = await replayDevice(deviceId, watches)
    found.push(...episodes)
    if (known !== null && (knownSince === null || known < knownSince)) knownSince = known
    given.onProgress(++done, devices.length)
  }
  return { found, knownSince: knownSince === null ? null : Math.max(from, knownSince) }

  async function replayDevice(deviceId: number, watches: readonly (readonly [number, Watch])[]) {
    const neededFrom = (start: number) => neededBy(watches.map(([, watch]) => ({ watch, deviceId, from: start })))
    const memory = Math.max(...watches.map(([, watch]) => memoryOf(watch)))
    const before = await readStored(pool, { tenantId, ...neededFrom(from - memory), to: from })
    let known: number | null = null
    const notice = (at: number | undefined) => {
      if (at !== undefined && (known === null || at < known)) known = at
    }
    const tried = watches.map(([ordinal, watch]): Tried => {
      const happened = happeningsOf(watch, deviceId, before)
      notice(happened[0]?.at)
      return { deviceId, ordinal, watch, turns: [], state: beginKept(watch, from, happened, []).base }
    })
    for (let start = from; start < to; start += STRETCH_MS) {
      signal.throwIfAborted()
      const end = Math.min(to, start + STRETCH_MS)
      const stored = await readStored(pool, { tenantId, ...neededFrom(start), to: end })
      for (const one of tried) {
        // The states that held before were taken with the stretch in which they came.
        const happened = happeningsOf(one.watch, deviceId, stored).filter(({ at }) => at > start)
        notice(happened[0]?.at)
        for (let next = 0; next < happened.length;) {
          let upTo = Math.min(happened.length, next + A_TURN)
          while (upTo < happened.length && happened[upTo]!.at === happened[upTo - 1]!.at) upTo++
          fold(one.watch, one.state, happened, happened[upTo - 1]!.at, (said) => void one.turns.push(said), next, upTo)
          next = upTo
          await turn()
        }
        fold(one.watch, one.state, [], end, (said) => void one.turns.push(said))
      }
    }
    const episodes = tried.flatMap(({ ordinal, turns }) => episodesOf(turns).map((episode): Found => ({ deviceId, ordinal, episode })))
    return { episodes, known: known as number | null }
  }
}
