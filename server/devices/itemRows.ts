import type { CollectItem } from '#contract/devices/collect'
import { itemFace } from '#contract/devices/itemCode'
import type { Scope } from '../ground/database/scope.ts'
import type { Language } from '../ground/words.ts'
import { onlineOf } from './deviceRows.ts'
import { itemName } from './words.ts'

/** Collect items with what their device says of them; the caller narrows and orders. */
export const itemsOf = (scope: Scope) =>
  scope
    .select('item')
    .innerJoin('device', 'device.id', 'item.device_id')
    .select([
      'item.id',
      'item.device_id',
      'device.name as device_name',
      'item.code',
      'item.name',
      'item.icon',
      'item.last_value',
      'item.last_ts',
      'item.unit',
      'device.presence',
      'item.description',
      'item.low',
      'item.high',
      'item.hidden',
      'device.reporting_period',
      'item.object_version_number',
    ])
type ItemRow = Awaited<ReturnType<ReturnType<typeof itemsOf>['execute']>>[number]

export const toItem =
  (language: Language) =>
  (row: ItemRow): CollectItem => ({
    id: row.id,
    concentratorId: row.device_id,
    deviceName: row.device_name,
    code: row.code,
    name: itemName(language, row),
    icon: row.icon ?? itemFace(row.code)?.icon ?? null,
    newestData: row.last_value,
    newestTime: row.last_ts,
    unit: row.unit,
    online: onlineOf(row.presence),
    description: row.description,
    low: row.low,
    high: row.high,
    hidden: row.hidden,
    reportingPeriod: row.reporting_period,
    objectVersionNumber: row.object_version_number,
  })

/** The shown items of a device, in the order of its page. */
export async function shownItems(scope: Scope, language: Language, deviceId: number): Promise<CollectItem[]> {
  const rows = await itemsOf(scope)
    .where('item.device_id', '=', deviceId)
    .where('item.hidden', '=', 0)
    .orderBy('item.position')
    .orderBy('item.id')
    .execute()
  return rows.map(toItem(language))
}
