import { setImmediate } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import type { CallRequest } from '#contract/core/call'
import type { AuditKind } from '#contract/core/trail'
import { type AuditEntry, type auditCalls, type AuditVerb } from '#contract/organization/audit'
import { switchName } from '../devices/words.ts'
import { everybodyOf, namesOf } from '../ground/crud/byline.ts'
import { sheetJobs } from '../ground/crud/foreignJobs.ts'
import type { Context } from '../ground/contents.ts'
import { containing } from '../ground/database/containing.ts'
import { readPage } from '../ground/database/page.ts'
import type { Database } from '../ground/database/schema.ts'
import type { Scope } from '../ground/database/scope.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import { faultyField } from '../ground/http/faults.ts'
import { say } from '../ground/words.ts'
import { wallClock, zonedMoment } from '#contract/core/zonedMoment'
import { type DeclaredFields, declaredFields } from './auditFields.ts'
import { idsWithin, type Reader, wordChanges } from './auditWords.ts'

type Narrowing = CallRequest<typeof auditCalls.export>['query']
type Row = Selectable<Database['audit_entry']>

const COLUMNS = ['id', 'at', 'user_id', 'user_name', 'address', 'device', 'act', 'kind', 'title', 'verb', 'changes'] as const
/** Entries of a spreadsheet that are worded in one turn. */
const SLICE = 250

function narrowed(scope: Scope, { userId, kind, verb, from, to, search }: Narrowing, { grant, language }: Asking) {
  const edgeOf = (name: 'from' | 'to', given: number | string) => {
    const moment = zonedMoment(given, grant.timeZone, name === 'from' ? 'start' : 'end')
    if (moment === null) throw faultyField(language, name)
    return moment
  }
  let rows = scope.select('audit_entry')
  if (userId != null) rows = rows.where('user_id', '=', userId)
  if (kind) rows = rows.where('kind', '=', kind)
  if (verb) rows = rows.where('verb', '=', verb)
  if (from != null) rows = rows.where('at', '>=', edgeOf('from', from))
  if (to != null) rows = rows.where('at', '<', edgeOf('to', to))
  for (const word of search?.trim() ? [containing(search.trim())] : [])
    rows = rows.where((eb) =>
      eb.or([
        eb('title', '~', word),
        eb('user_name', '~', word),
        eb('address', '~', word),
        eb('act', '~', word),
        eb(sql<string>`changes::text`, '~', word),
      ]),
    )
  return rows
}

/** What users, roles, devices, plots, bases, alarm staff and circuits are called that stand inside of what was recorded: one query each for all entries. */
async function readerOf(
  scope: Scope,
  rows: readonly Pick<Row, 'changes'>[],
  { language, grant }: Asking,
  declared: DeclaredFields,
): Promise<Reader> {
  const { users, roles, devices, lands, switches, areas, staff } = idsWithin(rows.map(({ changes }) => changes))
  const called = async (
    table: 'role' | 'device' | 'land' | 'area' | 'alarm_staff',
    column: 'name' | 'land_name' | 'area_name',
    ids: ReadonlySet<number>,
  ) => {
    if (ids.size === 0) return new Map<number, string>()
    const { rows: known } = await sql<{ id: number; name: string }>`select id, ${sql.ref(column)} as name from ${sql.table(table)}
      where tenant_id = ${scope.tenantId} and id = any(${[...ids]}::bigint[])`.execute(scope.raw)
    return new Map(known.map(({ id, name }) => [id, name]))
  }
  const calledSwitches = async () => {
    if (switches.size === 0) return new Map<number, string>()
    const { rows: known } = await sql<{ id: number; circuit: number; name: string | null; device: string }>`
      select s.id, s.circuit, s.name, d.name as device from switch s join device d on d.id = s.device_id
      where s.tenant_id = ${scope.tenantId} and s.id = any(${[...switches]}::bigint[])`.execute(scope.raw)
    return new Map(known.map(({ id, device, ...one }) => [id, `${device} · ${switchName(language, one)}`]))
  }
  return {
    language,
    declared,
    timeZone: grant.timeZone,
    switches: await calledSwitches(),
    users: await namesOf(scope, [...users]),
    roles: await called('role', 'name', roles),
    devices: await called('device', 'name', devices),
    lands: await called('land', 'land_name', lands),
    areas: await called('area', 'area_name', areas),
    staff: await called('alarm_staff', 'name', staff),
  }
}

const entryOf = (row: Pick<Row, (typeof COLUMNS)[number]>, reader: Reader): AuditEntry => ({
  auditId: row.id,
  at: row.at,
  userId: row.user_id,
  userName: row.user_name,
  address: row.address,
  device: row.device,
  act: row.act,
  kind: row.kind as AuditKind,
  verb: row.verb as AuditVerb,
  title: row.title,
  changes: wordChanges(row.kind as AuditKind, row.changes, reader),
})

const HEADS = ['at', 'userName', 'verb', 'kind', 'title', 'changes', 'address', 'device', 'act'] as const

/** What was changed, by whom and from where, for whoever administers a tenant. */
export function auditHandlers({ foreign, registry }: Pick<Context, 'foreign' | 'registry'>): Handlers<CallGroups['audit']> {
  const declared = declaredFields(registry)
  const page = (scope: Scope, asked: { page: number; size: number }, query: Narrowing, asking: Asking) =>
    readPage(asked, narrowed(scope, query, asking), (all) => all.select(COLUMNS).orderBy('audit_entry.id', 'desc'))

  return {
    page: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        const found = await page(scope, query, query, asking)
        const reader = await readerOf(scope, found.content, asking, declared)
        return { ...found, content: found.content.map((row) => entryOf(row, reader)) }
      }),

    people: (_, { inTenant }) => inTenant(everybodyOf),

    async export({ query }, asking) {
      const { language, grant } = asking
      const word = (key: string) => say(language, `organization:audit.${key}`)
      const cells = ({ at, changes, ...entry }: AuditEntry) =>
        HEADS.map((head) => {
          if (head === 'at') return { clock: wallClock(at, grant.timeZone) }
          if (head === 'verb' || head === 'kind') return word(`${head}.${entry[head]}`)
          if (head === 'userName') return entry.userName ?? word('server')
          if (head !== 'changes') return entry[head]
          const said = changes.map(({ label, before, after, secret }) => {
            const list = (lines: readonly string[]) => lines.join(word('and')) || say(language, 'crud:none')
            const two = secret ? word('secret') : say(language, 'organization:audit.fromTo', { before: list(before), after: list(after) })
            return say(language, 'crud:pair', { one: label, two })
          })
          return said.join('\n')
        })
      const slices: string[] = []
      await asking.inTenant(async (scope) => {
        const { content } = await page(scope, { page: 1, size: 0 }, query, asking)
        const reader = await readerOf(scope, content, asking, declared)
        for (let from = 0; from < content.length; from += SLICE) {
          slices.push(JSON.stringify(content.slice(from, from + SLICE).map((row) => cells(entryOf(row, reader)))))
          await setImmediate()
        }
      })
      return foreign.run(grant.tenantId, sheetJobs.sheet, () => ({
        title: word('title'),
        heads: HEADS.map((head) => word(`columns.${head}`)),
        rows: Buffer.from(slices.join('\n')),
      }))
    },
  }
}
