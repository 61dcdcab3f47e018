import { variety } from '#contract/organization/variety'
import { rulesFor } from '../ground/crud/rules.ts'

export const varietyRules = rulesFor(variety, { table: 'variety' })
