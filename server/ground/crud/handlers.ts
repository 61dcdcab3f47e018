import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { type AnyResource, callingFieldsOf, type ImportReport, MAX_NAMED_ROWS, RECORD_KEY } from '#contract/core/resource'
import { being, containing } from '../database/containing.ts'
import { readPage } from '../database/page.ts'
import type { Scope } from '../database/scope.ts'
import { CallFailure } from '../failure.ts'
import type { Asking, Handlers } from '../http/handler.ts'
import { askingIn, askingWithin } from '../http/within.ts'
import type { Services } from '../services.ts'
import { say } from '../words.ts'
import { alikeRecords } from './alikeRecords.ts'
import { bylinesOf } from './byline.ts'
import { sheetJobs } from './foreignJobs.ts'
import { keyHead, type RecordKey, recordKey } from './recordKey.ts'
import { namedIds, type Registry, recordsOf } from './records.ts'
import { columnIn, columnOf, narrowed, type Narrowing, ordered, rowsOf } from './rows.ts'
import type { Row, Rules } from './rules.ts'
import { headsOf, readSheet, rowOf, type SheetFault, sheetTitle } from './sheet.ts'

interface Request {
  readonly params: { readonly id: number }
  readonly query: Narrowing & {
    readonly page: number
    readonly size: number
    readonly template: number
    readonly named?: string
    readonly areaId?: number
    readonly objectVersionNumber?: number
  }
  readonly body: Readonly<Record<string, unknown>>
}
/** The one way back from a dry run: what it wrote is undone with its transaction. */
class Undone extends Error {}

/**
 * The calls of a declared resource, over its table and its rules: page, get, create, update, remove, options, export and import. What is
 * committed is told to every console that looks.
 */
