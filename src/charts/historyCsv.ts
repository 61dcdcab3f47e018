import { csvCell, csvHead, csvRow } from '#contract/core/csv'
import { momentText } from '#src/time/moment.ts'
import { type HistoryCurve, type ValueRow, valueRows } from './historyCurve.ts'

export interface CsvWords {
  readonly steadiness: string
  readonly time: string
  readonly least: string
  readonly greatest: string
}

const figure = (value: number | null | undefined) => (value == null ? '' : String(value))

/**
 * The values of the curves between two moments (ms), oldest first, as a spreadsheet reads them: time in the reader's zone, then for every
 * curve its value, and its least and greatest where a point stands for several readings; of a direction how steady it was (0 to 1), which is empty
 * where the value is the arithmetic mean of readings that are gone.
 */
export function historyCsv(curves: readonly HistoryCurve[], [from, to]: readonly [number, number], words: CsvWords): string {
  const joined = curves.map(({ bucket }) => bucket > 0)
  const head = curves.flatMap(({ name, unit, strength }, at) => {
    const title = unit ? `${name} (${unit})` : name
    if (!joined[at]) return [title]
    return strength === null ? [title, `${title} ${words.least}`, `${title} ${words.greatest}`] : [title, `${name} ${words.steadiness}`]
  })
  const cellsOf = (one: ValueRow['cells'][number], at: number) => {
    if (!joined[at]) return [figure(one?.mean)]
    return curves[at]!.strength === null
      ? [figure(one?.mean), figure(one?.min), figure(one?.max)]
      : [figure(one?.mean), figure(one?.strength)]
  }
  const rows = valueRows(curves)
    .filter(({ ts }) => ts >= from && ts <= to)
    .toReversed()
    .map(({ ts, cells }) => [momentText(ts), ...cells.flatMap(cellsOf)])
  return csvHead([words.time, ...head].map(csvCell)) + rows.map(csvRow).join('')
}
