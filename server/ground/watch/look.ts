import type { Condition, Seen, Verdict } from '#contract/watch/condition'
import { inOrder, takeAll } from '#machines/watch/fold'
import { judge, seenBy } from '#machines/watch/judge'
import { beginning } from '#machines/watch/state'
import type { Watch } from '#machines/watch/watch'
import { memoryOf } from './begin.ts'
import { bind, type WatchedDevice } from './bind.ts'
import { readFarm } from './farm.ts'
import type { Queryable } from './queryable.ts'
import { happeningsOf, neededBy, readStored } from './rows.ts'

/** What is asked of a device at a moment; `deviceId` null where nothing but the clock and the sun is asked. `ordinal` null: of every layer. */
export interface Look {
  readonly deviceId: number | null
  readonly ordinal: number | null
  readonly when: Condition
}
/** What was said: by the layer or pump that decided, null where the device has but one. */
export interface Looked {
  readonly verdict: Verdict
  readonly ordinal: number | null
  readonly seen: readonly Seen[]
}

const always = { holdSeconds: 0, clear: null, clearSeconds: 0, noData: 'keep', during: null } as const
const everything = { types: null, deviceIds: null, landIds: null }
const unknowable: Looked = { verdict: 'unknown', ordinal: null, seen: [] }

/** Judges conditions at one moment (ms UTC) by what is stored of it, as the watches would: what is missing or too old is not known. */
export async function lookAt(
  db: Queryable,
  { tenantId, areaId, at, looks }: { tenantId: number; areaId: number; at: number; looks: readonly Look[] },
): Promise<Looked[]> {
  const ids = [...new Set(looks.flatMap(({ deviceId }) => (deviceId === null ? [] : [deviceId])))]
  const farm = await readFarm(db, tenantId, [areaId], ids)
  const clock: WatchedDevice = { id: 0, areaId, landId: null, type: '', period: 0, items: [] }
  const devices = new Map(farm.devices.map((device) => [device.id, device]))
  const bound = looks.map(({ deviceId, ordinal, when }) => {
    const device = deviceId === null ? clock : devices.get(deviceId)
    const watches = device ? [...bind({ ...always, scope: everything, when }, device, farm.calendarOf(areaId))] : []
    const own = watches
      .filter(([of]) => ordinal === null || of === ordinal)
      .map(([of, watch]) => ({ of, watch, from: at - memoryOf(watch) }))
    return { deviceId: device?.id ?? 0, own }
  })
  const needed = neededBy(bound.flatMap(({ deviceId, own }) => own.map(({ watch, from }) => ({ watch, deviceId, from }))))
  const stored = await readStored(db, { tenantId, ...needed, to: at })
  return bound.map(({ deviceId, own }) => {
    const said = own.map(({ of, watch, from }) => ({ of, ...judgeAt(watch, from, at, happeningsOf(watch, deviceId, stored)) }))
    const decides = said.find(({ verdict }) => verdict === 'no') ?? said.find(({ verdict }) => verdict === 'unknown') ?? said[0]
    return decides ? { verdict: decides.verdict, ordinal: decides.of === 0 ? null : decides.of, seen: decides.seen } : unknowable
  })
}

function judgeAt(watch: Watch, from: number, at: number, happened: ReturnType<typeof happeningsOf>): { verdict: Verdict; seen: Seen[] } {
  const state = beginning(watch, from)
  takeAll(watch, state, happened.toSorted(inOrder))
  const { verdicts, when } = judge(watch, state, at)
  return { verdict: when, seen: seenBy(watch, state, verdicts, at) }
}
