import { sql } from 'kysely'
import { article, ARTICLE_MAX } from '#contract/news/article'
import { besideField, type Row, rulesFor } from '../ground/crud/rules.ts'
import { cleanArticle, foreignMedia } from '../ground/html/cleanHtml.ts'
import { keptOf } from './kept.ts'
import { publicationAt, publicationOf } from './shown.ts'
import { toTrash } from './trash.ts'
import { keepVersion } from './versions.ts'

/** All of a row but its text, which may be long. */
const LISTED = [
  'id',
  'object_version_number',
  'title',
  'category_id',
  'cover_picture',
  'label',
  'article_source',
  'value_types',
  'value_type',
  'published_from',
  'published_until',
  'enabled_flag',
  'upload_date',
  'read_time',
].map((column) => `consult.${column}`)

const OUTSIDE = /^(https?:)?\/\//i

/** Articles: clean when they are kept, with pictures of this product alone; every change keeps what was there before. */
export const articleRules = rulesFor(article, {
  table: 'consult',
  listed: LISTED,
  told: { publication: publicationAt },

  async beforeSave({ asking, values, old, now }) {
    const refuse = (field: string, words: string) => besideField(asking, 'error.input.invalid', field, words)
    const { coverPicture, publishedFrom, publishedUntil, valueType } = values
    if (coverPicture !== null && OUTSIDE.test(coverPicture) && coverPicture !== old?.['cover_picture'])
      throw refuse('coverPicture', 'outsidePicture')
    if (publishedFrom !== null && publishedUntil !== null && publishedUntil <= publishedFrom)
      throw refuse('publishedUntil', 'publishedSpan')
    if (foreignMedia(values.content)) throw refuse('content', 'outsidePicture')
    const content = cleanArticle(values.content)
    // Cleaning may write a sign in more letters: what could not be saved again is not kept.
    if (content.length > ARTICLE_MAX) throw refuse('content', 'tooLong')
    const marks = values.valueTypes ?? (valueType === null ? [] : [valueType])
    const valueTypes = marks.toSorted((one, other) => one - other)
    // News of a day: the day on which it comes out.
    const uploadDate = publishedFrom ?? (old ? (old['upload_date'] as number) : now)
    return { content, valueTypes, valueType: valueTypes[0] ?? null, uploadDate }
  },

  async afterSave({ scope, old }) {
    if (old) await keepVersion(scope, old)
  },

  beforeDelete: ({ scope, row, now }) => toTrash(scope, row, now),

  async describe(scope, rows, now) {
    const categories = await scope
      .select('consult_category')
      .select(['consult_category.id', 'consult_category.category_name as name'])
      .where(sql<boolean>`consult_category.id = any(${rows.flatMap((row) => (row['category_id'] as number | null) ?? [])}::bigint[])`)
      .execute()
    return rows.map((row: Row) => {
      const { categoryId } = keptOf(row)
      return {
        content: row['content'] ?? '',
        categoryName: categories.find(({ id }) => id === categoryId)?.name ?? null,
        uploadDate: row['upload_date'],
        readTime: row['read_time'],
        publication: publicationOf(row as unknown as Parameters<typeof publicationOf>[0], now),
      }
    })
  },
})
