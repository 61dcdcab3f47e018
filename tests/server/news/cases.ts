import type { AreaCases } from '../areaCases.ts'
import { fresh } from '../crud/places.ts'

const NOBODYS = '00000000-0000-4000-8000-000000000000'
const KEPT = {
  title: 'Kept',
  categoryId: null,
  coverPicture: null,
  content: '<p>Kept</p>',
  label: null,
  articleSource: null,
  valueTypes: [],
  publishedFrom: null,
  publishedUntil: null,
  enabledFlag: 1,
}

export const cases: AreaCases = {
  rows: async (build, { tenantId }) => {
    const { id: articleId } = await build.insert('consult', { tenant_id: tenantId, title: fresh('Changed'), upload_date: 1 })
    const fields = JSON.stringify(KEPT)
    await build.insert('consult_version', { tenant_id: tenantId, consult_id: articleId, version: 7, title: 'Kept', fields })
    const { id: trashedArticleId } = await build.insert('consult_trash', {
      id: articleId + 1_000_000,
      tenant_id: tenantId,
      title: 'Kept',
      deleted_at: 9_999_999_999_999,
      fields: JSON.stringify({ ...KEPT, readTime: 3, uploadDate: 1 }),
    })
    return { articleId, trashedArticleId }
  },
  lawful: {
    articleCategory: () => ({ categoryName: fresh('Ponds'), sort: 3 }),
    article: ({ articleCategoryId }) => ({
      title: fresh('Rain'),
      categoryId: articleCategoryId,
      content: '<p>It rains</p>',
      label: 'Weather',
      articleSource: 'Station',
      valueTypes: [1, 3],
      publishedFrom: 1000,
      publishedUntil: 9_999_999_999_999,
    }),
  },
  unlawful: {
    articleCategory: ['sort', -1],
    article: ['coverPicture', 'https://example.org/a.jpg'],
  },
  calls: {
    'article.versions': ['nothing', ({ own }) => ({ params: { id: own['articleId']! } })],
    'article.version': [404, ({ own }) => ({ params: { id: own['articleId']!, version: 7 } })],
    'article.restoreVersion': [404, ({ own }) => ({ params: { id: own['articleId']!, version: 7 }, body: { objectVersionNumber: 1 } })],
    'article.trash': [null, () => ({})],
    'article.restore': [404, ({ own }) => ({ params: { id: own['trashedArticleId']! } })],
    'article.forget': [404, ({ own }) => ({ params: { id: own['trashedArticleId']! } })],
    'publicNews.page': [null, ({ tenantId }) => ({ query: { tenantId } })],
    'publicNews.feed': [null, ({ tenantId }) => ({ query: { tenantId } })],
    'publicNews.map': [null, ({ tenantId }) => ({ query: { tenantId } })],
    'publicNews.picture': [null, ({ tenantId: t, own }) => ({ params: { t, id: own['articleId']!, uuid: NOBODYS } })],
    'publicNews.read': [null, ({ tenantId: t, own }) => ({ params: { t, id: own['articleId']! } })],
  },
  withoutWho: { consult_read: 'says nothing of anybody, and goes with its day' },
}
