import type { Transaction } from 'kysely'
import { type DeletedArticle, TRASH_DAYS } from '#contract/news/article'
import type { Job } from '../ground/clock/job.ts'
import { namesOf } from '../ground/crud/byline.ts'
import type { Row } from '../ground/crud/rules.ts'
import { type Page, readPage } from '../ground/database/page.ts'
import type { Database } from '../ground/database/schema.ts'
import type { Scope } from '../ground/database/scope.ts'
import { notFound } from '../ground/failure.ts'
import { sayUses } from '../ground/files/uses.ts'
import { keptOf, namingOf } from './kept.ts'
import { dropVersions, sayableAgain } from './versions.ts'

const DAY_MS = 86_400_000
const TRASH_MS = TRASH_DAYS * DAY_MS
const HOUR_MS = 3_600_000
/** Articles that one turn of the job forgets. */
const SLICE = 100

const holderOf = (tenantId: number, id: number) => ({ tenantId, table: 'consult_trash', id }) as const

/** Puts an article that is about to be deleted where it can be brought back from, with its pictures. */
export async function toTrash(scope: Scope, row: Row, now: number): Promise<void> {
  const fields = { ...keptOf(row), readTime: row['read_time'] as number, uploadDate: row['upload_date'] as number }
  await scope.insert('consult_trash', [{ id: row.id, title: fields.title, deleted_at: now, fields: JSON.stringify(fields) }]).execute()
  await sayUses(scope.raw, holderOf(scope.tenantId, row.id), namingOf(fields), namingOf(fields))
}

/** What is in the trash and can still be brought back. */
export async function trashOf(scope: Scope, query: { page: number; size: number }, now: number): Promise<Page<DeletedArticle>> {
  const rows = scope.select('consult_trash').where('consult_trash.deleted_at', '>', now - TRASH_MS)
  const page = await readPage(query, rows, (all) =>
    all
      .select(['consult_trash.id', 'consult_trash.title', 'consult_trash.deleted_at', 'consult_trash.created_by'])
      .orderBy('consult_trash.deleted_at', 'desc')
      .orderBy('consult_trash.id', 'desc'),
  )
  const names = await namesOf(scope, [...new Set(page.content.flatMap((row) => row.created_by ?? []))])
  return {
    ...page,
    content: page.content.map((row) => ({
      consultId: row.id,
      title: row.title,
      deletedAt: row.deleted_at,
      deletedBy: row.created_by === null ? null : (names.get(row.created_by) ?? null),
      goneAt: row.deleted_at + TRASH_MS,
    })),
  }
}

/** Brings an article back under its id, with what it was read; it is switched off until somebody looks at it. */
export async function bringBack(scope: Scope, id: number, now: number): Promise<void> {
  const row = await scope
    .select('consult_trash')
    .select('consult_trash.fields')
    .where('consult_trash.id', '=', id)
    .where('consult_trash.deleted_at', '>', now - TRASH_MS)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  const { readTime, uploadDate } = row.fields
  const fields = await sayableAgain(scope, row.fields)
  // What was a version before it was deleted is still one: the next number is free.
  const newest = await scope
    .select('consult_version')
    .select(({ fn }) => fn.max<number | null>('consult_version.version').as('version'))
    .where('consult_version.consult_id', '=', id)
    .executeTakeFirstOrThrow()
  await scope
    .insert('consult', [
      {
        id,
        title: fields.title,
        category_id: fields.categoryId,
        cover_picture: fields.coverPicture,
        content: fields.content,
        label: fields.label,
        article_source: fields.articleSource,
        value_types: JSON.stringify(fields.valueTypes),
        value_type: fields.valueTypes[0] ?? null,
        published_from: fields.publishedFrom,
        published_until: fields.publishedUntil,
        enabled_flag: 0,
        upload_date: uploadDate,
        read_time: readTime,
        object_version_number: (newest.version ?? 0) + 2,
      },
    ])
    .execute()
  await sayUses(scope.raw, { tenantId: scope.tenantId, table: 'consult', id }, namingOf(fields), namingOf(fields))
  await sayUses(scope.raw, holderOf(scope.tenantId, id), { texts: [] }, namingOf(fields))
  await scope.remove('consult_trash').where('consult_trash.id', '=', id).execute()
}

/** Deletes an article of the trash for good, with its versions; false where there is none. */
export async function forget(raw: Transaction<Database>, tenantId: number, id: number): Promise<boolean> {
  const row = await raw
    .deleteFrom('consult_trash')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning('fields')
    .executeTakeFirst()
  if (!row) return false
  await sayUses(raw, holderOf(tenantId, id), { texts: [] }, namingOf(row.fields))
  await dropVersions({ raw, tenantId }, id, 0)
  return true
}

/** Forgets what was long enough in the trash, and who was counted before today. */
export const newsJob = (clock: () => number): Job => ({
  name: 'news.forget',
  every: HOUR_MS,
  missed: 'catchUp',
  async once(work) {
    const now = clock()
    const old = await work
      .selectFrom('consult_trash')
      .select(['tenant_id', 'id'])
      .where('deleted_at', '<=', now - TRASH_MS)
      .orderBy('deleted_at')
      .limit(SLICE)
      .execute()
    for (const { tenant_id: tenantId, id } of old) await forget(work, tenantId, id)
    await work
      .deleteFrom('consult_read')
      .where('day', '<', new Date(now - DAY_MS).toISOString().slice(0, 10))
      .execute()
  },
})
