import { worker } from '#contract/farm/worker'
import { rulesFor } from '../ground/crud/rules.ts'

export const workerRules = rulesFor(worker, { table: 'worker', columns: { organizationId: 'area_id' } })
