import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { csvCell, csvHead, csvRow } from '#contract/core/csv'
import { DEVICE_TYPES, type DeviceType } from '#contract/devices/deviceType'
import { exportCode, type ExportFormat, MAX_CELLS } from '#contract/devices/export'
import { sheetJobs } from '../ground/crud/foreignJobs.ts'
import { clockCell } from '../ground/crud/sheet.ts'
import type { SheetCell } from '../ground/crud/sheetJob.ts'
import { readPage } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'
import { faultyField } from '../ground/http/faults.ts'
import { type Asking, type Handlers, Streamed } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import { say } from '../ground/words.ts'
import { namedItems, rangeOf } from './collect.ts'
import { findDevice, opened } from './deviceRows.ts'
import { itemsOf } from './itemRows.ts'
import { itemName } from './words.ts'

/** Rows that are made ready in one turn. */
const SLICE = 250

interface Table {
  readonly title: string
  readonly heads: readonly string[]
  readonly rows: number
  readonly row: (at: number) => SheetCell[]
}

/** What stands in a cell of a text file; a moment as a spreadsheet reads it. */
function csvText(cell: SheetCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'string') return csvCell(cell)
  return new Date(cell.clock)
    .toISOString()
    .slice(0, cell.day ? 10 : 19)
    .replace('T', ' ')
}

async function* csvOf({ heads, rows, row }: Table): AsyncGenerator<string> {
  yield csvHead(heads.map(csvCell))
  for (let from = 0; from < rows; from += SLICE) {
    let text = ''
    for (let at = from; at < Math.min(rows, from + SLICE); at++) text += csvRow(row(at).map(csvText))
    yield text
    await setImmediate()
  }
}

/** A table as a file: a text that leaves as it is made, or a spreadsheet that another process makes. */
async function fileOf({ foreign }: Pick<Services, 'foreign'>, tenantId: number, format: ExportFormat, table: Table) {
  if (format === 'csv') return new Streamed(200, { 'content-type': 'text/csv; charset=utf-8' }, Readable.from(csvOf(table)))
  const slices: string[] = []
  for (let from = 0; from < table.rows; from += SLICE) {
    const length = Math.min(SLICE, table.rows - from)
    slices.push(JSON.stringify(Array.from({ length }, (_, at) => table.row(from + at))))
    await setImmediate()
  }
  const { title, heads } = table
  return foreign.run(tenantId, sheetJobs.sheet, () => ({ title, heads, rows: Buffer.from(slices.join('\n')) }))
}

interface MomentRow {
  readonly ts: number
  readonly ids: readonly number[]
  readonly values: readonly (number | null)[]
}

/** The readings of items by moment, oldest first; null where they fill more than `most` cells. */
async function momentsOf(scope: Scope, ids: readonly number[], { from, to }: { from: number; to: number }, most: number) {
  const readings = sql`from reading r where r.item_id = any(${[...ids]}::bigint[]) and r.tenant_id = ${scope.tenantId}::bigint
    and r.ts >= ${from}::bigint and r.ts < ${to}::bigint`
  // No file has fewer cells than readings: what is far too much is not sorted first.
  const counted = await sql<{ n: number }>`select count(*)::int as n from (select 1 ${readings} limit ${most + 1}) readings`.execute(
    scope.raw,
  )
  if (counted.rows[0]!.n > most) return null
  const rowsMost = Math.floor(most / Math.max(1, ids.length))
  const { rows } = await sql<MomentRow>`
    select r.ts, array_agg(r.item_id) as ids, array_agg(r.value) as values ${readings}
    group by r.ts, r.place order by r.ts, r.place limit ${rowsMost + 1}`.execute(scope.raw)
  return rows.length > rowsMost ? null : rows
}

/** Readings as files to take along. */
export const exportHandlers = (services: Pick<Services, 'foreign'>): Handlers<CallGroups['export']> => ({
  async readings({ params, query }, asking) {
    const { language, grant } = asking
    const word = (key: string, given: Record<string, string> = {}) => say(language, `devices:export.${key}`, given)
    const range = rangeOf(query, asking)
    const { items, rows } = await asking.inTenant(async (scope) => {
      const device = await findDevice(scope, asking, params.id)
      mustExport(asking, device)
      const named = await namedItems(scope, asking, device.id, query.itemIds)
      const ids = named.map(({ id }) => id)
      return { items: named, rows: await momentsOf(scope, ids, range, MAX_CELLS[query.format]) }
    })
    if (rows === null) throw faultyField(language, 'endTime', 'rangeTooMuch', { max: MAX_CELLS[query.format] })
    const columnOf = new Map(items.map(({ id }, at) => [id, at + 1]))
    return fileOf(services, grant.tenantId, query.format, {
      title: word('sheet'),
      heads: [
        word('time', { zone: grant.timeZone }),
        ...items.map(({ name, unit }) => (unit === null ? name : word('withUnit', { name, unit }))),
      ],
      rows: rows.length,
      row(at) {
        const { ts, ids, values } = rows[at]!
        const cells: SheetCell[] = [clockCell(ts, grant.timeZone), ...items.map(() => null)]
        ids.forEach((id, nr) => (cells[columnOf.get(id)!] = values[nr]!))
        return cells
      },
    })
  },

  async newest({ query }, asking) {
    const { language, grant } = asking
    const word = (key: string) => say(language, `devices:export.${key}`, { zone: grant.timeZone })
    const types = query.deviceType === undefined ? DEVICE_TYPES : DEVICE_TYPES.filter((type) => type === query.deviceType)
    const { content } = await asking.inTenant(async (scope) => {
      let rows = itemsOf(scope)
        .where('item.hidden', '=', 0)
        .where(opened(grant, types))
        .where(opened(grant, types, (type) => [exportCode(type)]))
      if (query.areaId !== undefined) rows = rows.where('item.area_id', '=', query.areaId)
      return readPage({ page: 1, size: 0 }, rows, (all) =>
        all
          .select('device.eui')
          .orderBy('item.area_id')
          .orderBy('device.name')
          .orderBy('item.device_id')
          .orderBy('item.position')
          .orderBy('item.id'),
      )
    })
    return fileOf(services, grant.tenantId, query.format, {
      title: word('newest'),
      heads: ['device', 'eui', 'item', 'value', 'unit', 'time', 'low', 'high'].map(word),
      rows: content.length,
      row(at) {
        const one = content[at]!
        const time = one.last_ts === null ? null : clockCell(one.last_ts, grant.timeZone)
        return [one.device_name, one.eui, itemName(language, one), one.last_value, one.unit, time, one.low, one.high]
      },
    })
  },
})

/** Fails with error.permission.denied where the caller may not take the readings of this device along. */
function mustExport(
  { grant }: Pick<Asking, 'grant'>,
  { device_type: type, area_id: area }: { device_type: string; area_id: number },
): void {
  const code = exportCode(type as DeviceType)
  const areas = grant.areasFor([code])
  if (!grant.holds(code) || (areas !== null && !areas.includes(area))) throw new CallFailure('error.permission.denied')
}
