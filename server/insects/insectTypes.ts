import type { Selectable } from 'kysely'
import type { CallGroups } from '#contract/calls'
import type { InsectType } from '#contract/insects/insectType'
import { containing } from '../ground/database/containing.ts'
import { readPage } from '../ground/database/page.ts'
import type { Database } from '../ground/database/schema.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { besideField } from '../ground/http/faults.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import { type Language, say } from '../ground/words.ts'

type TypeRow = Pick<
  Selectable<Database['insect_type']>,
  'id' | 'code' | 'zh_name' | 'en_name' | 'description' | 'hidden' | 'object_version_number'
>
export const typeColumns = ['id', 'code', 'zh_name', 'en_name', 'description', 'hidden', 'object_version_number'] as const

/** What a kind of insect is called; an insect of no known kind has a word of its own. */
export const insectName = (language: Language, names: { zh_name: string | null; en_name: string | null }): string =>
  (language === 'zh-CN' ? names.zh_name : names.en_name) ?? say(language, 'insects:unclassified')

export const toInsectType = (language: Language, row: TypeRow): InsectType => ({
  id: row.id,
  code: row.code,
  name: insectName(language, row),
  zhName: row.zh_name,
  enName: row.en_name,
  description: row.description,
  hidden: row.hidden,
  objectVersionNumber: row.object_version_number,
})

/** A page of the tenant's kinds of insects, by code. */
export const typePage = (asking: Asking, query: { page: number; size: number; name?: string | undefined }) =>
  asking.inTenant(async (scope) => {
    const word = query.name ? containing(query.name) : null
    let rows = scope.select('insect_type')
    if (word) rows = rows.where((eb) => eb.or((['code', 'zh_name', 'en_name'] as const).map((name) => eb(name, '~', word))))
    const page = await readPage(query, rows, (all) => all.select(typeColumns).orderBy('code'))
    return { ...page, content: page.content.map((row) => toInsectType(asking.language, row)) }
  })

/** Fails with error.insect.typeUnknown where the tenant has not all of these kinds. */
export async function mustKnow(scope: Scope, ids: readonly (number | null)[]): Promise<void> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return
  const found = await scope.select('insect_type').select('id').where('id', 'in', wanted).execute()
  if (found.length < wanted.length) throw new CallFailure('error.insect.typeUnknown')
}

/** The kinds of insects that a tenant counts. */
export const insectTypeHandlers = ({ live }: Pick<Services, 'live'>): Handlers<CallGroups['insectType']> => ({
  organization: ({ query }, asking) => typePage(asking, query),
  details: ({ params }, asking) =>
    asking.inTenant(async (scope) => {
      const row = await scope.select('insect_type').select(typeColumns).where('id', '=', params.id).executeTakeFirst()
      if (!row) throw notFound()
      return toInsectType(asking.language, row)
    }),
  async add({ body }, asking) {
    const { tenantId } = asking.grant
    const made = await asking.inTenant((scope) =>
      scope
        .insert('insect_type', [{ code: body.code, zh_name: body.zhName, en_name: body.enName, description: body.description }])
        .onConflict((conflict) => conflict.columns(['tenant_id', 'code']).doNothing())
        .returning(typeColumns)
        .executeTakeFirst(),
    )
    if (!made) throw besideField(asking.language, 'code', 'error.record.taken')
    live.changed(tenantId, 'insectType', made.id, null)
    return toInsectType(asking.language, made)
  },
  async edit({ body }, asking) {
    const changed = await asking.inTenant(async (scope) => {
      const row = await scope.select('insect_type').select(typeColumns).where('id', '=', body.id).forUpdate().executeTakeFirst()
      if (!row) throw notFound()
      if (row.object_version_number !== body.objectVersionNumber) throw new CallFailure('error.version.stale')
      return scope
        .update('insect_type')
        .set({
          zh_name: body.zhName,
          en_name: body.enName,
          description: body.description,
          hidden: body.hidden,
          object_version_number: row.object_version_number + 1,
        })
        .where('id', '=', row.id)
        .returning(typeColumns)
        .executeTakeFirstOrThrow()
    })
    live.changed(asking.grant.tenantId, 'insectType', changed.id, null)
    return toInsectType(asking.language, changed)
  },
})
