import type { ServerContents } from '../ground/contents.ts'
import { aplionformHandlers } from './aplionform.ts'
import { aplionformApproval } from './aplionformApproval.ts'

export const inventory = {
  handlers: (context) => ({ aplionform: aplionformHandlers(context) }),
  forms: [aplionformApproval],
} satisfies ServerContents<'inventory'>
