import { aplionform } from '#contract/inventory/aplionform'
import type { ServerContents } from '../ground/contents.ts'
import { approvalFormOf } from '../ground/documents/approvalForm.ts'
import { documentHandlers } from '../ground/documents/documentHandlers.ts'
import { documentRulesFor } from '../ground/documents/documentRules.ts'

export const inventory = {
  handlers: (context) => ({ aplionform: documentHandlers(documentRulesFor(aplionform), context) }),
  forms: [approvalFormOf(aplionform)],
} satisfies ServerContents<'inventory'>
