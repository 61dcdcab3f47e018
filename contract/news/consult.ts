import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { flag, id, integer, pageOf, pageQuery, requiredText, text } from '../core/values.ts'

/** 3§3: where an article stands out. An article may have no such place: null. */
export const valueTypes = { hot: 1, latest: 2, carousel: 3 } as const

/** The longest article, in UTF-16 units of its HTML. */
const MAX_CONTENT = 200_000

/** An agricultural article. `content` is sanitised HTML; `uploadDate` ms UTC; `readTime` how often it was read. */
export const article = z.object({
  consultId: z.int(),
  title: z.string(),
  categoryId: z.int().nullable(),
  categoryName: z.string().nullable(),
  coverPicture: z.string().nullable(),
  content: z.string(),
  label: z.string().nullable(),
  articleSource: z.string().nullable(),
  uploadDate: z.int(),
  readTime: z.int(),
  valueType: z.int().nullable(),
  enabledFlag: z.int(),
  objectVersionNumber: z.int(),
})
export type Article = z.infer<typeof article>

/** HOME-13: an article as the home page names its parts: one article, mapped in this one place. */
export const homeNewsOf = ({ consultId, title, coverPicture, uploadDate, readTime }: Article) => ({
  id: consultId,
  title,
  coverPicture,
  createDate: uploadDate,
  readTime,
})
/** HOME-05. */
export const SHOWN_NEWS = 5

export const category = z.object({
  categoryId: z.int(),
  categoryName: z.string(),
  sort: z.int(),
  enabledFlag: z.int(),
  objectVersionNumber: z.int(),
})
export type Category = z.infer<typeof category>

const picture = z
  .string()
  .max(500)
  .regex(/^(https?:\/\/[^\s]+|\/(?![/\\])[^\s]*)$/)
  .nullable()
  .default(null)
const articleBody = z.object({
  title: requiredText(120),
  categoryId: id.nullable().default(null),
  coverPicture: picture,
  content: text(MAX_CONTENT).default(''),
  label: text(60).nullable().default(null),
  articleSource: text(120).nullable().default(null),
  valueType: integer(1, 3).nullable().default(null),
  enabledFlag: flag.default(1),
})
const categoryBody = z.object({ categoryName: requiredText(60), sort: integer(0, 10_000).default(0), enabledFlag: flag.default(1) })
const version = { objectVersionNumber: integer(1, 2_000_000_000) }

export const ARTICLES = 'wfpf.company.config.article'
export const CATEGORIES = 'wfpf.company.config.classify'

/**
 * Articles and their categories. The reads are public: they answer for a tenant that publishes (TENANT-05), and then only what is enabled;
 * who manages the articles of the tenant also sees what is not published.
 */
export const consultCalls = {
  page: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/consult',
    permission: 'public',
    summary: 'Articles of a tenant, newest first; `content` is the beginning of the text without its markup',
    query: z.object({
      ...pageQuery,
      enabledFlag: integer(0, 1).optional(),
      valueType: integer(1, 3).optional(),
      categoryId: id.optional(),
    }),
    answer: pageOf(article),
  }),
  get: defineCall({
    method: 'GET',
    path: '/wfpf/v1/consult/{id}',
    permission: 'public',
    summary: 'One published article, with its whole content',
    answer: article,
  }),
  create: defineCall({
    method: 'POST',
    path: '/wfpf/v1/{t}/consult',
    permission: `${ARTICLES}.ps.create`,
    summary: 'Makes an article; its HTML is sanitised',
    body: articleBody,
    answer: article,
  }),
  update: defineCall({
    method: 'PUT',
    path: '/wfpf/v1/{t}/consult',
    permission: `${ARTICLES}.ps.edit`,
    summary: 'Changes an article; its HTML is sanitised',
    body: articleBody.extend({ consultId: id, ...version }),
    answer: article,
  }),
  categories: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/consult/category',
    permission: 'public',
    summary: 'Categories of articles, in order',
    answer: z.array(category),
  }),
  createCategory: defineCall({
    method: 'POST',
    path: '/wfpf/v1/{t}/consult/category',
    permission: `${CATEGORIES}.ps.create`,
    summary: 'Makes a category',
    body: categoryBody,
    answer: category,
  }),
  updateCategory: defineCall({
    method: 'PUT',
    path: '/wfpf/v1/{t}/consult/category',
    permission: `${CATEGORIES}.ps.edit`,
    summary: 'Changes a category',
    body: categoryBody.extend({ categoryId: id, ...version }),
    answer: category,
  }),
}
