import { momentText } from '../ui/moment.ts'
import { type HistoryCurve, valueRows } from './historyCurve.ts'

export interface CsvWords {
  readonly time: string
  readonly least: string
  readonly greatest: string
}

/** A cell of text; one that a spreadsheet would take for a formula is marked as text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
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
  // The mark at the front tells a spreadsheet that this is UTF-8.
  return `\uFEFF${[[words.time, ...head].map(cell), ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`
}
