/** A cell of text; one that a spreadsheet would take for a formula is marked as text. */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows whose cells are written already, as a spreadsheet reads them: the mark at the front tells it that this is UTF-8. */
export const csvHead = (cells: readonly string[]): string => `\uFEFF${csvRow(cells)}`
export const csvRow = (cells: readonly string[]): string => `${cells.join(',')}\r\n`
