import type { ServerContents } from '../ground/contents.ts'
import { definitionHandlers } from './definitions.ts'
import { approvalHandlers } from './handlers.ts'

export const approvals = {
  handlers: (context) => ({ approval: approvalHandlers(context.approvals), approvalDefinition: definitionHandlers(context) }),
} satisfies ServerContents<'approvals'>
