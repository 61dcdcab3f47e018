import type { ServerContents } from '../ground/contents.ts'
import { activityRules } from './activity.ts'
import { areaRules } from './area.ts'
import { batchRules } from './batch.ts'
import { farmHandlers } from './handlers.ts'
import { landRules } from './land.ts'
import { workerRules } from './worker.ts'

export const farm = {
  rules: { area: areaRules, land: landRules, worker: workerRules, batch: batchRules, activity: activityRules },
  handlers: farmHandlers,
} satisfies ServerContents<'farm'>
