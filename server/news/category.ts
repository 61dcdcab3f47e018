import { articleCategory } from '#contract/news/category'
import { rulesFor } from '../ground/crud/rules.ts'

/** Categories, in their order. One that an article names is not deleted. */
export const categoryRules = rulesFor(articleCategory, {
  table: 'consult_category',
  columns: { sort: 'position' },
  order: 'sort',
  oldestFirst: true,
})
