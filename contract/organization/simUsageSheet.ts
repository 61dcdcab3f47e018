import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { amount, neededIccid, neededPattern, schemasOf } from '../core/field.ts'
import { importReport, leftOut, XLSX } from '../core/resource.ts'
import { SIM_MOST_MB, simCard } from './simCard.ts'

export const MAX_USAGE_ROWS = 10_000
export const MAX_USAGE_MB = 5

const fields = {
  iccid: neededIccid(),
  /** A month; where a spreadsheet made a day of it, the month of that day. */
  month: neededPattern(/^20\d{2}-(0[1-9]|1[0-2])(-\d{2})?$/, 'month'),
  usedMb: amount('MB', 0, SIM_MOST_MB),
}

/** A spreadsheet of what cards used by month: a row a card and month. */
export const simUsageSheet = {
  area: 'organization',
  name: 'simUsageSheet',
  fields,
  sheetFields: Object.keys(fields),
  datedTexts: ['month'],
  create: z.object(schemasOf(fields)),
}
export type SimUsageRow = z.output<typeof simUsageSheet.create>

const path = '/wfpf/v1/{t}/sim-card/usage-import' as const
const permission = simCard.codes.edit

export const simUsageSheetCalls = {
  template: defineCall({
    method: 'GET',
    path: `${path}/template`,
    permission,
    produces: XLSX,
    summary:
      "A spreadsheet for what cards used, with its heads and the caller's cards in use, each with this month, in the caller's language",
  }),
  check: defineCall({
    method: 'GET',
    path: `${path}/{uuid}`,
    permission,
    summary:
      'What is wrong with which row of a spreadsheet of usage, which the caller uploaded as a file; nothing is written. Fails with error.import.unreadable, error.import.heads, error.import.tooMany, error.file.fileTooBig',
    answer: importReport,
  }),
  bring: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path,
    permission,
    body: z.object({ fileId: z.uuid(), leftOut }),
    summary:
      'Writes down what cards used, of every row or with a fault of none; what was said of the same card and month before is replaced. A row without an amount is passed over. Fails as the check does',
    answer: importReport,
  }),
}
