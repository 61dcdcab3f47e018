import type { ServerContents } from '../ground/contents.ts'
import { articleRules } from './article.ts'
import { articleHandlers } from './articleHandlers.ts'
import { categoryRules } from './category.ts'
import { consultHandlers } from './consult.ts'
import { crudHandlers } from '../ground/crud/handlers.ts'
import { publicNewsHandlers } from './information/handlers.ts'
import { newsJob } from './trash.ts'

/** The articles that a tenant publishes. */
export const news = {
  rules: { articleCategory: categoryRules, article: articleRules },
  handlers: (context) => ({
    consult: consultHandlers(context),
    article: articleHandlers(context),
    articleCategory: crudHandlers(categoryRules, context),
    publicNews: publicNewsHandlers(context),
  }),
  jobs: ({ clock }: { readonly clock: () => number }) => [newsJob(clock)],
} satisfies ServerContents<'news'>
