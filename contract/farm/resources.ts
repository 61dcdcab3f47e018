import { activity } from './activity.ts'
import { area } from './area.ts'
import { batch } from './batch.ts'
import { land } from './land.ts'
import { plan } from './plan.ts'
import { planPackage } from './planPackage.ts'
import { seed } from './seed.ts'
import { task } from './task.ts'
import { worker } from './worker.ts'

/** The lists with a form of this area. */
export const resources = { area, land, worker, batch, task, seed, activity, planPackage, plan }
