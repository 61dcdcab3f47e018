import { defineContents } from '../core/contents.ts'
import { approvalCalls, approvalsTopic } from './approval.ts'
import { definitionCalls } from './definition.ts'

export const approvals = defineContents({
  calls: { approval: approvalCalls, approvalDefinition: definitionCalls },
  topics: [approvalsTopic],
})
