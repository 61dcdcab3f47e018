import { sql } from 'kysely'
import { type ArticleVersion, VERSIONS_KEPT } from '#contract/news/article'
import { namesOf } from '../ground/crud/byline.ts'
import type { Row } from '../ground/crud/rules.ts'
import type { Scope } from '../ground/database/scope.ts'
import { notFound } from '../ground/failure.ts'
import { sayUses } from '../ground/files/uses.ts'
import { type KeptArticle, keptOf, namingOf } from './kept.ts'

const holderOf = ({ tenantId }: Pick<Scope, 'tenantId'>, id: number) => ({ tenantId, table: 'consult_version', id }) as const

/** Keeps what an article said until now; of many earlier ones the oldest goes. Their pictures stay as long as they do. */
export async function keepVersion(scope: Scope, old: Row): Promise<void> {
  const fields = keptOf(old)
  const { id } = await scope
    .insert('consult_version', [
      { consult_id: old.id, version: old.object_version_number, title: fields.title, fields: JSON.stringify(fields) },
    ])
    .returning('id')
    .executeTakeFirstOrThrow()
  await sayUses(scope.raw, holderOf(scope, id), namingOf(fields), namingOf(fields))
  await dropVersions(scope, old.id, VERSIONS_KEPT)
}

/** Forgets the versions of an article but the newest. */
export async function dropVersions({ raw, tenantId }: Pick<Scope, 'raw' | 'tenantId'>, consultId: number, but: number): Promise<void> {
  const older = await raw
    .selectFrom('consult_version')
    .select(['id', 'fields'])
    .where('tenant_id', '=', tenantId)
    .where('consult_id', '=', consultId)
    .orderBy('version', 'desc')
    .offset(but)
    .execute()
  for (const { id, fields } of older) {
    await sayUses(raw, holderOf({ tenantId }, id), { texts: [] }, namingOf(fields))
    await raw.deleteFrom('consult_version').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
  }
}

export async function versionsOf(scope: Scope, consultId: number): Promise<ArticleVersion[]> {
  const rows = await scope
    .select('consult_version')
    .select(['consult_version.version', 'consult_version.title', 'consult_version.created_at', 'consult_version.created_by'])
    .where('consult_version.consult_id', '=', consultId)
    .where(sql<boolean>`exists (select from consult where consult.id = consult_version.consult_id)`)
    .orderBy('consult_version.version', 'desc')
    .execute()
  const names = await namesOf(scope, [...new Set(rows.flatMap((row) => row.created_by ?? []))])
  return rows.map((row) => ({
    version: row.version,
    title: row.title,
    replacedAt: row.created_at ?? 0,
    replacedBy: row.created_by === null ? null : (names.get(row.created_by) ?? null),
  }))
}

export async function versionOf(scope: Scope, consultId: number, version: number): Promise<KeptArticle> {
  const row = await scope
    .select('consult_version')
    .select('consult_version.fields')
    .where('consult_version.consult_id', '=', consultId)
    .where('consult_version.version', '=', version)
    .where(sql<boolean>`exists (select from consult where consult.id = consult_version.consult_id)`)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row.fields
}

/** What an article is to say again; a category that is gone is none. */
export async function sayableAgain(scope: Scope, kept: KeptArticle): Promise<KeptArticle> {
  if (kept.categoryId === null) return kept
  const known = await scope
    .select('consult_category')
    .select('consult_category.id')
    .where('consult_category.id', '=', kept.categoryId)
    .executeTakeFirst()
  return known ? kept : { ...kept, categoryId: null }
}