export function crudHandlers<R extends AnyResource>(
  given: Rules<R>,
  services: Pick<Services, 'live' | 'clock' | 'foreign'> & { readonly registry: Registry },
): Handlers<R['calls']> {
  const rules = given as unknown as Rules
  const { of } = rules
  const records = recordsOf(rules, services.registry, services.clock)
  const tell = ({ grant }: Asking, ...rows: readonly Row[]) => {
    for (const areaId of new Set(rows.map(records.areaOf))) services.live.changed(grant.tenantId, of.name, rows[0]!.id, areaId)
  }
  const keyOf = (record: Readonly<Record<string, unknown>>) =>
    recordKey(of.name, { id: record[of.idName] as number, version: record['objectVersionNumber'] as number })
  const answer = async (scope: Scope, row: Row) => {
    const [described, [byline]] = await Promise.all([records.describe(scope, [row]), bylinesOf(scope, [row])])
    return { ...described[0]!, byline }
  }

  const handlers = {
    page: ({ query }: Request, { inTenant }: Asking) =>
      inTenant(async (scope) => {
        const page = await readPage(query, narrowed(scope, rules, query, services.clock()), (rows) =>
          ordered(rows, rules, query, services.clock()),
        )
        return { ...page, content: await records.describe(scope, page.content) }
      }),

    get: ({ params }: Request, { inTenant }: Asking) => inTenant(async (scope) => answer(scope, await records.find(scope, params.id))),

    async create({ body }: Request, asking: Asking) {
      const made = await asking.inTenant(async (scope) => {
        const row = await records.create(scope, asking, body)
        return { row, answer: await answer(scope, row) }
      })
      tell(asking, made.row)
      return made.answer
    },

    async update({ body }: Request, asking: Asking) {
      const { [of.idName]: id, objectVersionNumber, ...values } = body
      const done = await asking.inTenant(async (scope) => {
        const both = await records.update(scope, asking, id as number, objectVersionNumber as number, values)
        return { ...both, answer: await answer(scope, both.row) }
      })
      tell(asking, done.row, done.old)
      return done.answer
    },

    async merge({ body }: Request, asking: Asking) {
      const { [of.idName]: id, fields, basedOn } = body as { fields: object; basedOn: Readonly<Record<string, number>> } & Request['body']
      const done = await asking.inTenant(async (scope) => {
        const both = await records.merge(scope, asking, id as number, { ...fields }, basedOn)
        return { ...both, answer: await answer(scope, both.row) }
      })
      if (done.row !== done.old) tell(asking, done.row, done.old)
      return { record: done.answer, conflicts: done.conflicts }
    },

    async remove({ params, query, body }: Request, asking: Asking) {
      const id = of.shape === 'body' ? (body[of.idName] as number) : params.id
      const version = of.shape === 'body' ? (body.objectVersionNumber as number) : query.objectVersionNumber
      tell(asking, await asking.inTenant((scope) => records.remove(scope, asking, id, version)))
      return 1
    },

    options: ({ query }: Request, { inTenant }: Asking) =>
      inTenant(async (scope) => {
        const title = columnOf(rules, of.title)
        const calling = callingFieldsOf(of)
        const codes = calling.filter((name) => name !== of.title).map((name) => columnOf(rules, name))
        const by = Object.fromEntries(of.offeredBy.map((name) => [name, query[name as keyof typeof query]]))
        const { search, named } = query
        let rows = narrowed(scope, rules, by, services.clock())
        if (search?.trim()) rows = rows.where((eb) => eb.or(calling.map((name) => eb(columnIn(rules, name), '~', containing(search)))))
        if (named != null) rows = rows.where(isCalled(calling, named))
        if (query.areaId != null && of.areaField) rows = rows.where(columnIn(rules, of.areaField), '=', query.areaId as never)
        const page = await readPage(query, rows, (all) =>
          // Among many whose code holds it, the one whose code it is.
          ordered(
            search?.trim() ? all.orderBy(isCalled(calling, search.trim()), 'desc') : all,
            rules,
            { sort: rules.order ?? of.title },
            services.clock(),
          ),
        )
        return {
          ...page,
          content: page.content.map((row) => ({
            id: row.id,
            title: String(row[title]),
            enabledFlag: (row.enabled_flag as number | undefined) ?? 1,
            ...(codes.length > 0 ? { codes: codes.flatMap((column) => (typeof row[column] === 'string' ? [row[column]] : [])) } : {}),
          })),
        }
      }),

    async export({ query }: Request, asking: Asking) {
      const { language, grant } = asking
      const slices: string[] = []
      if (query.template !== 1)
        await asking.inTenant(async (scope) => {
          const { content } = await readPage({ page: 1, size: 0 }, narrowed(scope, rules, query, services.clock()), (rows) =>
            ordered(rows, rules, query, services.clock()),
          )
          // Slice by slice, so that whoever else calls is answered in between.
          for (let from = 0; from < content.length; from += SLICE) {
            const described = await records.describe(scope, content.slice(from, from + SLICE))
            slices.push(JSON.stringify(described.map((record) => [...rowOf(of, record, asking), keyOf(record)])))
            await setImmediate()
          }
        })
      return services.foreign.run(grant.tenantId, sheetJobs.sheet, () => ({
        title: sheetTitle(of, language),
        heads: [...headsOf(of, language), ...(query.template === 1 ? [] : [keyHead(language)])],
        rows: Buffer.from(slices.join('\n')),
      }))
    },

    async import({ body }: Request, asking: Asking) {
      const { commit, file, areaId, leftOut } = body as { commit: number; file: string; areaId?: number; leftOut: string[] }
      const { tenantId, decide } = asking.grant
      const [reading, editing] = [of.calls.page, of.calls.update].map(({ permission }) => decide(permission))
      const sheet = await readSheet(of, asking, {
        ...(await services.foreign.run(tenantId, sheetJobs.cells, () => Buffer.from(file, 'base64'))),
        ids: (target, names) => asking.inTenant((scope) => namedIds(scope, services.registry[target]!, names)),
        known: async (ids) =>
          reading!.allowed ? askingIn(asking, reading!.areas).inTenant((scope) => recordsById(scope, ids)) : new Map(),
        preset: areaId != null && of.areaField ? { [of.areaField]: areaId } : {},
        leftOut: commit === 1 ? leftOut : null,
      })
      const faults: SheetFault[] = []
      const duplicates: ImportReport['duplicates'] = []
      const made: Row[] = []
      const changed: { readonly old: Row; readonly row: Row }[] = []
      const isFaultless = () => sheet.faults.length === 0 && faults.length === 0
      try {
        await asking.inTenant(async (scope) => {
          if (commit === 1) await mustBeTheOnlyImport(scope)
          /** Each row is tried by the very rules of one record; one that fails does not hide what is wrong with the next. */
          const attempt = async (row: number, write: () => Promise<unknown>) => {
            await sql`savepoint sheet_row`.execute(scope.raw)
            try {
              await write()
              await sql`release savepoint sheet_row`.execute(scope.raw)
            } catch (cause) {
              await sql`rollback to savepoint sheet_row`.execute(scope.raw)
              faults.push(...sheet.faultsOf(row, cause))
            }
          }
          // Changes first: a row may be new since another record is no longer called so.
          const editor = askingIn(askingWithin(asking, scope), editing!.areas)
          await editor.inTenant(async (edited) => {
            const mine = editing!.allowed ? await idsAmong(edited, sheet.changes) : new Set()
            for (const { row, key, values } of sheet.changes)
              if (mine.has(key.id))
                await attempt(row, async () => changed.push(await records.amend(edited, editor, key.id, key.version, values)))
              else faults.push({ row, field: RECORD_KEY, message: say(asking.language, 'errors:field.key.mayNot') })
          })
          const alike = await alikeRecords(scope, rules, sheet.records)
          for (const one of sheet.records) {
            const duplicate = await alike.next(one)
            if (duplicate) duplicates.push(duplicate)
            else await attempt(one.row, async () => made.push(await records.create(scope, asking, one.values)))
          }
          if (commit !== 1 || !isFaultless()) throw new Undone()
        })
      } catch (cause) {
        if (!(cause instanceof Undone)) throw cause
      }
      const committed = commit === 1 && isFaultless()
      const told = [...made, ...changed.flatMap(({ row, old }) => [row, old])]
      if (committed && told.length > 0) tell(asking, ...told)
      return {
        rows: sheet.rows,
        counts: { new: made.length, changed: changed.length, same: sheet.same, duplicates: duplicates.length },
        committed,
        unknownHeads: sheet.unknownHeads,
        duplicates: duplicates.slice(0, MAX_NAMED_ROWS),
        faults: sheet.told(faults).slice(0, MAX_NAMED_ROWS),
      }
    },
  }

  /** The records of these ids that the caller sees, as a list answers them. */
  async function recordsById(scope: Scope, ids: readonly number[]): Promise<Map<number, Readonly<Record<string, unknown>>>> {
    const found = new Map<number, Readonly<Record<string, unknown>>>()
    for (let from = 0; from < ids.length; from += SLICE) {
      const rows = rowsOf(scope, rules).where(`${rules.table}.id`, 'in', ids.slice(from, from + SLICE) as never)
      // As a list reads them: what is too long for one stands in no sheet.
      for (const record of await records.describe(scope, await ordered(rows, rules, {}, services.clock()).execute()))
        found.set(record[of.idName] as number, record)
      await setImmediate()
    }
    return found
  }
  /** Those of the records that rows change which this scope has. */
  async function idsAmong(scope: Scope, changes: readonly { readonly key: RecordKey }[]): Promise<Set<unknown>> {
    if (changes.length === 0) return new Set()
    const ids = changes.map(({ key }) => key.id)
    const rows = await rowsOf(scope, rules)
      .select(`${rules.table}.id`)
      .where(`${rules.table}.id`, 'in', ids as never)
      .execute()
    return new Set(rows.map(({ id }) => id))
  }
  /** Two who bring one file at once: the second is told to wait, and then finds what the first made. */
  async function mustBeTheOnlyImport({ raw, tenantId }: Scope): Promise<void> {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`${of.name}.import`}, ${tenantId})) as "isFree"`.execute(raw)
    if (!rows[0]!.isFree) throw new CallFailure('error.busy')
  }

  /** False of a record that has no code at all. */
  const isCalled = (calling: readonly string[], name: string) =>
    sql<boolean>`coalesce(${sql.join(
      calling.map((field) => sql`${sql.ref(columnIn(rules, field))} ~ ${being(name)}`),
      sql` or `,
    )}, false)`
  return handlers as unknown as Handlers<R['calls']>
}

/** Rows of a spreadsheet that are made ready in one turn. */
const SLICE = 250
