import { type Kysely, sql } from 'kysely'
import { valueTypes } from '#contract/news/article'
import { parseFileUrl } from '#contract/media/files'
import type { Database } from '../../ground/database/schema.ts'
import { articleRows, excerptOf, marked, newestFirst, pickBeginning } from '../consult.ts'
import { isShownAt } from '../shown.ts'
import { type Size, shownContent } from './pictures.ts'

/** The most articles of the carousel, and of each list beside it. */
const SLIDES_MOST = 5
const RANKED_MOST = 8
/** How many cards a page has; strangers choose among these alone. */
export const PAGE_SIZES = [10, 20, 50] as const

/** Which news is asked for. `category` 0 is all of them, null the first; of an article there is `id` alone. */
export interface NewsAt {
  readonly tenantId: number
  readonly id: number | null
  readonly category: number | null
  readonly page: number
  readonly size: number
}
/** Who publishes. */
export interface Publisher {
  readonly tenantId: number
  readonly tenantName: string
  readonly timeZone: string
}
export interface ShownCard {
  readonly id: number
  readonly title: string
  /** The address of its picture as it was kept. */
  readonly cover: string | null
  readonly excerpt: string
  readonly label: string | null
  readonly source: string | null
  readonly category: string | null
  readonly uploadDate: number
  readonly readTime: number
}
export interface ShownList extends Publisher {
  readonly slides: readonly ShownCard[]
  readonly latest: readonly ShownCard[]
  readonly hot: readonly ShownCard[]
  readonly categories: readonly { readonly id: number; readonly name: string }[]
  /** The tab that is open; 0 is all of them. */
  readonly category: number
  readonly cards: readonly ShownCard[]
  readonly total: number
  readonly page: number
  readonly size: number
}
export interface ShownArticle extends Publisher, ShownCard {
  /** Clean HTML. */
  readonly content: string
}

/** The tenant, and whether it publishes; undefined where there is none. */
export async function publisherOf(
  db: Kysely<Database>,
  tenantId: number,
): Promise<(Publisher & { readonly publishes: boolean }) | undefined> {
  const row = await db
    .selectFrom('tenant')
    .leftJoin('tenant_setting', 'tenant_setting.tenant_id', 'tenant.id')
    .select(['tenant.name', 'tenant.time_zone', 'tenant_setting.consult_flag'])
    .where('tenant.id', '=', tenantId)
    .executeTakeFirst()
  return row && { tenantId, tenantName: row.name, timeZone: row.time_zone, publishes: row.consult_flag === 1 }
}

/** What of a tenant is shown at a moment, past the second fence: whoever asks is nobody. */
const shownRows = (db: Kysely<Database>, tenantId: number, now: number) =>
  articleRows(db).where('consult.tenant_id', '=', tenantId).where(isShownAt(now))

/**
 * Which rows news is made of at a moment: another text after any change of one of them, and after the clock has shown or withdrawn one. Undefined
 * where nothing is published.
 */
export async function stampOf(db: Kysely<Database>, { tenantId, id }: NewsAt, now: number): Promise<string | undefined> {
  const shown = sql`select consult.id, consult.xmin from consult where consult.tenant_id = ${tenantId} and ${isShownAt(now)}${id === null ? sql`` : sql` and consult.id = ${id}`}`
  const { rows } = await sql<{ stamp: string; shown: number }>`
    select concat_ws(' ', tenant.xmin, tenant_setting.xmin, a.n, a.sum, c.sum) as stamp, a.n::int as shown
    from tenant join tenant_setting on tenant_setting.tenant_id = tenant.id and tenant_setting.consult_flag = 1,
    lateral (select count(*) as n, sum(hashtextextended(id || ' ' || xmin::text, 0)) as sum from (${shown}) s) a,
    lateral (select sum(hashtextextended(id || ' ' || xmin::text, 0)) as sum from consult_category where tenant_id = ${tenantId}) c
    where tenant.id = ${tenantId}`.execute(db)
  const [row] = rows
  return row && (id === null || row.shown === 1) ? row.stamp : undefined
}

const cardOf = (row: Awaited<ReturnType<ReturnType<typeof pickBeginning>['execute']>>[number]): ShownCard => ({
  id: row.id,
  title: row.title,
  cover: row.cover_picture,
  excerpt: excerptOf(row.content),
  label: row.label,
  source: row.article_source,
  category: row.category_name,
  uploadDate: row.upload_date,
  readTime: row.read_time,
})

/** The newest that are shown: what the page, the feed and the site map list. */
export async function newestShown(db: Kysely<Database>, tenantId: number, most: number, now: number): Promise<ShownCard[]> {
  return (
    await newestFirst(pickBeginning(shownRows(db, tenantId, now)))
      .limit(most)
      .execute()
  ).map(cardOf)
}

