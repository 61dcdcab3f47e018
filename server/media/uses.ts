import { sql } from 'kysely'
import { MOST_USES, type PictureUse } from '#contract/media/picture'
import { routes } from '#contract/routes'
import { type Registry, titlesOf } from '../ground/crud/records.ts'
import type { Scope } from '../ground/database/scope.ts'
import type { Asking } from '../ground/http/handler.ts'
import { say } from '../ground/words.ts'

/** Rows that use files and are no records of a resource, by their table: their words stand under `media:use`. */
const OTHERS = [
  'alarm_picture',
  'app_user',
  'camera',
  'consult_trash',
  'consult_version',
  'corporation',
  'device',
  'document',
  'farm_log',
  'inquiry_message',
  'notice',
  'panorama_scene',
  'panorama_vr',
  'task_event',
  'tenant_screen',
] as const

/** The uses of a file but for the library's own, as rows of a query: also those as one of the attachments of something. */
export const usesOf = (
  file: string,
) => sql`select held.holder, held.holder_id from file_use held join file used on used.tenant_id = held.tenant_id
  and (held.file_id = used.id or held.attachment_id = used.attachment_id)
  where used.tenant_id = picture.tenant_id and used.id = ${sql.ref(file)} and held.holder <> 'picture'`

interface Held {
  readonly holder: string
  readonly holder_id: number
}

/** What shows a picture, in the caller's words: who may not read a record hears what it is, and not what it is called. */
export async function pictureUses(scope: Scope, asking: Asking, registry: Registry, pictureId: number) {
  const { rows } =
    await sql<Held>`select distinct used_by.holder, used_by.holder_id from picture, lateral (${usesOf('picture.file_id')}) used_by
    where picture.tenant_id = ${scope.tenantId} and picture.id = ${pictureId} order by 1, 2`.execute(scope.raw)
  const { language, grant } = asking
  const told = rows.slice(0, MOST_USES)
  const titles = new Map<string, ReadonlyMap<number, string>>()
  const rulesOf = new Map(Object.values(registry).map((rules) => [rules.table as string, rules]))
  for (const [holder, held] of Map.groupBy(told, (one) => one.holder)) {
    const rules = rulesOf.get(holder)
    if (rules === undefined || !grant.decide(rules.of.calls.page.permission).allowed) continue
    titles.set(
      holder,
      await titlesOf(
        scope,
        rules,
        held.map(({ holder_id: id }) => id),
      ),
    )
  }
  const uses = told.map(({ holder, holder_id: id }): PictureUse => {
    const rules = rulesOf.get(holder)
    if (rules === undefined) return { kind: otherWords(holder, language), title: null, path: null }
    const title = titles.get(holder)?.get(id) ?? null
    const page = routes.find(({ permission, path }) => permission === rules.of.code && !path.includes(':'))
    return {
      kind: say(language, `${rules.of.area}:${rules.of.name}.one`),
      title,
      path: title === null || page === undefined || !grant.holds(rules.of.code) ? null : `${page.path}?open=${id}`,
    }
  })
  return { total: rows.length, uses }
}

function otherWords(holder: string, language: Asking['language']): string {
  const known = OTHERS.find((one) => one === holder)
  return say(language, `media:use.${known ?? 'other'}`)
}
