import type { AnyDocument } from '#contract/core/document'
import { millionths, plainText } from '#contract/core/exact'
import { callingFieldsOf } from '#contract/core/resource'
import { type ResourceName, resources } from '#contract/resources'
import { blankLine, type DraftLine, isBlankLine, plainAmount } from './draft.ts'

const ONE = 1_000_000n

/** What a scan fills in: the field that refers to what has a code, and the one that counts it. */
export interface Scanned {
  readonly reference: string
  readonly count: string
}

/** What a scan fills in of the lines of a kind; null where nothing of them has a code or is counted. */
export function scannedIn({ line, amount }: Pick<AnyDocument, 'line' | 'amount'>): Scanned | null {
  const isCoded = (target: string) => target in resources && callingFieldsOf(resources[target as ResourceName]).length > 1
  const [reference] = Object.entries(line).find(([, { kind, target }]) => kind === 'reference' && target && isCoded(target)) ?? []
  const count = amount?.quantity ?? Object.keys(line).find((name) => line[name]!.kind === 'decimal')
  return reference === undefined || count === undefined ? null : { reference, count }
}

/**
 * Where one more of a record goes: to the last line that has it, in the unit in which a new line counts; else into an empty line, or a new one
 * behind the others. `values` are the cells that change.
 */
export function addScanned(
  of: Pick<AnyDocument, 'line'>,
  { reference, count }: Scanned,
  lines: readonly DraftLine[],
  value: string | number,
): { readonly row: number; readonly values: Readonly<Record<string, unknown>>; readonly isNew: boolean } {
  const blank = blankLine(of)
  const choices = Object.keys(of.line).filter((name) => of.line[name]!.kind === 'choice')
  const counted = (line: DraftLine) => millionths(plainAmount(line[count]) || '0')
  const row = lines.findLastIndex(
    (line) => line[reference] === value && choices.every((name) => line[name] === blank[name]) && counted(line) !== null,
  )
  if (row >= 0) return { row, values: { [count]: plainText(counted(lines[row]!)! + ONE) }, isNew: false }
  const empty = lines.findIndex((line) => isBlankLine(of, line))
  return { row: empty < 0 ? lines.length : empty, values: { [reference]: value, [count]: '1' }, isNew: true }
}
