import { variety } from '#contract/organization/variety'
import { rulesFor } from '../crud/rules.ts'

export const varietyRules = rulesFor(variety, { table: 'variety' })
