import { neededText, setting, switchedFlag } from '../core/field.ts'
import { defineResource } from '../core/resource.ts'
import { ARTICLES, CATEGORIES } from './codes.ts'

/** What articles are sorted by; a page of news has a tab for each that is enabled. */
export const articleCategory = defineResource({
  trail: 'articleCategory',
  name: 'articleCategory',
  area: 'news',
  path: '/wfpf/v1/{t}/consult/category',
  listPath: '/wfpf/v1/{t}/consult/category/page',
  idName: 'categoryId',
  shape: 'path',
  title: 'categoryName',
  code: CATEGORIES,
  // Whoever writes an article chooses one.
  offeredTo: [ARTICLES, `${ARTICLES}.ps.create`, `${ARTICLES}.ps.edit`],
  searchable: ['categoryName'],
  unique: ['categoryName'],
  fields: {
    categoryName: neededText(60),
    sort: setting('', 0, 10_000, 0),
    enabledFlag: switchedFlag(1),
  },
})
