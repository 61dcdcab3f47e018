import { sql } from 'kysely'
import type { CollectItem } from '#contract/devices/collect'
import type { FormulaName } from '#contract/devices/formula'
import { itemFace } from '#contract/devices/itemCode'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import type { Language } from '../ground/words.ts'
import { findFor, onlineOf, type Reader } from './deviceRows.ts'
import { itemName } from './words.ts'

/** Whether the calibration that was made last changes anything. */
const isCalibrated = sql<boolean>`coalesce((
  select c.factor <> 1 or c."offset" <> 0 from calibration c where c.item_id = item.id order by c.id desc limit 1), false)`.as('calibrated')

/** Collect items with what their device says of them; the caller narrows and orders. */
export const itemsOf = (scope: Scope) =>
  scope
    .select('item')
    .innerJoin('device', 'device.id', 'item.device_id')
    .leftJoin('calculation', 'calculation.item_id', 'item.id')
    .select(isCalibrated)
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
      'calculation.formula',
      'calculation.first_id',
      'calculation.second_id',
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
    calibrated: row.calibrated,
    calculation:
      row.formula === null
        ? null
        : { formula: row.formula as FormulaName, sourceIds: [row.first_id, row.second_id].filter((id) => id !== null) },
    objectVersionNumber: row.object_version_number,
  })

/** The item and its device, held until the transaction ends; fails where the caller may not edit its device, or it has changed since `version`. */
export async function lockItem(scope: Scope, reader: Reader, id: number, version: number) {
  const row = await scope
    .select('item')
    .select(['item.id', 'item.code', 'item.device_id', 'item.area_id', 'item.object_version_number'])
    .where('item.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  const device = await findFor('edit', scope, reader, row.device_id)
  if (row.object_version_number !== version) throw new CallFailure('error.version.stale')
  return { ...row, device }
}

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
