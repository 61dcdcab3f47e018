import type { Settled } from '../ingest/committer.ts'
import type { WatchEngine } from './engine.ts'
import type { Heard } from './tenantWatch.ts'

/** Hands over to the engine what was committed, of what anything watches. */
export function hearCommitted(engine: Pick<WatchEngine, 'wants' | 'hear'>, { batch, outcome }: Settled): void {
  const byTenant = new Map<number, Heard[]>()
  const of = (tenantId: number) => {
    const found = byTenant.get(tenantId)
    if (found) return found
    const made: Heard[] = []
    byTenant.set(tenantId, made)
    return made
  }
  for (let at = 0; at < batch.items.length; at++) {
    const { id: itemId, device } = batch.items[at]!
    if (engine.wants(device.tenantId, itemId))
      of(device.tenantId).push({ itemId, at: batch.ts[at]!, place: batch.places[at]!, value: batch.values[at]! })
  }
  for (const { target, ts, place, value } of outcome.calculated) {
    const { tenantId } = target.device
    if (engine.wants(tenantId, target.id)) of(tenantId).push({ itemId: target.id, at: ts, place, value, revises: true })
  }
  for (const { device, circuit, status, at } of outcome.states)
    of(device.tenantId).push({ deviceId: device.id, happening: { kind: 'circuit', at, circuit, status } })
  for (const [tenantId, heard] of byTenant) engine.hear(tenantId, heard)
}
