import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { MAX_CURVE_POINTS } from '#contract/devices/collect'
import { DEVICE_TYPES } from '#contract/devices/deviceType'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { readCurves } from '../ground/history/curve.ts'
import { HOUR } from '../ground/history/resolution.ts'
import { faultyField } from '../ground/http/faults.ts'
import type { Handlers } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import { findDevice, opened, type Reader } from './deviceRows.ts'
import { itemsOf, lockItem, toItem } from './itemRows.ts'
import { readPage } from '../ground/database/page.ts'
import { givenName, itemName } from './words.ts'
import { zonedMoment } from '../ground/zonedMoment.ts'

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

/** The items of a device whose curves were asked for: the named ones (each must be the device's own), else the shown ones. */
async function curveItems(scope: Scope, reader: Reader, deviceId: number, itemIds: string | undefined) {
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

/** Collect items, their newest readings and their history. */
export const collectHandlers = (services: Pick<Services, 'clock' | 'live'>): Handlers<CallGroups['collect']> => ({
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
    if (body.low != null && body.high != null && body.low > body.high) throw faultyField(asking.language, 'high')
    const edited = await asking.inTenant(async (scope) => {
      const row = await lockItem(scope, asking, body.id, body.objectVersionNumber)
      await scope
        .update('item')
        .set({
          name: givenName(row.code, body.name),
          unit: body.unit?.trim() || null,
          description: body.description,
          low: body.low,
          high: body.high,
          hidden: body.hidden,
          object_version_number: row.object_version_number + 1,
        })
        .where('item.id', '=', body.id)
        .execute()
      const item = await itemsOf(scope).where('item.id', '=', body.id).executeTakeFirstOrThrow()
      return { item: toItem(asking.language)(item), areaId: row.area_id }
    })
    services.live.changed(asking.grant.tenantId, 'item', edited.item.id, edited.areaId)
    return edited.item
  },

  curve: ({ params, query }, asking) =>
    asking.inTenant(async (scope) => {
      const from = zonedMoment(query.startTime, asking.grant.timeZone, 'start')
      const to = zonedMoment(query.endTime, asking.grant.timeZone, 'end')
      if (from == null || to == null) throw faultyField(asking.language, from == null ? 'startTime' : 'endTime')
      if (from >= to) throw new CallFailure('error.range.empty')
      const device = await findDevice(scope, asking, params.id)
      const items = await curveItems(scope, asking, device.id, query.itemIds)
      const limit = Math.min(MAX_CURVE_POINTS, Math.floor(POINTS_MOST / Math.max(1, items.length)))
      const points = Math.min(query.points, limit)
      return readCurves(scope, { items, from, to, points, limit, period: device.reporting_period, now: services.clock() })
    }),

  trend: ({ params, query }, asking) =>
    asking.inTenant(async (scope) => {
      const device = await findDevice(scope, asking, params.id)
      const items = await curveItems(scope, asking, device.id, undefined)
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
})
