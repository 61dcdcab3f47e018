import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { neededReference, patterned, schemasOf, shortText } from '../core/field.ts'
import { importReport, leftOut, XLSX } from '../core/resource.ts'
import { deviceActors } from './deviceType.ts'
import { EUI, gateway } from './gateway.ts'

/** The most devices that one spreadsheet brings in, and the most bytes that it may have. */
export const MAX_SHEET_ROWS = 10_000
export const MAX_SHEET_MB = 5

const { name, eui, deviceType, reportingMinutes, latlng, iccid } = gateway.fields
const fields = {
  name,
  eui,
  deviceType,
  areaId: neededReference('area'),
  /** A plot of that base, by its name. */
  landName: shortText(100),
  /** The device that it stands behind, by its EUI: one that is there, or of the same spreadsheet. */
  gatewayEui: patterned(EUI, 'eui'),
  reportingMinutes,
  latlng,
  iccid,
}

/** A spreadsheet of new devices: a row a device. */
export const deviceSheet = {
  area: 'devices',
  name: 'sheet',
  fields,
  sheetFields: Object.keys(fields),
  create: z.object(schemasOf(fields)),
  choiceWords: { deviceType: 'devices:type' },
}
export type NewDevice = z.output<typeof deviceSheet.create>

const path = '/wfpe/v1/{t}/device/manager/import'
const permission = deviceActors('create')

export const deviceSheetCalls = {
  template: defineCall({
    method: 'GET',
    path: `${path}/template`,
    permission,
    produces: XLSX,
    summary: "A spreadsheet for new devices with its heads and two rows that show how they are filled in, in the caller's language",
  }),
  check: defineCall({
    method: 'GET',
    path: `${path}/{uuid}`,
    permission,
    summary:
      'What is wrong with which row of a spreadsheet of new devices, which the caller uploaded as a file; nothing is made. Fails with error.import.unreadable, error.import.heads, error.import.tooMany, error.file.fileTooBig',
    answer: importReport,
  }),
  bring: defineCall({
    method: 'POST',
    trail: 'device',
    path,
    permission,
    body: z.object({ fileId: z.uuid(), leftOut }),
    summary:
      'Makes the devices of a spreadsheet, all of them or with a fault none; the answer shows their secrets, once. Fails as the check does, and with error.busy while another is made',
    answer: importReport.extend({
      /** A spreadsheet in base64: name, EUI, user name and secret of each. Null where nothing was made. */
      secrets: z.string().nullable(),
    }),
    secret: true,
  }),
}
