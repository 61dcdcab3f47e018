import { aplionform } from '#contract/inventory/aplionform'
import { documentRulesFor } from '../ground/documents/documentRules.ts'
import { prefixOf } from './numbering.ts'

export const aplionformRules = documentRulesFor(aplionform, { prefixIn: prefixOf(aplionform) })
