import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { type EditedItem, MAX_CURVE_POINTS } from '#contract/devices/collect'
import { DEVICE_TYPES } from '#contract/devices/deviceType'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { readCurves } from '../ground/history/curve.ts'
import { HOUR } from '../ground/history/resolution.ts'
import { faultyField } from '../ground/http/faults.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import { findDevice, findFor, opened, type Reader } from './deviceRows.ts'
import { itemsOf, lockItem, toItem } from './itemRows.ts'
import { readPage } from '../ground/database/page.ts'
import { givenName, itemName } from './words.ts'
import { zonedMoment } from '#contract/core/zonedMoment'

/** A sparkline's buckets; the rest of its 60 points is room for gaps. */
const TREND_POINTS = 48
const TREND_LIMIT = 60
/** Of all curves of one answer: a device of 500 items with 2,000 points each would be 50 MB of it. */
const POINTS_MOST = 100_000

async function deviceItems(scope: Scope, reader: Reader, deviceId: number, asked: { page: number; size: number }, hidden: 0 | 1) {
  const device = await findDevice(scope, reader, deviceId)
  const rows = itemsOf(scope).where('item.device_id', '=', device.id).where('item.hidden', '=', hidden)
  const answer = await readPage(asked, rows, (all) => all.orderBy('item.position').orderBy('item.id'))
  return { ...answer, content: answer.content.map(toItem(reader.language)) }
}

/** A range that was asked for as ms UTC, `to` not included; fails with error.range.empty, or beside what is no moment. */
export function rangeOf(query: { startTime: number | string; endTime: number | string }, { grant, language }: Reader) {
  const from = zonedMoment(query.startTime, grant.timeZone, 'start')
  const to = zonedMoment(query.endTime, grant.timeZone, 'end')
  if (from == null || to == null) throw faultyField(language, from == null ? 'startTime' : 'endTime')
  if (from >= to) throw new CallFailure('error.range.empty')
  return { from, to }
}

/** The items of a device whose readings were asked for: the named ones (each must be the device's own), else the shown ones. */
export async function namedItems(scope: Scope, reader: Reader, deviceId: number, itemIds: string | undefined) {
  const query = scope
    .select('item')
    .select(['item.id', 'item.code', 'item.name', 'item.unit'])
    .where('item.device_id', '=', deviceId)
    .orderBy('item.position')
    .orderBy('item.id')
  const named = (row: { id: number; code: string; name: string | null; unit: string | null }) => ({
    id: row.id,
    name: itemName(reader.language, row),
    unit: row.unit,
  })
  if (!itemIds) return (await query.where('item.hidden', '=', 0).execute()).map(named)
  const words = itemIds.split(',')
  if (!words.every((word) => /^\d{1,15}$/.test(word))) throw faultyField(reader.language, 'itemIds')
  const ids = [...new Set(words.map(Number))]
  const rows = await query.where(sql<boolean>`item.id = any(${ids}::bigint[])`).execute()
  if (rows.length !== ids.length) throw notFound()
  return rows.map(named)
}

/** Changes one item; answers it and its base. Fails with error.notFound where it is not of the device that is named. */
async function writeItem(scope: Scope, asking: Asking, given: EditedItem, deviceId: number | undefined) {
  const row = await lockItem(scope, asking, given.id, given.objectVersionNumber)
  if (deviceId !== undefined && row.device_id !== deviceId) throw notFound()
  await scope
    .update('item')
    .set({
      name: givenName(row.code, given.name),
      unit: given.unit?.trim() || null,
      description: given.description,
      low: given.low,
      high: given.high,
      hidden: given.hidden,
      object_version_number: row.object_version_number + 1,
    })
    .where('item.id', '=', given.id)
    .execute()
  const item = await itemsOf(scope).where('item.id', '=', given.id).executeTakeFirstOrThrow()
  return { item: toItem(asking.language)(item), areaId: row.area_id }
}

/** Collect items, their newest readings and their history. */
export const collectHandlers = (services: Pick<Services, 'clock' | 'live'>): Handlers<CallGroups['collect']> => {
  /** Changes items, all of them or none; of several each is of the device that is named. */
  async function edited(asking: Asking, items: readonly EditedItem[], deviceId?: number) {
    for (const { id, low, high } of items) {
      if (low === null || high === null || low <= high) continue
      throw deviceId === undefined ? faultyField(asking.language, 'high') : faultyField(asking.language, 'items', 'bandOrder', { id })
    }
    const written = await asking.inTenant(async (scope) => {
      const rows = new Map<number, Awaited<ReturnType<typeof writeItem>>>()
      // In one order, so that two who change the same items do not wait for each other in a circle.
      for (const given of items.toSorted((one, other) => one.id - other.id))
        rows.set(given.id, await writeItem(scope, asking, given, deviceId))
      return items.map(({ id }) => rows.get(id)!)
    })
    for (const { item, areaId } of written) services.live.changed(asking.grant.tenantId, 'item', item.id, areaId)
    return written.map(({ item }) => item)
  }

  return {
    collection: ({ params, query }, asking) => asking.inTenant((scope) => deviceItems(scope, asking, params.id, query, 0)),
    delCollection: ({ params, query }, asking) => asking.inTenant((scope) => deviceItems(scope, asking, params.id, query, 1)),

    areaCollection: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        const types = query.deviceType == null ? DEVICE_TYPES : DEVICE_TYPES.filter((type) => type === query.deviceType)
        let rows = itemsOf(scope).where('item.hidden', '=', 0).where(opened(asking.grant, types))
        if (query.areaId != null) rows = rows.where('item.area_id', '=', query.areaId)
        const answer = await readPage(query, rows, (all) => all.orderBy('item.area_id').orderBy('item.id'))
        return { ...answer, content: answer.content.map(toItem(asking.language)) }
      }),

    async editItem({ body }, asking) {
      const [item] = await edited(asking, [body])
      return item!
    },

    async editItems({ body }, asking) {
      await asking.inTenant((scope) => findFor('edit', scope, asking, body.id))
      return edited(asking, body.items, body.id)
    },

    curve: ({ params, query }, asking) =>
      asking.inTenant(async (scope) => {
        const { from, to } = rangeOf(query, asking)
        const device = await findDevice(scope, asking, params.id)
        const items = await namedItems(scope, asking, device.id, query.itemIds)
        const limit = Math.min(MAX_CURVE_POINTS, Math.floor(POINTS_MOST / Math.max(1, items.length)))
        const points = Math.min(query.points, limit)
        return readCurves(scope, { items, from, to, points, limit, period: device.reporting_period, now: services.clock() })
      }),

    trend: ({ params, query }, asking) =>
      asking.inTenant(async (scope) => {
        const device = await findDevice(scope, asking, params.id)
        const items = await namedItems(scope, asking, device.id, undefined)
        const now = services.clock()
        return readCurves(scope, {
          items,
          from: now - query.hours * HOUR,
          to: now + 1,
          points: TREND_POINTS,
          limit: TREND_LIMIT,
          period: device.reporting_period,
          now,
        })
      }),
  }
}
