import type { KnownItem } from '../broker/knownDevice.ts'
import { bytesOf, type FedReading } from '../push/batchBytes.ts'
import type { Batch } from './batch.ts'
import type { CalculatedReading } from './calculated.ts'
import { bigints, byteas, ints } from './columns.ts'

/**
 * What of a batch is to be sent, by tenant, as the columns of a statement (tenant_id, n, batch, and the time): in the order of arrival,
 * without what was refused, and with what follows from it. null where nobody wants any.
 */
export function fedColumns(
  batch: Batch,
  given: {
    wants: (tenantId: number) => boolean
    idOf: (item: KnownItem) => number
    now: number
    refused?: ReadonlySet<number> | undefined
    calculated?: readonly CalculatedReading[]
  },
): (Buffer | number)[] | null {
  const byTenant = new Map<number, FedReading[]>()
  let tenantId = -1
  let of: FedReading[] | null = null
  const add = (item: KnownItem, rest: Omit<FedReading, 'itemId'>) => {
    if (item.device.tenantId !== tenantId) {
      tenantId = item.device.tenantId
      of = given.wants(tenantId) ? (byTenant.get(tenantId) ?? []) : null
      if (of !== null) byTenant.set(tenantId, of)
    }
    of?.push({ itemId: given.idOf(item), ...rest })
  }
  for (let at = 0; at < batch.items.length; at++)
    if (!given.refused?.has(at)) add(batch.items[at]!, { ts: batch.ts[at]!, place: batch.places[at]!, value: batch.values[at]! })
  for (const { target, ts, place, value } of given.calculated ?? []) add(target, { ts, place, value })
  const fed = [...byTenant].filter(([, readings]) => readings.length > 0)
  if (fed.length === 0) return null
  return [
    bigints(fed.map(([id]) => id)),
    ints(fed.map(([, readings]) => readings.length)),
    byteas(fed.map(([, readings]) => bytesOf(readings))),
    given.now,
  ]
}
