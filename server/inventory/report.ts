import { setImmediate } from 'node:timers/promises'
import { NO_CATEGORY, REPORT_COLUMNS, type ReportRow } from '#contract/inventory/report'
import type { Context, HandlersOf } from '../ground/contents.ts'
import { sheetJobs } from '../ground/crud/foreignJobs.ts'
import type { SheetCell } from '../ground/crud/sheetJob.ts'
import { type Language, say } from '../ground/words.ts'
import { listDays, listPeriod } from './reportPeriod.ts'
import { listExpiring, listSlow } from './reportStanding.ts'

/** Rows of a spreadsheet that are made ready in one turn. */
const SLICE = 250
const NAMES = ['product', 'productCode', 'specification', 'store', 'areaName', 'category', 'unit'] as const
const LEVELS = ['opening', ...REPORT_COLUMNS, 'closing', 'transit'] as const

const headsIn = (language: Language) => [
  ...NAMES.map((name) => say(language, `inventory:report.fields.${name}`)),
  ...LEVELS.flatMap((name) => {
    const column = say(language, `inventory:report.fields.${name}`)
    return (['quantity', 'value'] as const).map((what) => say(language, `inventory:report.head.${what}`, { column }))
  }),
  say(language, 'inventory:report.fields.adjusted'),
]

/** A row as a spreadsheet has it, in the order of the heads: a program that counts with it holds 15 digits. */
function cellsOf(row: ReportRow, language: Language): SheetCell[] {
  const number = (text: string | null) => (text === null ? null : Number(text))
  const category =
    row.category &&
    say(language, row.category === NO_CATEGORY ? 'inventory:report.noCategory' : `inventory:product.choices.category.${row.category}`)
  return [
    row.productName,
    row.productCode,
    row.specification,
    row.storeName,
    row.areaName,
    category,
    row.unitName,
    ...LEVELS.flatMap((name) => [number(row[name].quantity), number(row[name].value)]),
    number(row.adjusted),
  ]
}

/** What came into the stores, left them and is there over a time; what lies there too long. */
export function reportHandlers({ clock, foreign }: Pick<Context, 'clock' | 'foreign'>): HandlersOf<'inventory'>['stockReport'] {
  return {
    period: ({ query }, asking) => asking.inTenant((scope) => listPeriod(scope, query, query, asking)),
    days: ({ query }, asking) => asking.inTenant((scope) => listDays(scope, query, asking)),
    slow: ({ query }, asking) => asking.inTenant((scope) => listSlow(scope, query, query, clock())),
    expiring: ({ query }, asking) => asking.inTenant((scope) => listExpiring(scope, query, query, { now: clock(), asking })),

    async export({ query }, asking) {
      const { inTenant, grant, language } = asking
      const { content } = await inTenant((scope) => listPeriod(scope, { page: 1, size: 0 }, query, asking))
      const slices: string[] = []
      // Slice by slice, so that whoever else calls is answered in between.
      for (let from = 0; from < content.length; from += SLICE) {
        slices.push(JSON.stringify(content.slice(from, from + SLICE).map((row) => cellsOf(row, language))))
        await setImmediate()
      }
      return foreign.run(grant.tenantId, sheetJobs.sheet, () => ({
        title: say(language, 'inventory:report.title'),
        heads: headsIn(language),
        rows: Buffer.from(slices.join('\n')),
      }))
    },
  }
}
