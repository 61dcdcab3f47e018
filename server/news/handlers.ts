import { type Kysely, sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import type { PermissionCode } from '#contract/core/call'
import { type Article, ARTICLES, CATEGORIES, type Category } from '#contract/news/consult'
import { readPage } from '../ground/database/page.ts'
import type { Database } from '../ground/database/schema.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { sayUses } from '../ground/files/uses.ts'
import { cleanArticle, textOfHtml } from '../ground/html/cleanHtml.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import type { Gate } from '../ground/http/gate.ts'

/** The longest beginning of an article in a list, in UTF-16 units, and how much of its HTML is looked at for it. */
const EXCERPT = 200
const EXCERPT_HTML = 4000

interface ArticleRow {
  id: number
  category_id: number | null
  category_name: string | null
  title: string
  cover_picture: string | null
  content: string
  label: string | null
  article_source: string | null
  upload_date: number
  read_time: number
  value_type: number | null
  enabled_flag: number
  object_version_number: number
}

const describeArticle = (row: ArticleRow): Article => ({
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
  valueType: row.value_type,
  enabledFlag: row.enabled_flag,
  objectVersionNumber: row.object_version_number,
})

const describeCategory = (row: {
  id: number
  category_name: string
  position: number
  enabled_flag: number
  object_version_number: number
}): Category => ({
  categoryId: row.id,
  categoryName: row.category_name,
  sort: row.position,
  enabledFlag: row.enabled_flag,
  objectVersionNumber: row.object_version_number,
})

const articleRows = (db: Kysely<Database>) =>
  db
    .selectFrom('consult')
    .leftJoin('consult_category', (join) =>
      join.onRef('consult_category.id', '=', 'consult.category_id').onRef('consult_category.tenant_id', '=', 'consult.tenant_id'),
    )
const pickArticle = (rows: ReturnType<typeof articleRows>) => rows.selectAll('consult').select('consult_category.category_name')
/** For a list that anybody may ask for: of 10,000 articles the whole content would be gigabytes. */
const pickBeginning = (rows: ReturnType<typeof articleRows>) =>
  rows.select([
    'consult.id',
    'consult.category_id',
    'consult_category.category_name',
    'consult.title',
    'consult.cover_picture',
    sql<string>`left(consult.content, ${EXCERPT_HTML})`.as('content'),
    'consult.label',
    'consult.article_source',
    'consult.upload_date',
    'consult.read_time',
    'consult.value_type',
    'consult.enabled_flag',
    'consult.object_version_number',
  ])
// Half of a tag, or of a sign, at the end would be taken for text.
const excerptOf = (beginning: string) => textOfHtml(beginning.replace(/(<[^<>]*|&\w*)$/, ''), EXCERPT)

/**
 * Articles and their categories. A public read names a tenant that need not be the caller's, so it does not pass through the fence of a
 * request: it is narrowed here to what that tenant publishes.
 */
export function newsHandlers(given: {
  readonly serviceDb: Kysely<Database>
  readonly gate: Gate
  readonly clock: () => number
}): Handlers<CallGroups['consult']> {
  const { serviceDb, gate, clock } = given

  async function publishes(tenantId: number): Promise<boolean> {
    const row = await serviceDb.selectFrom('tenant_setting').select('consult_flag').where('tenant_id', '=', tenantId).executeTakeFirst()
    return row?.consult_flag === 1
  }

  /** Whether the reader manages these in that tenant, and so sees what is not published too. */
  async function manages(asking: Asking, tenantId: number, code: PermissionCode): Promise<boolean> {
    const [scheme, token = ''] = (asking.header('authorization') ?? '').split(' ')
    if (scheme?.toLowerCase() !== 'bearer' || token === '') return false
    const caller = await gate.identify(token)
    if (typeof caller === 'string') return false
    const grant = await gate.grant(caller.userId, tenantId)
    return grant?.holds(`${code}.ps.edit` as PermissionCode) === true
  }

  async function readerOf(asking: Asking, tenantId: number, code: PermissionCode): Promise<'manager' | 'reader' | null> {
    if (await manages(asking, tenantId, code)) return 'manager'
    return (await publishes(tenantId)) ? 'reader' : null
  }

  /** An article of the scope's tenant, as an answer. */
  async function oneArticle(scope: Scope, id: number): Promise<Article> {
    const row = await pickArticle(articleRows(scope.raw))
      .where('consult.tenant_id', '=', scope.tenantId)
      .where('consult.id', '=', id)
      .executeTakeFirst()
    if (!row) throw notFound()
    return describeArticle(row)
  }

  async function mustKnowCategory(scope: Scope, categoryId: number | null): Promise<void> {
    if (categoryId == null) return
    const known = await scope
      .select('consult_category')
      .select('consult_category.id')
      .where('consult_category.id', '=', categoryId)
      .executeTakeFirst()
    if (!known) throw new CallFailure('error.consult.categoryUnknown')
  }

  async function mustBeNewName(scope: Scope, name: string, except: number): Promise<void> {
    const taken = await scope
      .select('consult_category')
      .select('consult_category.id')
      .where('consult_category.category_name', '=', name)
      .where('consult_category.id', '!=', except)
      .executeTakeFirst()
    if (taken) throw new CallFailure('error.conflict')
  }

  return {
    async page({ params, query }, asking) {
      const reader = await readerOf(asking, params.t, ARTICLES)
      if (reader == null) return { content: [], number: query.page, size: query.size, totalElements: 0 }
      let rows = articleRows(serviceDb).where('consult.tenant_id', '=', params.t)
      if (reader === 'reader') rows = rows.where('consult.enabled_flag', '=', 1)
      if (query.enabledFlag != null) rows = rows.where('consult.enabled_flag', '=', query.enabledFlag)
      if (query.valueType != null) rows = rows.where('consult.value_type', '=', query.valueType)
      if (query.categoryId != null) rows = rows.where('consult.category_id', '=', query.categoryId)
      const page = await readPage(query, rows, (all) =>
        pickBeginning(all as typeof rows)
          .orderBy('consult.upload_date', 'desc')
          .orderBy('consult.id', 'desc'),
      )
      return {
        ...page,
        content: page.content.map((row) => ({ ...describeArticle(row), content: excerptOf(row.content) })),
      }
    },

    async get({ params }, asking) {
      const row = await pickArticle(articleRows(serviceDb)).where('consult.id', '=', params.id).executeTakeFirst()
      if (!row) throw notFound()
      const reader = await readerOf(asking, row.tenant_id, ARTICLES)
      if (reader == null || (reader === 'reader' && row.enabled_flag !== 1)) throw notFound()
      return describeArticle(row)
    },

    create: ({ body }, { inTenant }) =>
      inTenant(async (scope) => {
        await mustKnowCategory(scope, body.categoryId)
        const { id } = await scope
          .insert('consult', [{ ...columnsOf(body), upload_date: clock() }])
          .returning('id')
          .executeTakeFirstOrThrow()
        await sayUses(scope.raw, { tenantId: scope.tenantId, table: 'consult', id }, namingOf(columnsOf(body)))
        return oneArticle(scope, id)
      }),

    update: ({ body }, { inTenant }) =>
      inTenant(async (scope) => {
        // The row first, so that another tenant's id is not told apart from none.
        const old = await oneArticle(scope, body.consultId)
        await mustKnowCategory(scope, body.categoryId)
        const changed = await scope
          .update('consult')
          .set({ ...columnsOf(body), object_version_number: sql`consult.object_version_number + 1` })
          .where('consult.id', '=', body.consultId)
          .where('consult.object_version_number', '=', body.objectVersionNumber)
          .executeTakeFirst()
        if (changed.numUpdatedRows === 0n) throw new CallFailure('error.version.stale')
        const before = namingOf({ cover_picture: old.coverPicture, content: old.content })
        await sayUses(scope.raw, { tenantId: scope.tenantId, table: 'consult', id: body.consultId }, namingOf(columnsOf(body)), before)
        return oneArticle(scope, body.consultId)
      }),

    async categories({ params }, asking) {
      const reader = await readerOf(asking, params.t, CATEGORIES)
      if (reader == null) return []
      let rows = serviceDb.selectFrom('consult_category').selectAll().where('tenant_id', '=', params.t)
      if (reader === 'reader') rows = rows.where('enabled_flag', '=', 1)
      return (await rows.orderBy('position').orderBy('id').execute()).map(describeCategory)
    },

    createCategory: ({ body }, { inTenant }) =>
      inTenant(async (scope) => {
        const name = body.categoryName.trim()
        await mustBeNewName(scope, name, 0)
        const row = await scope
          .insert('consult_category', [{ category_name: name, position: body.sort, enabled_flag: body.enabledFlag }])
          .returningAll()
          .executeTakeFirstOrThrow()
        return describeCategory(row)
      }),

    updateCategory: ({ body }, { inTenant }) =>
      inTenant(async (scope) => {
        const known = await scope
          .select('consult_category')
          .select('consult_category.id')
          .where('consult_category.id', '=', body.categoryId)
          .executeTakeFirst()
        if (!known) throw notFound()
        const name = body.categoryName.trim()
        await mustBeNewName(scope, name, body.categoryId)
        const row = await scope
          .update('consult_category')
          .set({
            category_name: name,
            position: body.sort,
            enabled_flag: body.enabledFlag,
            object_version_number: sql`consult_category.object_version_number + 1`,
          })
          .where('consult_category.id', '=', body.categoryId)
          .where('consult_category.object_version_number', '=', body.objectVersionNumber)
          .returningAll()
          .executeTakeFirst()
        if (!row) throw new CallFailure('error.version.stale')
        return describeCategory(row)
      }),
  }
}

const namingOf = (row: { cover_picture: string | null; content: string }) => ({ texts: [row.cover_picture, row.content] })
const columnsOf = (body: {
  title: string
  categoryId: number | null
  coverPicture: string | null
  content: string
  label: string | null
  articleSource: string | null
  valueType: number | null
  enabledFlag: number
}) => ({
  title: body.title.trim(),
  category_id: body.categoryId,
  cover_picture: body.coverPicture,
  content: cleanArticle(body.content),
  label: body.label,
  article_source: body.articleSource,
  value_type: body.valueType,
  enabled_flag: body.enabledFlag,
})
