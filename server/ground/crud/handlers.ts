import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { type AnyResource, callingFieldsOf } from '#contract/core/resource'
import { being, containing } from '../database/containing.ts'
import { readPage } from '../database/page.ts'
import type { Scope } from '../database/scope.ts'
import type { Asking, Handlers } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { bylinesOf } from './byline.ts'
import { sheetJobs } from './foreignJobs.ts'
import { namedIds, type Registry, recordsOf } from './records.ts'
import { columnIn, columnOf, narrowed, type Narrowing, ordered } from './rows.ts'
import type { Row, Rules } from './rules.ts'
import { headsOf, readSheet, rowOf, sheetTitle } from './sheet.ts'

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
            slices.push(JSON.stringify(described.map((record) => rowOf(of, record, asking))))
            await setImmediate()
          }
        })
      return services.foreign.run(grant.tenantId, sheetJobs.sheet, () => ({
        title: sheetTitle(of, language),
        heads: headsOf(of, language),
        rows: Buffer.from(slices.join('\n')),
      }))
    },

    async import({ body }: Request, asking: Asking) {
      const { commit, file, areaId, leftOut } = body as { commit: number; file: string; areaId?: number; leftOut: string[] }
      const sheet = await readSheet(of, asking, {
        cells: await services.foreign.run(asking.grant.tenantId, sheetJobs.cells, () => Buffer.from(file, 'base64')),
        ids: (target, names) => asking.inTenant((scope) => namedIds(scope, services.registry[target]!, names)),
        preset: areaId != null && of.areaField ? { [of.areaField]: areaId } : {},
        leftOut: commit === 1 ? leftOut : null,
      })
      const faults = [...sheet.faults]
      const made: Row[] = []
      try {
        await asking.inTenant(async (scope) => {
          for (const { row, values } of sheet.records) {
            // Each row is tried by the very rules of a new record; one that fails does not hide what is wrong with the next.
            await sql`savepoint sheet_row`.execute(scope.raw)
            try {
              made.push(await records.create(scope, asking, values))
              await sql`release savepoint sheet_row`.execute(scope.raw)
            } catch (cause) {
              await sql`rollback to savepoint sheet_row`.execute(scope.raw)
              faults.push(...sheet.faultsOf(row, cause))
            }
          }
          if (commit !== 1 || faults.length > 0) throw new Undone()
        })
      } catch (cause) {
        if (!(cause instanceof Undone)) throw cause
      }
      const committed = commit === 1 && faults.length === 0
      if (committed && made.length > 0) tell(asking, ...made)
      const found = faults.toSorted((one, other) => one.row - other.row).slice(0, MAX_FAULTS)
      return {
        rows: sheet.rows,
        created: commit === 1 && !committed ? 0 : made.length,
        committed,
        unknownHeads: sheet.unknownHeads,
        faults: found,
      }
    },
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
/** More faults than a person mends at once are not listed. */
const MAX_FAULTS = 500
