import { batches, messagesRejected, readingsStored } from '../broker/counters.ts'
import type { KnownDevice } from '../broker/directory.ts'
import type { LivePublisher } from '../live/live.ts'
import type { SparingLog } from '../sparingLog.ts'
import { isNewer } from './batch.ts'
import type { Settled } from './committer.ts'

const CHANGE_NOTICE_MS = 1000

/** Tells open consoles, and the counters, what was committed. */
export function createAnnouncer(given: { live: LivePublisher; sparing: SparingLog; clock: () => number }): (settled: Settled) => void {
  const { live, sparing, clock } = given
  const noticed = new Map<number, number>()

  function tellNewest({ batch, outcome }: Settled): void {
    const now = clock()
    const byArea = new Map<number, { tenantId: number; rows: [number, number, number | null][] }>()
    for (const [item, at] of outcome.newest) {
      const one = { ts: batch.ts[at]!, place: batch.places[at]! }
      if (!isNewer(one, { ts: item.lastTs, place: item.lastPlace }, now)) continue
      item.lastTs = one.ts
      item.lastPlace = one.place
      const { areaId, tenantId } = item.device
      const area = byArea.get(areaId)
      if (area) area.rows.push([item.id, one.ts, batch.values[at]!])
      else byArea.set(areaId, { tenantId, rows: [[item.id, one.ts, batch.values[at]!]] })
    }
    for (const [areaId, { tenantId, rows }] of byArea) live.readings(tenantId, areaId, rows)
  }

  function tellRejected({ batch, outcome }: Settled): void {
    if (outcome.rejected.size === 0) return
    for (const device of outcome.rejected) noticeRejected(device)
    for (const { faults, device, topic } of batch.messages) {
      for (const { reason, notes } of faults) {
        messagesRejected.inc({ reason })
        const who = `${device.tenantId}/${device.eui}`
        sparing.say('info', `message ${reason}`, { device: who, topic, reason, notes }, 'a message could not be used')
      }
    }
  }

  function noticeRejected({ id, tenantId, areaId }: KnownDevice): void {
    const at = clock()
    if (Math.abs(at - (noticed.get(id) ?? -Infinity)) < CHANGE_NOTICE_MS) return
    noticed.set(id, at)
    live.changed(tenantId, 'rejectedMessage', id, areaId)
  }

  return (settled) => {
    const { outcome } = settled
    batches.inc()
    readingsStored.inc(outcome.stored)
    tellNewest(settled)
    for (const { device, switchId, at, status } of outcome.states) live.switches(device.tenantId, device.areaId, [[switchId, at, status]])
    for (const { device, id } of outcome.madeItems) live.changed(device.tenantId, 'item', id, device.areaId)
    for (const { device, switchId } of outcome.madeSwitches) live.changed(device.tenantId, 'switch', switchId, device.areaId)
    tellRejected(settled)
  }
}
