import { partner } from '#contract/inventory/partner'
import { rulesFor } from '../ground/crud/rules.ts'

export const partnerRules = rulesFor(partner, { table: 'partner' })
