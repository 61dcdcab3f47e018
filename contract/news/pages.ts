import { defineRoute } from '../core/route.ts'
import { ARTICLES, CATEGORIES } from './codes.ts'
import { INFORMATION_PAGE } from './informationPath.ts'

export const pages = [
  defineRoute('/system/article', {
    area: 'news',
    module: 'company',
    permission: ARTICLES,
    group: 'information',
    place: 1,
    title: 'news:article.title',
  }),
  defineRoute('/system/classify', {
    area: 'news',
    module: 'company',
    permission: CATEGORIES,
    group: 'information',
    place: 2,
    title: 'news:articleCategory.title',
  }),
  defineRoute(INFORMATION_PAGE, { area: 'news', permission: 'public', title: 'news:page.title' }),
] as const