export async function shownList(db: Kysely<Database>, publisher: Publisher, at: NewsAt, now: number): Promise<ShownList> {
  const { tenantId } = publisher
  const all = () => shownRows(db, tenantId, now)
  const some = async (mark: number, most: number) =>
    (
      await newestFirst(pickBeginning(all().where(marked(mark))))
        .limit(most)
        .execute()
    ).map(cardOf)
  const categories = await db
    .selectFrom('consult_category')
    .select(['id', 'category_name as name'])
    .where('tenant_id', '=', tenantId)
    .where('enabled_flag', '=', 1)
    .orderBy('position')
    .orderBy('id')
    .execute()
  // NEWS-03. What is none of them is all of them.
  const known = at.category === 0 || categories.some(({ id }) => id === at.category)
  const category = known ? at.category! : (categories[0]?.id ?? 0)
  const within = () => (category === 0 ? all() : all().where('consult.category_id', '=', category))
  const { total } = await within()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const page = Math.min(at.page, Math.max(1, Math.ceil(total / at.size)))
  const cards = await newestFirst(pickBeginning(within()))
    .limit(at.size)
    .offset((page - 1) * at.size)
    .execute()
  return {
    tenantId,
    tenantName: publisher.tenantName,
    timeZone: publisher.timeZone,
    slides: await some(valueTypes.carousel, SLIDES_MOST),
    latest: await some(valueTypes.latest, RANKED_MOST),
    hot: await some(valueTypes.hot, RANKED_MOST),
    categories,
    category,
    cards: cards.map(cardOf),
    total,
    page,
    size: at.size,
  }
}

export async function shownArticle(db: Kysely<Database>, publisher: Publisher, id: number, now: number): Promise<ShownArticle | undefined> {
  const row = await shownRows(db, publisher.tenantId, now)
    .selectAll('consult')
    .select('consult_category.category_name')
    .where('consult.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { tenantId, tenantName, timeZone } = publisher
  return {
    tenantId,
    tenantName,
    timeZone,
    ...cardOf(row),
    content: shownContent(row, row.content, await sizesOf(db, tenantId, id)),
  }
}

/** How large the pictures are that an article shows. */
async function sizesOf(db: Kysely<Database>, tenantId: number, id: number): Promise<ReadonlyMap<string, Size>> {
  const files = await shownFiles(db, { tenantId, id }).select(['file.id', 'file.width', 'file.height']).execute()
  return new Map(
    files.flatMap(({ id: uuid, width, height }) => (width === null || height === null ? [] : [[uuid, { width, height }] as const])),
  )
}

/** The files that an article names. */
const shownFiles = (db: Kysely<Database>, { tenantId, id }: { tenantId: number; id: number }) =>
  db
    .selectFrom('file_use')
    .innerJoin('file', (join) => join.onRef('file.id', '=', 'file_use.file_id').onRef('file.tenant_id', '=', 'file_use.tenant_id'))
    .where('file_use.tenant_id', '=', tenantId)
    .where('file_use.holder', '=', 'consult')
    .where('file_use.holder_id', '=', id)

/** A file that an article shows to everybody, and until when (ms UTC) it is shown for sure; undefined of any other one. */
export const shownFile = (db: Kysely<Database>, at: { tenantId: number; id: number }, uuid: string, now: number) =>
  shownFiles(db, at)
    .innerJoin('consult', (join) =>
      join.onRef('consult.id', '=', 'file_use.holder_id').onRef('consult.tenant_id', '=', 'file_use.tenant_id'),
    )
    .innerJoin('tenant_setting', (join) =>
      join.onRef('tenant_setting.tenant_id', '=', 'consult.tenant_id').on('tenant_setting.consult_flag', '=', 1),
    )
    .select(['file.bytes', 'file.content_type', 'file.sha256', 'consult.published_until as until'])
    .where(isShownAt(now))
    .where('file.id', '=', uuid)
    .executeTakeFirst()

/** When the clock next shows or withdraws an article of a tenant, ms UTC; null where no time is set. */
export async function nextChange(db: Kysely<Database>, tenantId: number, now: number): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select min(at) as at from consult, lateral (values (published_from), (published_until)) times (at)
    where tenant_id = ${tenantId} and enabled_flag = 1 and at > ${now}`.execute(db)
  return rows[0]?.at ?? null
}

/** The file of a picture, where it is one of a tenant. */
export const fileOf = (address: string | null): string | null => (address === null ? null : (parseFileUrl(address)?.id ?? null))
