import { article } from './article.ts'
import { articleCategory } from './category.ts'

/** The lists with a form of this area. */
export const resources = { articleCategory, article }
