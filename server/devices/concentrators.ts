import { sql } from 'kysely'
import type { Device } from '#contract/devices/device'
import type { Scope } from '../ground/database/scope.ts'
import { type DeviceRow, type Reader, rowsOfDevices, toDevices } from './deviceRows.ts'

/** A device record (MAP-18): the device and the one that it stands behind, null where the caller may not see that one. */
type DeviceRecord = Device & { baseConcentratorDTO: Device | null }

/** Adds to device rows their main reading, their switches and the device that each stands behind: however many, four statements more. */
export async function toDeviceRecords(scope: Scope, reader: Reader, rows: readonly DeviceRow[]): Promise<DeviceRecord[]> {
  const behind = [...new Set(rows.flatMap(({ parent_id }) => parent_id ?? []))]
  const known = new Set(rows.map(({ id }) => id))
  const missing = behind.filter((id) => !known.has(id))
  const parents =
    missing.length === 0
      ? []
      : await rowsOfDevices(scope, reader.grant)
          .where(sql<boolean>`device.id = any(${missing}::bigint[])`)
          .execute()
  const devices = await toDevices(scope, reader.language, [...rows, ...parents])
  const byId = new Map(devices.map((one) => [one.id, one]))
  return rows.map((row, at) => ({
    ...devices[at]!,
    baseConcentratorDTO: row.parent_id == null ? null : (byId.get(row.parent_id) ?? null),
  }))
}
