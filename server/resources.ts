import type { ResourceName } from '#contract/resources'
import type { Rules } from './crud/rules.ts'
import { areaRules } from './farm/area.ts'
import { landRules } from './farm/land.ts'
import { workerRules } from './farm/worker.ts'
import { cropRules } from './organization/crop.ts'
import { taskTypeRules } from './organization/taskType.ts'
import { varietyRules } from './organization/variety.ts'

/** The table and the rules of every resource: a resource without them does not compile. */
export const resourceRules = {
  area: areaRules,
  land: landRules,
  worker: workerRules,
  crop: cropRules,
  variety: varietyRules,
  taskType: taskTypeRules,
} as const satisfies Record<ResourceName, unknown>

/** The same, for what is written once for all of them. */
export const registry = resourceRules as unknown as Readonly<Record<ResourceName, Rules>>
