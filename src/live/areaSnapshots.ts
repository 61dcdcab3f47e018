import type { CollectItem } from '#contract/devices/collect'
import { collectCalls } from '#contract/devices/collect'
import { type Device, deviceCalls } from '#contract/devices/device'
import { call, CallError, type CallFailure, orThrow } from '#src/api/call.ts'
import type { PresenceChange } from '#streams/devices/presence'
import type { ReadingChange } from '#streams/devices/readings'
import type { SwitchChange } from '#streams/devices/switches'

/** "All rows" answers at most 10,000, and a base may have more items: it is read in pages of this size. */
const PAGE_SIZE = 5000

async function everyPage<Row>(
  page: (query: { page: number; size: number }) => Promise<{ content: Row[]; totalElements: number } | CallFailure>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let number = 1; ; number++) {
    const { content, totalElements } = await orThrow(page({ page: number, size: PAGE_SIZE }))
    rows.push(...content)
    if (content.length < PAGE_SIZE || rows.length >= totalElements) return rows
  }
}

export interface AreaSnapshots {
  readonly readings: () => Promise<ReadingChange[]>
  readonly switches: () => Promise<SwitchChange[]>
  readonly presence: () => Promise<PresenceChange[]>
}

/** The stored newest values of a base, as changes of its live tables. Each reads anew and rejects with a CallError. */
export function areaSnapshots(tenantId: number, areaId: number): AreaSnapshots {
  const params = { t: tenantId }
  // Tables that are subscribed to in one go read their snapshots in one go: one reading of the devices serves them.
  let reading: Promise<Device[]> | null = null
  const devices = () => {
    if (!reading) {
      reading = everyPage<Device>((query) => call(deviceCalls.tenantAll, { params, query: { ...query, areaId } }, { quiet: true }))
      queueMicrotask(() => {
        reading = null
      })
    }
    return reading
  }
  return {
    readings: async () => {
      try {
        const items = await everyPage<CollectItem>((query) =>
          call(collectCalls.areaCollection, { params, query: { ...query, areaId } }, { quiet: true }),
        )
        return items.flatMap(({ id, newestTime, newestData }): ReadingChange[] =>
          newestTime === null ? [] : [[id, newestTime, newestData]],
        )
      } catch (cause) {
        // Who may see the map but no gateway still sees the reading that stands for each device.
        if (!(cause instanceof CallError) || cause.failure.status !== 403) throw cause
        return (await devices()).flatMap(({ main }): ReadingChange[] => (main?.ts == null ? [] : [[main.itemId, main.ts, main.value]]))
      }
    },
    switches: async () => {
      return (await devices()).flatMap((device) =>
        device.switches.map(({ switchId, status, ts }): SwitchChange => ({ switchId, state: { status, ts: ts ?? 0 } })),
      )
    },
    presence: async () => {
      const known = await orThrow(call(deviceCalls.status, { params, query: { areaId } }, { quiet: true }))
      return known.map(({ id, presence, heardAt }): PresenceChange => [id, heardAt ?? 0, presence])
    },
  }
}
