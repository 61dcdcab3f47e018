import type { KnownItem } from '../broker/knownDevice.ts'
import { roomFor } from '../push/batchBytes.ts'
import type { Batch } from './batch.ts'
import type { CalculatedReading } from './calculated.ts'
import { bigints, byteas, ints } from './columns.ts'

/** Of one tenant: places in the batch, and what follows from it. */
interface Fed {
  readonly at: number[]
  readonly calculated: CalculatedReading[]
}

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
  const byTenant = new Map<number, Fed | null>()
  let tenantId = -1
  let of: Fed | null = null
  const fedOf = (item: KnownItem): Fed | null => {
    if (item.device.tenantId !== tenantId) {
      tenantId = item.device.tenantId
      const known = byTenant.get(tenantId)
      of = known === undefined ? (given.wants(tenantId) ? { at: [], calculated: [] } : null) : known
      byTenant.set(tenantId, of)
    }
    return of
  }
  for (let at = 0; at < batch.items.length; at++) if (!given.refused?.has(at)) fedOf(batch.items[at]!)?.at.push(at)
  for (const one of given.calculated ?? []) fedOf(one.target)?.calculated.push(one)
  const fed = [...byTenant].flatMap(([id, one]) =>
    one === null || one.at.length + one.calculated.length === 0 ? [] : [[id, one] as const],
  )
  if (fed.length === 0) return null
  return [
    bigints(fed.map(([id]) => id)),
    ints(fed.map(([, { at, calculated }]) => at.length + calculated.length)),
    byteas(fed.map(([, one]) => bytesOf(batch, one, given.idOf))),
    given.now,
  ]
}

function bytesOf(batch: Batch, { at, calculated }: Fed, idOf: (item: KnownItem) => number): Buffer {
  const { columns, bytes } = roomFor(at.length + calculated.length)
  const set = (nth: number, item: KnownItem, ts: number, place: number, value: number | null) => {
    columns.itemIds[nth] = idOf(item)
    columns.ts[nth] = ts
    columns.values[nth] = value ?? NaN
    columns.places[nth] = place
  }
  for (let nth = 0; nth < at.length; nth++) {
    const of = at[nth]!
    set(nth, batch.items[of]!, batch.ts[of]!, batch.places[of]!, batch.values[of]!)
  }
  for (const [nth, { target, ts, place, value }] of calculated.entries()) set(at.length + nth, target, ts, place, value)
  return bytes
}
