import { csvCell, csvHead, csvRow } from '#contract/core/csv'
import { momentText } from '../ui/moment.ts'
import { type HistoryCurve, valueRows } from './historyCurve.ts'

export interface CsvWords {
  readonly time: string
  readonly least: string
  readonly greatest: string
}

const figure = (value: number | null | undefined) => (value == null ? '' : String(value))

/**
 * The values of the curves between two moments (ms), oldest first, as a spreadsheet reads them: time in the reader's zone, then for every
 * curve its value, and its least and greatest where a point stands for several readings.
 */
export function historyCsv(curves: readonly HistoryCurve[], [from, to]: readonly [number, number], words: CsvWords): string {
  const joined = curves.map(({ bucket }) => bucket > 0)
  const head = curves.flatMap(({ name, unit }, at) => {
    const title = unit ? `${name} (${unit})` : name
    return joined[at] ? [title, `${title} ${words.least}`, `${title} ${words.greatest}`] : [title]
  })
  const rows = valueRows(curves)
    .filter(({ ts }) => ts >= from && ts <= to)
    .toReversed()
    .map(({ ts, cells }) => [
      momentText(ts),
      ...cells.flatMap((one, at) => (joined[at] ? [figure(one?.mean), figure(one?.min), figure(one?.max)] : [figure(one?.mean)])),
    ])
  return csvHead([words.time, ...head].map(csvCell)) + rows.map(csvRow).join('')
}
