import type { ServerContents } from '../ground/contents.ts'
import { inquiryHandlers } from './inquiry.ts'

/** Questions of a farm to those who know. */
export const agriculture = {
  handlers: (context) => ({ inquiry: inquiryHandlers(context) }),
} satisfies ServerContents<'agriculture'>
