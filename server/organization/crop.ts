import { crop } from '#contract/organization/crop'
import { rulesFor } from '../ground/crud/rules.ts'

export const cropRules = rulesFor(crop, { table: 'crop' })
