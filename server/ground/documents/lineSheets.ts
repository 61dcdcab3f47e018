import { type AnyDocument, MAX_LINES, MAX_LINES_MB } from '#contract/core/document'
import { sheetJobs } from '../crud/foreignJobs.ts'
import { namedIds, titlesOf } from '../crud/records.ts'
import { headsOf, readSheet, type SheetFault } from '../crud/sheet.ts'
import { uploadedCells } from '../crud/uploadedCells.ts'
import type { Scope } from '../database/scope.ts'
import { failureBody, failureOf } from '../http/faults.ts'
import type { Asking } from '../http/handler.ts'
import { referencesOf } from './documentRows.ts'
import type { DocumentServices } from './services.ts'
import { documentWord, lineSheet } from './documentSheet.ts'

type Values = Readonly<Record<string, unknown>>
interface Line {
  readonly row: number
  readonly values: Values
}
/** Any title: the rules of no kind ask for one. */
const UNTITLED = '-'
/** The one way back from a dry run: whatever a rule may have written is undone with its transaction. */
class Undone extends Error {}

/**
 * The calls by which the lines of a draft come from a spreadsheet: its heads, and what is read of it. Nothing is written. `prepare` is what a
 * document goes through before it is written; it throws what is wrong with it.
 */
export function lineSheets<Body>(
  of: AnyDocument,
  { registry, foreign, serviceDb, files }: Pick<DocumentServices, 'registry' | 'foreign' | 'serviceDb' | 'files'>,
  prepare: (scope: Scope, asking: Asking, body: Body, old: null) => Promise<unknown>,
) {
  const lineOf = lineSheet(of)

  /** What the rules of the kind say against lines under a header, by path; none where they take them. */
  async function refusals(scope: Scope, asking: Asking, header: Values, lines: readonly Line[]): Promise<[string, string][]> {
    const parsed = of.body.parse({ ...header, lines: lines.map(({ values }) => values) })
    try {
      await prepare(scope, asking, parsed as Body, null)
      return []
    } catch (cause) {
      const failure = failureOf(cause)
      if (!failure || failure.status >= 500) throw cause
      const { fields, message } = failureBody(failure, asking.language)
      return Object.entries(fields ?? { '': message })
    }
  }

  /** The same by row: what is wrong with each line alone, then what is wrong with them together. Null where the header itself is refused. */
  async function ruleFaults(scope: Scope, asking: Asking, header: Values, lines: readonly Line[]): Promise<SheetFault[] | null> {
    const rowed = (said: readonly [string, string][], of: readonly Line[]) =>
      said.map(([path, message]): SheetFault | null => {
        const [, at, field] = /^lines\.(\d+)\.(.+)$/.exec(path) ?? []
        return at === undefined ? null : { row: of[Number(at)]!.row, field: field!, message }
      })
    const together = rowed(await refusals(scope, asking, header, lines), lines)
    if (together.includes(null)) return null
    if (together.length === 0) return []
    const alone: (SheetFault | null)[] = []
    for (const line of lines) alone.push(...rowed(await refusals(scope, asking, header, [line]), [line]))
    return (alone.length > 0 ? alone : together).filter((fault) => fault !== null)
  }

  return {
    lineTemplate: (_: unknown, { language, grant }: Asking) =>
      foreign.run(grant.tenantId, sheetJobs.sheet, () => ({
        title: documentWord(of, 'fields.lines', language),
        heads: headsOf(lineOf, language),
        rows: Buffer.alloc(0),
      })),

    async readLines({ body }: { body: { fileId: string; areaId?: number; header: Values } }, asking: Asking) {
      const cells = await uploadedCells({ serviceDb, foreign, files }, asking, body.fileId, MAX_LINES_MB)
      const sheet = await readSheet(lineOf, asking, {
        ...cells,
        most: MAX_LINES,
        preset: {},
        leftOut: null,
        ids: (target, names) => asking.inTenant((scope) => namedIds(scope, registry[target]!, names)),
      })
      const header = { ...body.header, areaId: body.areaId, title: UNTITLED }
      let whole = of.body.safeParse({ ...header, lines: [] }).success
      const faults: SheetFault[] = []
      const titles = new Map<string, ReadonlyMap<number, string>>()
      try {
        await asking.inTenant(async (scope) => {
          const found = whole ? await ruleFaults(scope, asking, header, sheet.records) : null
          whole = found !== null
          faults.push(...(found ?? []))
          for (const { name, rules: target } of referencesOf(of.line, registry)) {
            const ids = sheet.records.flatMap(({ values }) => (values[name] == null ? [] : [values[name] as number]))
            titles.set(name, await titlesOf(scope, target, [...new Set(ids)]))
          }
          throw new Undone()
        })
      } catch (cause) {
        if (!(cause instanceof Undone)) throw cause
      }
      const labelsOf = (values: Values) =>
        Object.fromEntries(
          [...titles].flatMap(([name, known]) => {
            const title = known.get(values[name] as number)
            return title === undefined ? [] : [[name, title]]
          }),
        )
      const told = sheet.told(faults)
      const lines = told.length > 0 ? [] : sheet.records.map(({ values }) => ({ values, labels: labelsOf(values) }))
      return {
        rows: sheet.rows,
        counts: { new: sheet.records.length, changed: 0, same: 0, duplicates: 0 },
        duplicates: [],
        committed: false,
        unknownHeads: sheet.unknownHeads,
        faults: told,
        whole,
        lines,
      }
    },
  }
}
