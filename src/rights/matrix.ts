import type { PermissionCode } from '#contract/core/call'
import type { ModuleKey } from '#contract/core/route'
import { type MatrixRow, ROLE_COLUMNS } from '#contract/organization/role'
import { grants } from '#contract/session/permissions'

const lends = (pattern: string, code: string) => grants([pattern], code as PermissionCode)
export const isPattern = (code: string): boolean => code.endsWith('*')

/** The codes of a row, its page's first, then its buttons in the order of the columns. */
export const codesOfRow = ({ view, buttons, others }: MatrixRow): string[] => [
  ...(view === null ? [] : [view]),
  ...ROLE_COLUMNS.flatMap((column) => buttons[column] ?? []),
  ...others,
]
const codesOf = (rows: readonly MatrixRow[]) => rows.flatMap(codesOfRow)

/** The pattern of a role that lends a code, where one does: it cannot be taken back by itself. */
export const patternOf = (held: readonly string[], code: string): string | undefined =>
  held.find((one) => isPattern(one) && lends(one, code))
export const holds = (held: readonly string[], code: string): boolean => held.some((one) => lends(one, code))

/** A code given or taken. A button is of no use without its page, and nothing stays of a page that is taken. */
export function toggled(held: readonly string[], row: MatrixRow, code: string): string[] {
  if (held.includes(code)) {
    const gone = code === row.view ? codesOfRow(row) : [code]
    return held.filter((one) => !gone.includes(one))
  }
  const page = row.view !== null && !holds(held, row.view) ? [row.view] : []
  return [...new Set([...held, ...page, code])]
}

/** A pattern in the place of which stands what it lends today. */
export const writtenOut = (held: readonly string[], pattern: string, rows: readonly MatrixRow[]): string[] => [
  ...new Set([...held.filter((one) => one !== pattern), ...codesOf(rows).filter((code) => lends(pattern, code))]),
]

/** How many codes one list has and the other has not, both ways. */
export const countChanges = (before: readonly string[], after: readonly string[]): number =>
  before.filter((code) => !after.includes(code)).length + after.filter((code) => !before.includes(code)).length

export interface MatrixGroup {
  readonly module: ModuleKey
  readonly group: string | null
  readonly rows: readonly MatrixRow[]
}
/** Rows under the heads of their menus, in the order in which they come. */
export function grouped(rows: readonly MatrixRow[]): MatrixGroup[] {
  const groups: { module: ModuleKey; group: string | null; rows: MatrixRow[] }[] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last && last.module === row.module && last.group === row.group) last.rows.push(row)
    else groups.push({ module: row.module, group: row.group, rows: [row] })
  }
  return groups
}

export interface Difference {
  readonly row: MatrixRow
  readonly mine: readonly string[]
  readonly theirs: readonly string[]
}
/** Pages in which two roles lend something else: what only the one has, and what only the other. */
export const differences = (rows: readonly MatrixRow[], one: readonly string[], other: readonly string[]): Difference[] =>
  rows.flatMap((row) => {
    const codes = codesOfRow(row)
    const mine = codes.filter((code) => holds(one, code) && !holds(other, code))
    const theirs = codes.filter((code) => holds(other, code) && !holds(one, code))
    return mine.length + theirs.length === 0 ? [] : [{ row, mine, theirs }]
  })
