import { defineContents } from '../core/contents.ts'
import { article } from './article.ts'
import { articleCategory } from './category.ts'
import { changes } from './changes.ts'
import { consultCalls } from './consult.ts'
import { publicNewsCalls } from './publicNews.ts'

export const news = defineContents({
  calls: {
    consult: consultCalls,
    article: { ...article.calls, ...article.actions },
    articleCategory: articleCategory.calls,
    publicNews: publicNewsCalls,
  },
  changes,
})
