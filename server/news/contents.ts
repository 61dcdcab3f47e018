import type { ServerContents } from '../ground/contents.ts'
import { newsHandlers } from './handlers.ts'

/** The articles that a tenant publishes. */
export const news = {
  handlers: (context) => ({ consult: newsHandlers(context) }),
} satisfies ServerContents<'news'>
