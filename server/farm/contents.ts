import type { ServerContents } from '../ground/contents.ts'
import { activityRules } from './activity.ts'
import { areaRules } from './area.ts'
import { batchRules } from './batch.ts'
import { farmHandlers } from './handlers.ts'
import { landRules } from './land.ts'
import { planRules } from './plans/plan.ts'
import { planPackageRules } from './plans/planPackage.ts'
import { seedRules } from './seed.ts'
import { repeatJob } from './tasks/series.ts'
import { taskRules } from './tasks/task.ts'
import { workerRules } from './worker.ts'

export const farm = {
  rules: {
    area: areaRules,
    land: landRules,
    worker: workerRules,
    batch: batchRules,
    task: taskRules,
    seed: seedRules,
    activity: activityRules,
    planPackage: planPackageRules,
    plan: planRules,
  },
  handlers: farmHandlers,
  jobs: ({ clock }: { readonly clock: () => number }) => [repeatJob(clock)],
} satisfies ServerContents<'farm'>
