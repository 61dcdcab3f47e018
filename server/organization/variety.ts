import { daysOf } from '#contract/core/field'
import { variety } from '#contract/organization/variety'
import { rulesFor } from '../ground/crud/rules.ts'

/** A variety grows as long as its stages take together. */
export const varietyRules = rulesFor(variety, {
  table: 'variety',
  beforeSave: async ({ values: { stages } }) => (stages.length > 0 ? { growthDays: daysOf(stages) } : {}),
})
