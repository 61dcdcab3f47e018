import { type ExpiringRow, NO_CATEGORY, REPORT_LEVELS, type ReportRow, type SlowRow } from '#contract/inventory/report'
import type { Context, HandlersOf } from '../ground/contents.ts'
import { clockCell } from '../ground/crud/sheet.ts'
import type { SheetCell } from '../ground/crud/sheetJob.ts'
import { type Language, say } from '../ground/words.ts'
import { listEntries } from './reportEntries.ts'
import { listDays, listPeriod } from './reportPeriod.ts'
import { listExpiring, listSlow } from './reportStanding.ts'
import { answerSheet, dayCell, numberCell } from './stockSheet.ts'

const EVERY = { page: 1, size: 0 }
const NAMES = ['product', 'productCode', 'specification', 'store', 'areaName'] as const

type Field = (typeof NAMES)[number] | (typeof REPORT_LEVELS)[number] | 'category' | 'unit' | 'adjusted' | 'lastIssue' | 'lastMove'
const fieldIn = (language: Language) => (name: Field) => say(language, `inventory:report.fields.${name}`)
const stockFieldIn = (language: Language) => (name: 'onHand' | 'value') => say(language, `inventory:stock.fields.${name}`)

const periodHeads = (language: Language) => [
  ...[...NAMES, 'category' as const, 'unit' as const].map(fieldIn(language)),
  ...REPORT_LEVELS.flatMap((name) => {
    const column = fieldIn(language)(name)
    return (['quantity', 'value'] as const).map((what) => say(language, `inventory:report.head.${what}`, { column }))
  }),
  fieldIn(language)('adjusted'),
]
const namesOf = ({ productName, productCode, specification, storeName, areaName }: Pick<ReportRow, keyof SlowRow & keyof ReportRow>) => [
  productName,
  productCode,
  specification,
  storeName,
  areaName,
]
function periodCells(row: ReportRow, language: Language): SheetCell[] {
  const category =
    row.category &&
    say(language, row.category === NO_CATEGORY ? 'inventory:report.noCategory' : `inventory:product.choices.category.${row.category}`)
  return [
    ...namesOf(row),
    category,
    row.unitName,
    ...REPORT_LEVELS.flatMap((name) => [numberCell(row[name].quantity), numberCell(row[name].value)]),
    numberCell(row.adjusted),
  ]
}

/** What lies there: its names, how much it is, and what else is told of it. */
const standingHeads = (language: Language, more: readonly string[]) => [
  ...[...NAMES, 'unit' as const].map(fieldIn(language)),
  ...(['onHand', 'value'] as const).map(stockFieldIn(language)),
  ...more,
]
const standingCells = (row: SlowRow | ExpiringRow, more: readonly SheetCell[]) => [
  ...namesOf(row),
  row.unitName,
  numberCell(row.onHand),
  numberCell(row.value),
  ...more,
]

/** What came into the stores, left them and is there over a time; what lies there too long. */
export function reportHandlers({ clock, foreign }: Pick<Context, 'clock' | 'foreign'>): HandlersOf<'inventory'>['stockReport'] {
  return {
    period: ({ query }, asking) => asking.inTenant((scope) => listPeriod(scope, query, query, asking)),
    entries: ({ query }, asking) => asking.inTenant((scope) => listEntries(scope, query, query, asking)),
    days: ({ query }, asking) => asking.inTenant((scope) => listDays(scope, query, asking)),
    slow: ({ query }, asking) => asking.inTenant((scope) => listSlow(scope, query, query, clock())),
    expiring: ({ query }, asking) => asking.inTenant((scope) => listExpiring(scope, query, query, { now: clock(), asking })),

    async export({ query }, asking) {
      const { content } = await asking.inTenant((scope) => listPeriod(scope, EVERY, query, asking))
      return answerSheet(foreign, asking, content, { title: 'inventory:report.title', heads: periodHeads, cellsOf: periodCells })
    },
    async exportSlow({ query }, asking) {
      const { content } = await asking.inTenant((scope) => listSlow(scope, EVERY, query, clock()))
      return answerSheet(foreign, asking, content, {
        title: 'inventory:report.tab.slow',
        heads: (language) => standingHeads(language, (['lastIssue', 'lastMove'] as const).map(fieldIn(language))),
        cellsOf: (row) =>
          standingCells(
            row,
            [row.lastIssue, row.lastMove].map((at) => (at === null ? null : clockCell(at, asking.grant.timeZone))),
          ),
      })
    },
    async exportExpiring({ query }, asking) {
      const { content } = await asking.inTenant((scope) => listExpiring(scope, EVERY, query, { now: clock(), asking }))
      return answerSheet(foreign, asking, content, {
        title: 'inventory:report.tab.expiring',
        heads: (language) =>
          standingHeads(
            language,
            (['lotNo', 'expiresOn'] as const).map((name) => say(language, `inventory:stock.lot.${name}`)),
          ),
        cellsOf: (row) => standingCells(row, [row.lotNo, dayCell(row.expiresOn)]),
      })
    },
  }
}
