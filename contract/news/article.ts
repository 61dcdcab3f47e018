import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { image, markedAs, neededText, oneOfNumbers, reference, richText, shortText, switchedFlag, time, unseen } from '../core/field.ts'
import { defineResource } from '../core/resource.ts'
import { id, integer, pageOf, pageQuery } from '../core/values.ts'
import { ARTICLES } from './codes.ts'

/** 3§3: where an article stands out; it may stand in several of these places, or in none. */
export const valueTypes = { hot: 1, latest: 2, carousel: 3 } as const

/** The longest article, in UTF-16 units of its HTML. */
export const ARTICLE_MAX = 200_000
/** The earlier versions that are kept of an article. */
export const VERSIONS_KEPT = 50
/** How long a deleted article can be brought back. */
export const TRASH_DAYS = 30

/** Whether everybody sees it, by the server's clock: switched off, not yet, now, no longer. */
export const PUBLICATIONS = ['hidden', 'planned', 'shown', 'over'] as const
export type Publication = (typeof PUBLICATIONS)[number]

const identity = { objectVersionNumber: integer(1, 2_000_000_000) }
const version = z.object({
  version: z.int(),
  title: z.string(),
  /** When it was replaced by the next one, ms UTC, and by whom. */
  replacedAt: z.int(),
  replacedBy: z.string().nullable(),
})
export type ArticleVersion = z.infer<typeof version>
const deleted = z.object({
  consultId: z.int(),
  title: z.string(),
  deletedAt: z.int(),
  deletedBy: z.string().nullable(),
  /** When it goes for good, ms UTC. */
  goneAt: z.int(),
})
export type DeletedArticle = z.infer<typeof deleted>

/**
 * An article as those write it who manage the news of a tenant; what everybody reads of it are `consultCalls`. Its list leaves `content` out.
 * `valueTypes` is the set of places where it stands out; `valueType` is the first of them, and is heard where the set is not said.
 */
export const article = defineResource({
  trail: 'article',
  name: 'article',
  area: 'news',
  path: '/wfpf/v1/{t}/consult',
  listPath: '/wfpf/v1/{t}/consult/page',
  idName: 'consultId',
  shape: 'path',
  title: 'title',
  repeats: true,
  code: ARTICLES,
  searchable: ['title', 'label', 'articleSource'],
  fields: {
    title: neededText(120),
    categoryId: reference('articleCategory'),
    coverPicture: image(),
    content: richText(ARTICLE_MAX),
    label: shortText(60),
    articleSource: shortText(120),
    valueTypes: markedAs(Object.values(valueTypes)),
    publishedFrom: time(),
    publishedUntil: time(),
    enabledFlag: switchedFlag(1),
    valueType: unseen(oneOfNumbers(1, 3)),
  },
  derived: { categoryName: z.string().nullable(), uploadDate: z.int(), readTime: z.int() },
  states: { publication: PUBLICATIONS },
  actions: ({ path, codes }) => ({
    versions: defineCall({
      method: 'GET',
      path: `${path}/{id}/version`,
      permission: codes.read,
      summary: 'The earlier versions of an article, the newest first',
      answer: z.array(version),
      follows: ['article'],
    }),
    version: defineCall({
      method: 'GET',
      path: `${path}/{id}/version/{version}`,
      permission: codes.read,
      summary: 'What an article said in an earlier version',
      answer: z.object({
        title: z.string(),
        content: z.string(),
        coverPicture: z.string().nullable(),
        label: z.string().nullable(),
        articleSource: z.string().nullable(),
      }),
      follows: ['article'],
    }),
    restoreVersion: defineCall({
      method: 'POST',
      trail: 'article',
      path: `${path}/{id}/version/{version}`,
      permission: codes.edit,
      summary: 'Makes an earlier version the newest one; what stood there is kept as a version. Answers the new `objectVersionNumber`',
      body: z.object(identity),
      answer: z.int(),
    }),
    trash: defineCall({
      method: 'GET',
      path: `${path}/trash`,
      permission: codes.delete,
      summary: `Deleted articles, for ${TRASH_DAYS} days, the newest first`,
      query: z.object(pageQuery),
      answer: pageOf(deleted),
      follows: ['article'],
    }),
    restore: defineCall({
      method: 'POST',
      trail: 'article',
      path: `${path}/trash/{id}`,
      permission: codes.delete,
      summary: 'Brings a deleted article back, switched off; answers its id',
      answer: id,
    }),
    forget: defineCall({
      method: 'DELETE',
      trail: 'article',
      path: `${path}/trash/{id}`,
      permission: codes.delete,
      summary: 'Deletes an article for good, with its versions; answers 1',
      answer: z.literal(1),
    }),
  }),
})
export type Article = z.infer<typeof article.record>
