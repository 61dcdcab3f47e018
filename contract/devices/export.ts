import { z } from 'zod'
import { defineCall, type PermissionCode } from '../core/call.ts'
import { XLSX } from '../core/resource.ts'
import { id, text } from '../core/values.ts'
import { rangeQuery } from './collect.ts'
import { DEVICE_TYPES, type DeviceType, deviceTypes } from './deviceType.ts'

const exporting = (code: PermissionCode): PermissionCode => `${code}.ps.export`
/** What lets one take the readings of a type's devices along. */
export const exportCode = (type: DeviceType): PermissionCode => exporting(deviceTypes[type].code)
const EXPORTERS = [...new Set(DEVICE_TYPES.map(exportCode))]

/** The most cells of readings of one file, by its format: a spreadsheet is held whole while it is written. */
export const MAX_CELLS = { xlsx: 100_000, csv: 1_000_000 } as const
export const EXPORT_FORMATS = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
const format = z.enum(EXPORT_FORMATS).default('xlsx')

export const exportCalls = {
  readings: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/concentrator/{id}/export-collection',
    permission: EXPORTERS,
    produces: XLSX,
    summary:
      "The readings of a device's items over a range as a spreadsheet, a row a moment, in the tenant's zone. Says beside `endTime` where they are too many",
    query: z.object({
      ...rangeQuery,
      /** Item ids joined by commas; without it every shown item of the device. */
      itemIds: text(2000).optional(),
      format,
    }),
  }),
  newest: defineCall({
    method: 'GET',
    path: '/wfpe/v2/{t}/device/collection/export',
    permission: EXPORTERS,
    produces: XLSX,
    summary: 'The newest readings of the shown items of a base as a spreadsheet',
    query: z.object({ areaId: id.optional(), deviceType: text(40).optional(), format }),
  }),
}
