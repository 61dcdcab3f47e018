import { type Kysely, sql } from 'kysely'
import type { PermissionCode } from '#contract/core/call'
import { ARTICLES, CATEGORIES } from '#contract/news/codes'
import type { Consult } from '#contract/news/consult'
import type { HandlersOf } from '../ground/contents.ts'
import { readPage } from '../ground/database/page.ts'
import type { Database } from '../ground/database/schema.ts'
import { notFound } from '../ground/failure.ts'
import { textOfHtml } from '../ground/html/cleanHtml.ts'
import type { Gate } from '../ground/http/gate.ts'
import type { Asking } from '../ground/http/handler.ts'
import { shownContent, shownCover } from './information/pictures.ts'
import { isShownAt, publicationOf } from './shown.ts'

/** The longest beginning of an article in a list, in UTF-16 units, and how much of its HTML is looked at for it. */
const EXCERPT = 200
export const EXCERPT_HTML = 4000

interface ArticleRow {
  id: number
  tenant_id: number
  category_id: number | null
  category_name: string | null
  title: string
  cover_picture: string | null
  content: string
  label: string | null
  article_source: string | null
  upload_date: number
  read_time: number
  value_types: readonly number[]
  enabled_flag: number
  published_from: number | null
  published_until: number | null
  object_version_number: number
}

const describeArticle = (row: ArticleRow, asked?: number): Consult => ({
  consultId: row.id,
  title: row.title,
  categoryId: row.category_id,
  categoryName: row.category_name,
  coverPicture: row.cover_picture,
  content: row.content,
  label: row.label,
  articleSource: row.article_source,
  uploadDate: row.upload_date,
  readTime: row.read_time,
  valueType: asked ?? row.value_types[0] ?? null,
  valueTypes: [...row.value_types],
  enabledFlag: row.enabled_flag,
  objectVersionNumber: row.object_version_number,
})

export const articleRows = (db: Kysely<Database>) =>
  db
    .selectFrom('consult')
    .leftJoin('consult_category', (join) =>
      join.onRef('consult_category.id', '=', 'consult.category_id').onRef('consult_category.tenant_id', '=', 'consult.tenant_id'),
    )
/** For a list that anybody may ask for: of 10,000 articles the whole content would be gigabytes. */
export const pickBeginning = (rows: ReturnType<typeof articleRows>) =>
  rows.select([
    'consult.id',
    'consult.tenant_id',
    'consult.category_id',
    'consult_category.category_name',
    'consult.title',
    'consult.cover_picture',
    sql<string>`left(consult.content, ${EXCERPT_HTML})`.as('content'),
    'consult.label',
    'consult.article_source',
    'consult.upload_date',
    'consult.read_time',
    'consult.value_types',
    'consult.enabled_flag',
    'consult.published_from',
    'consult.published_until',
    'consult.object_version_number',
  ])
export const marked = (mark: number) => sql<boolean>`consult.value_types @> ${JSON.stringify([mark])}::jsonb`
export const newestFirst = <Rows extends ReturnType<typeof pickBeginning>>(rows: Rows) =>
  rows.orderBy('consult.upload_date', 'desc').orderBy('consult.id', 'desc') as Rows
/** What everybody may read of an article: its own pictures have addresses that need no sign-in, and others are none. */
const asShown = (row: ArticleRow): ArticleRow => ({
  ...row,
  cover_picture: shownCover(row, row.cover_picture),
  content: shownContent(row, row.content),
})
/** The words with which an article begins. Half of a tag, or of a sign, at the end would be taken for text. */
export function excerptOf(beginning: string): string {
  const tag = beginning.lastIndexOf('<')
  const whole = tag > beginning.lastIndexOf('>') ? beginning.slice(0, tag) : beginning
  return textOfHtml(whole.replace(/&\w{0,30}$/, ''), EXCERPT)
}

export async function publishes(db: Kysely<Database>, tenantId: number): Promise<boolean> {
  const row = await db.selectFrom('tenant_setting').select('consult_flag').where('tenant_id', '=', tenantId).executeTakeFirst()
  return row?.consult_flag === 1
}

