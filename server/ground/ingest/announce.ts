import { batches, messagesRejected, readingsStored } from '../broker/counters.ts'
import type { KnownDevice } from '../broker/knownDevice.ts'
import type { LivePublisher } from '../live/live.ts'
import type { SparingLog } from '../sparingLog.ts'
import { type Batch, isNewer } from './batch.ts'
import type { Settled } from './committer.ts'

const CHANGE_NOTICE_MS = 1000

export interface Announcer {
  /** Tells open consoles the readings from `from` on of a batch that is being filled, all of this device, which are newer than what they were told. */
  heard(device: KnownDevice, batch: Batch, from: number): void
  /** Tells open consoles, and the counters, what was committed; of readings what was not told before. */
  settled(settled: Settled): void
}

/** Tells open consoles what devices say: readings as they are heard, all else once it is committed (docs/decisions/0047). */
export function createAnnouncer(given: { live: LivePublisher; sparing: SparingLog; clock: () => number }): Announcer {
  const { live, sparing, clock } = given
  const noticed = { rejectedMessage: new Map<number, number>(), deviceWord: new Map<number, number>() }

  function tellHeard(device: KnownDevice, batch: Batch, from: number): void {
    const now = clock()
    const rows: [number, number, number | null][] = []
    for (let at = from; at < batch.items.length; at++) {
      const item = batch.items[at]!
      // One that is new has no id until its row is there.
      if (item.id === 0) continue
      const one = { ts: batch.ts[at]!, place: batch.places[at]! }
      if (!isNewer(one, { ts: item.lastTs, place: item.lastPlace }, now)) continue
      if (!isNewer(one, { ts: item.shownTs, place: item.shownPlace }, now)) continue
      item.shownTs = one.ts
      item.shownPlace = one.place
      rows.push([item.id, one.ts, batch.values[at]!])
    }
    if (rows.length > 0) live.readings(device.tenantId, device.areaId, rows)
  }

  function tellNewest({ batch, outcome }: Settled): void {
    const now = clock()
    // Who began to listen between the word and the commit has neither heard the word nor found the reading in what is stored.
    const again = live.joinedSince(batch.since)
    const byArea = new Map<number, { tenantId: number; rows: [number, number, number | null][] }>()
    function rowsOf({ areaId, tenantId }: KnownDevice) {
      const area = byArea.get(areaId)
      if (area) return area.rows
      const rows: [number, number, number | null][] = []
      byArea.set(areaId, { tenantId, rows })
      return rows
    }
    for (const [item, at] of outcome.newest) {
      const one = { ts: batch.ts[at]!, place: batch.places[at]! }
      if (!isNewer(one, { ts: item.lastTs, place: item.lastPlace }, now)) continue
      item.lastTs = one.ts
      item.lastPlace = one.place
      const unseen = isNewer(one, { ts: item.shownTs, place: item.shownPlace }, now)
      if (!unseen && !(again && one.ts === item.shownTs && one.place === item.shownPlace)) continue
      item.shownTs = one.ts
      item.shownPlace = one.place
      rowsOf(item.device).push([item.id, one.ts, batch.values[at]!])
    }
    for (const { target: item, ts, place, value } of outcome.calculated) {
      // One of the newest moment may be said anew, since another of its sources has come.
      if (isNewer({ ts: item.lastTs, place: item.lastPlace }, { ts, place }, now)) continue
      item.lastTs = ts
      item.lastPlace = place
      rowsOf(item.device).push([item.id, ts, value])
    }
    for (const [areaId, { tenantId, rows }] of byArea) live.readings(tenantId, areaId, rows)
  }

  function tellRejected({ batch, outcome }: Settled): void {
    if (outcome.rejected.size === 0) return
    for (const device of outcome.rejected) notice('rejectedMessage', device)
    for (const { faults, device, message } of batch.parts) {
      for (const { reason, notes } of faults) {
        messagesRejected.inc({ reason })
        const who = `${device.tenantId}/${device.eui}`
        sparing.say('info', `message ${reason}`, { device: who, topic: message.topic, reason, notes }, 'a message could not be used')
      }
    }
  }

  /** Once a second a device. */
  function notice(name: keyof typeof noticed, { id, tenantId, areaId }: KnownDevice): void {
    const at = clock()
    if (Math.abs(at - (noticed[name].get(id) ?? -Infinity)) < CHANGE_NOTICE_MS) return
    noticed[name].set(id, at)
    live.changed(tenantId, name, id, areaId)
  }

  return {
    heard: tellHeard,
    settled(settled) {
      const { outcome } = settled
      batches.inc()
      readingsStored.inc(outcome.stored)
      tellNewest(settled)
      for (const { device, switchId, at, status } of outcome.states) live.switches(device.tenantId, device.areaId, [[switchId, at, status]])
      for (const { device, id } of outcome.madeItems) live.changed(device.tenantId, 'item', id, device.areaId)
      for (const { device, switchId } of outcome.madeSwitches) live.changed(device.tenantId, 'switch', switchId, device.areaId)
      for (const device of outcome.worded) notice('deviceWord', device)
      for (const { id, tenantId, areaId } of outcome.clocks) live.changed(tenantId, 'gateway', id, areaId)
      tellRejected(settled)
    },
  }
}
