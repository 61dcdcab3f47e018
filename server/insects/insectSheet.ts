import { sql } from 'kysely'
import { MAX_CELLS } from '#contract/devices/export'
import { sheetJobs } from '../ground/crud/foreignJobs.ts'
import { clockCell } from '../ground/crud/sheet.ts'
import type { SheetCell } from '../ground/crud/sheetJob.ts'
import type { Asking } from '../ground/http/handler.ts'
import { faultyField } from '../ground/http/faults.ts'
import type { Services } from '../ground/services.ts'
import { say } from '../ground/words.ts'
import { insectName } from './insectTypes.ts'
import { type Line, linesOf, type Wanted } from './lines.ts'

const COLUMNS = ['time', 'lamp', 'type', 'quantity', 'source', 'note'] as const
const MOST_ROWS = Math.floor(MAX_CELLS.xlsx / COLUMNS.length)

/** The lines of a range as a spreadsheet, oldest first; says beside `endTime` where they are too many. */
export async function insectSheet({ foreign }: Pick<Services, 'foreign'>, asking: Asking, wanted: Wanted): Promise<Uint8Array> {
  const { language, grant } = asking
  const word = (key: string) => say(language, `insects:${key}`, { zone: grant.timeZone })
  const { rows } = await asking.inTenant((scope) =>
    sql<Line>`select * from (${linesOf(scope, asking, wanted)}) as line order by at, key limit ${MOST_ROWS + 1}`.execute(scope.raw),
  )
  if (rows.length > MOST_ROWS) throw faultyField(language, 'endTime', 'rangeTooMuch', { max: MAX_CELLS.xlsx })
  const cells = rows.map((row): SheetCell[] => [
    clockCell(row.at, grant.timeZone),
    row.lamp,
    insectName(language, row),
    row.quantity,
    word(`source.${row.source}`),
    row.note,
  ])
  const heads = COLUMNS.map((column) => word(`head.${column}`))
  return foreign.run(grant.tenantId, sheetJobs.sheet, () => ({ title: word('sheet'), heads, rows: Buffer.from(JSON.stringify(cells)) }))
}
