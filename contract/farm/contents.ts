import { defineContents } from '../core/contents.ts'
import { activity } from './activity.ts'
import { batchCostCalls } from './batchCost.ts'
import { changes } from './changes.ts'
import { areaCalls } from './area.ts'
import { batchCalls } from './batch.ts'
import { harvestCalls } from './harvest.ts'
import { herdCalls } from './herd.ts'
import { landCalls } from './land.ts'
import { landFileCalls } from './landFile.ts'
import { farmLogCalls } from './log.ts'
import { planCalls } from './plan.ts'
import { planPackage } from './planPackage.ts'
import { publicSeedCalls } from './publicSeed.ts'
import { seed } from './seed.ts'
import { taskCalls } from './task.ts'
import { worker } from './worker.ts'
import { workerRateCalls } from './workerRate.ts'

export const farm = defineContents({
  calls: {
    area: areaCalls,
    land: landCalls,
    landFile: landFileCalls,
    worker: worker.calls,
    batch: batchCalls,
    harvest: harvestCalls,
    task: taskCalls,
    seed: seed.calls,
    publicSeed: publicSeedCalls,
    planPackage: planPackage.calls,
    plan: planCalls,
    activity: { ...activity.calls, ...activity.actions },
    farmLog: farmLogCalls,
    batchCost: batchCostCalls,
    herd: herdCalls,
    workerRate: workerRateCalls,
  },
  changes,
})
