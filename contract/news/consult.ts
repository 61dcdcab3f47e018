import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { flag, id, integer, pageOf, pageQuery } from '../core/values.ts'

/** An article as everybody reads it. `content` is sanitised HTML; `uploadDate` ms UTC; `readTime` how often it was read. */
const consult = z.object({
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
  /** One of the places where it stands out: the one that was asked for, else the first. */
  valueType: z.int().nullable(),
  valueTypes: z.array(z.int()),
  enabledFlag: z.int(),
  objectVersionNumber: z.int(),
})
export type Consult = z.infer<typeof consult>

/** HOME-13: an article as the home page names its parts: one article, mapped in this one place. */
export const homeNewsOf = ({ consultId, title, coverPicture, uploadDate, readTime }: Consult) => ({
  id: consultId,
  title,
  coverPicture,
  createDate: uploadDate,
  readTime,
})
/** HOME-05. */
export const SHOWN_NEWS = 5

const category = z.object({
  categoryId: z.int(),
  categoryName: z.string(),
  sort: z.int(),
  enabledFlag: z.int(),
  objectVersionNumber: z.int(),
})

/**
 * Articles and their categories as they are read (3§7.7). The reads are public: they answer for a tenant that publishes (TENANT-05), and
 * then only what is enabled and whose time has come; who manages the articles of the tenant also sees what is not published.
 */
export const consultCalls = {
  page: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/consult',
    permission: 'public',
    summary:
      'Articles of a tenant, newest first; `content` is the beginning of the text without its markup. `defaultType` 1 narrows to the first enabled category where `categoryId` names none',
    query: z.object({
      ...pageQuery,
      enabledFlag: integer(0, 1).optional(),
      valueType: integer(1, 3).optional(),
      categoryId: id.optional(),
      defaultType: flag.optional(),
    }),
    answer: pageOf(consult),
    follows: ['article', 'articleCategory'],
  }),
  get: defineCall({
    method: 'GET',
    path: '/wfpf/v1/consult/{id}',
    permission: 'public',
    summary: 'One published article, with its whole content',
    answer: consult,
    follows: ['article', 'articleCategory'],
  }),
  categories: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/consult/category',
    permission: 'public',
    summary: 'Categories of articles, in order',
    answer: z.array(category),
    follows: ['articleCategory'],
  }),
}
