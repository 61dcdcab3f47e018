import type { Row } from '../ground/crud/rules.ts'

/** What an article said, as versions and the trash keep it. */
export interface KeptArticle {
  readonly title: string
  readonly categoryId: number | null
  readonly coverPicture: string | null
  readonly content: string
  readonly label: string | null
  readonly articleSource: string | null
  readonly valueTypes: number[]
  readonly publishedFrom: number | null
  readonly publishedUntil: number | null
  readonly enabledFlag: number
}

/** An article as its row has it. */
export const keptOf = (row: Row): KeptArticle => ({
  title: row['title'] as string,
  categoryId: row['category_id'] as number | null,
  coverPicture: row['cover_picture'] as string | null,
  content: row['content'] as string,
  label: row['label'] as string | null,
  articleSource: row['article_source'] as string | null,
  valueTypes: row['value_types'] as number[],
  publishedFrom: row['published_from'] as number | null,
  publishedUntil: row['published_until'] as number | null,
  enabledFlag: row['enabled_flag'] as number,
})

/** The texts in which an article names files. */
export const namingOf = ({ coverPicture, content }: Pick<KeptArticle, 'coverPicture' | 'content'>) => ({ texts: [coverPicture, content] })