/**
 * Articles and their categories as they are read. A public read names a tenant that need not be the caller's, so it does not pass through
 * the fence of a request: it is narrowed here to what that tenant publishes.
 */
export function consultHandlers(given: {
  readonly serviceDb: Kysely<Database>
  readonly gate: Gate
  readonly clock: () => number
}): HandlersOf<'news'>['consult'] {
  const { serviceDb, gate, clock } = given

  /** Whether the reader manages these in that tenant, and so sees what is not published too. */
  async function manages(asking: Asking, tenantId: number, code: PermissionCode): Promise<boolean> {
    const [scheme, token = ''] = (asking.header('authorization') ?? '').split(' ')
    if (scheme?.toLowerCase() !== 'bearer' || token === '') return false
    const caller = await gate.identify(token)
    if (typeof caller === 'string') return false
    const grant = await gate.grantFor(caller, tenantId)
    return grant?.holds(`${code}.ps.edit` as PermissionCode) === true
  }

  async function readerOf(asking: Asking, tenantId: number, code: PermissionCode) {
    const [isPublic, isManager] = [await publishes(serviceDb, tenantId), await manages(asking, tenantId, code)]
    return isPublic || isManager ? { isPublic, isManager } : null
  }

  const categoriesOf = (tenantId: number, enabledOnly: boolean) => {
    const rows = serviceDb.selectFrom('consult_category').selectAll().where('tenant_id', '=', tenantId)
    return (enabledOnly ? rows.where('enabled_flag', '=', 1) : rows).orderBy('position').orderBy('id')
  }

  return {
    async page({ params, query }, asking) {
      const reader = await readerOf(asking, params.t, ARTICLES)
      const nothing = { content: [], number: query.page, size: query.size, totalElements: 0 }
      if (reader == null) return nothing
      const now = clock()
      let rows = articleRows(serviceDb).where('consult.tenant_id', '=', params.t)
      // Who asks for what is enabled means what everybody sees: /home is the same for who writes the news.
      if (!reader.isManager || query.enabledFlag === 1) rows = rows.where(isShownAt(now))
      if (query.enabledFlag != null) rows = rows.where('consult.enabled_flag', '=', query.enabledFlag)
      if (query.valueType != null) rows = rows.where(marked(query.valueType))
      let { categoryId } = query
      if (categoryId == null && query.defaultType === 1) {
        categoryId = (await categoriesOf(params.t, true).executeTakeFirst())?.id
        if (categoryId == null) return nothing
      }
      if (categoryId != null) rows = rows.where('consult.category_id', '=', categoryId)
      const page = await readPage(query, rows, (all) => newestFirst(pickBeginning(all as typeof rows)))
      return {
        ...page,
        content: page.content.map((row) => ({
          ...describeArticle(row, query.valueType),
          ...(reader.isPublic && publicationOf(row, now) === 'shown' ? { coverPicture: shownCover(row, row.cover_picture) } : {}),
          content: excerptOf(row.content),
        })),
      }
    },

    async get({ params }, asking) {
      const row = await articleRows(serviceDb)
        .selectAll('consult')
        .select('consult_category.category_name')
        .where('consult.id', '=', params.id)
        .executeTakeFirst()
      if (!row) throw notFound()
      const reader = await readerOf(asking, row.tenant_id, ARTICLES)
      const isShown = publicationOf(row, clock()) === 'shown'
      if (reader == null || (!reader.isManager && !isShown)) throw notFound()
      return describeArticle(reader.isPublic && isShown ? asShown(row) : row)
    },

    async categories({ params }, asking) {
      const reader = await readerOf(asking, params.t, CATEGORIES)
      if (reader == null) return []
      const rows = await categoriesOf(params.t, !reader.isManager).execute()
      return rows.map((row) => ({
        categoryId: row.id,
        categoryName: row.category_name,
        sort: row.position,
        enabledFlag: row.enabled_flag,
        objectVersionNumber: row.object_version_number,
      }))
    },
  }
}
