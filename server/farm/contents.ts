import type { ServerContents } from '../ground/contents.ts'
import { areaRules } from './area.ts'
import { batchRules } from './batch.ts'
import { farmHandlers } from './handlers.ts'
import { landRules } from './land.ts'
import { seedRules } from './seed.ts'
import { workerRules } from './worker.ts'

export const farm = {
  rules: { area: areaRules, land: landRules, worker: workerRules, batch: batchRules, seed: seedRules },
  handlers: farmHandlers,
} satisfies ServerContents<'farm'>
