import { defineContents } from '../core/contents.ts'
import { changes } from './changes.ts'
import { areaCalls } from './area.ts'
import { batchCalls } from './batch.ts'
import { harvestCalls } from './harvest.ts'
import { landCalls } from './land.ts'
import { worker } from './worker.ts'

export const farm = defineContents({
  calls: { area: areaCalls, land: landCalls, worker: worker.calls, batch: batchCalls, harvest: harvestCalls },
  changes,
})
