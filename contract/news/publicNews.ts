import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { INFORMATION_FEED, INFORMATION_MAP, INFORMATION_PAGE } from './informationPath.ts'

/** The boxes in which its pictures are drawn; strangers choose among these alone. */
export const NEWS_PICTURES = ['small', 'wide', 'large', 'card'] as const
export type NewsPicture = (typeof NEWS_PICTURES)[number]

const path = '/wfpf/v1/public/{t}/consult/{id}'
/** The path of a picture of a published article, in one of its sizes. */
export const newsPictureOf = (tenantId: number, id: number, uuid: string, size: NewsPicture): string =>
  `/wfpf/v1/public/${tenantId}/consult/${id}/picture/${uuid}?size=${size}`

// Whatever stands in the address of a page, it is answered by a page.
const asWritten = z.string().max(100).catch('')
/** What is not published is not there. Whoever asks too often fails with error.busy. */
export const publicNewsCalls = {
  page: defineCall({
    method: 'GET',
    path: INFORMATION_PAGE,
    permission: 'public',
    summary:
      'The news of a tenant as a page, which needs no script; with `id` one article. Where there are none, a page that says so, with 404',
    query: z.object({ tenantId: asWritten, id: asWritten, category: asWritten, page: asWritten, size: asWritten, lang: asWritten }),
    produces: 'text/html',
  }),
  feed: defineCall({
    method: 'GET',
    path: INFORMATION_FEED,
    permission: 'public',
    summary:
      'The newest articles of a tenant for feed readers (Atom); 404 where it publishes none, or nobody said where this server is reached',
    query: z.object({ tenantId: asWritten, lang: asWritten }),
    produces: 'application/atom+xml',
  }),
  map: defineCall({
    method: 'GET',
    path: INFORMATION_MAP,
    permission: 'public',
    summary: 'The addresses of the articles of a tenant as a site map; 404 as of the feed',
    query: z.object({ tenantId: asWritten }),
    produces: 'application/xml',
  }),
  picture: defineCall({
    method: 'GET',
    path: `${path}/picture/{uuid}`,
    permission: 'public',
    summary: 'A picture of a published article, small enough for a phone',
    query: z.object({ size: z.enum(NEWS_PICTURES).default('large') }),
    produces: 'image/jpeg',
  }),
  read: defineCall({
    method: 'POST',
    trail: { untold: 'own' },
    path: `${path}/read`,
    permission: 'public',
    summary: 'Counts that a visitor read an article, once a day; answers how often it was read',
    answer: z.object({ readTime: z.int() }),
  }),
}
