import type { ServerContents } from '../ground/contents.ts'
import { areaRules } from './area.ts'
import { farmHandlers } from './handlers.ts'
import { landRules } from './land.ts'
import { workerRules } from './worker.ts'

export const farm = {
  rules: { area: areaRules, land: landRules, worker: workerRules },
  handlers: farmHandlers,
} satisfies ServerContents<'farm'>
