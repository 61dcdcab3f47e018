import { defineContents } from '../core/contents.ts'
import { activity } from './activity.ts'
import { changes } from './changes.ts'
import { areaCalls } from './area.ts'
import { batchCalls } from './batch.ts'
import { harvestCalls } from './harvest.ts'
import { landCalls } from './land.ts'
import { planCalls } from './plan.ts'
import { planPackage } from './planPackage.ts'
import { publicSeedCalls } from './publicSeed.ts'
import { seed } from './seed.ts'
import { taskCalls } from './task.ts'
import { worker } from './worker.ts'

export const farm = defineContents({
  calls: {
    area: areaCalls,
    land: landCalls,
    worker: worker.calls,
    batch: batchCalls,
    harvest: harvestCalls,
    task: taskCalls,
    seed: seed.calls,
    publicSeed: publicSeedCalls,
    planPackage: planPackage.calls,
    plan: planCalls,
    activity: { ...activity.calls, ...activity.actions },
  },
  changes,
})
