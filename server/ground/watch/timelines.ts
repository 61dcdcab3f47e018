import { setImmediate as turn } from 'node:timers/promises'
import { inOrder, takeAll } from '#machines/watch/fold'
import { beginning } from '#machines/watch/state'
import { draw, type Timeline } from '#machines/watch/timeline'
import { memoryOf } from './begin.ts'
import { bind, type WatchedDevice } from './bind.ts'
import { readFarm } from './farm.ts'
import type { Look } from './look.ts'
import type { Queryable } from './queryable.ts'
import { happeningsOf, neededBy, readStored } from './rows.ts'

/** So much of history is read at once. */
const STRETCH_MS = 3 * 86_400_000

/** What a look would have said from `from` to `to` (ms UTC), by layer; and from when on history says anything. */
export async function timelinesOf(
  pool: Queryable,
  given: { tenantId: number; areaId: number; look: Look; from: number; to: number; signal: AbortSignal },
): Promise<{ lines: Timeline[]; knownSince: number | null }> {
  const { tenantId, areaId, look, from, to } = given
  const farm = await readFarm(pool, tenantId, [areaId], look.deviceId === null ? [] : [look.deviceId])
  const clock: WatchedDevice = { id: 0, areaId, landId: null, type: '', period: 0, items: [] }
  const device = look.deviceId === null ? clock : farm.devices[0]
  if (device === undefined) return { lines: [], knownSince: null }
  const logic = {
    scope: { types: null, deviceIds: null, landIds: null },
    when: look.when,
    holdSeconds: 0,
    clear: null,
    clearSeconds: 0,
    noData: 'keep' as const,
    during: null,
  }
  let knownSince: number | null = null
  const drawn = [...bind(logic, device, farm.calendarOf(areaId))]
    .filter(([ordinal]) => look.ordinal === null || ordinal === look.ordinal)
    .map(([, watch]) => ({ watch, line: [] as Timeline, state: beginning(watch, from - memoryOf(watch)), before: from - memoryOf(watch) }))
  let start = Math.min(from, ...drawn.map(({ before }) => before))
  while (start < to) {
    given.signal.throwIfAborted()
    const end = start < from ? from : Math.min(to, start + STRETCH_MS)
    const stored = await readStored(pool, {
      tenantId,
      ...neededBy(drawn.map(({ watch }) => ({ watch, deviceId: device.id, from: start }))),
      to: end,
    })
    for (const { watch, state, line, before } of drawn) {
      const happened = happeningsOf(watch, device.id, stored).filter(({ at }) => start < from || at > start)
      if (happened.length > 0 && (knownSince === null || happened[0]!.at < knownSince)) knownSince = happened[0]!.at
      if (end <= from) takeAll(watch, state, happened.filter(({ at }) => at > before || start < from).toSorted(inOrder))
      else draw(watch, state, start <= from ? happened.filter(({ at }) => at > from) : happened, end, line)
      if (end === from) draw(watch, state, [], from, line)
      await turn()
    }
    start = end
  }
  return { lines: drawn.map(({ line }) => line), knownSince: knownSince === null ? null : Math.max(from, knownSince) }
}
