import { aplionform } from '#contract/inventory/aplionform'
import { documentRulesFor } from '../ground/documents/documentRules.ts'

/** Purchase applications have no rules but those of all documents. */
export const aplionformRules = documentRulesFor(aplionform)
