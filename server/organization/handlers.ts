import type { CallGroups } from '#contract/calls'
import { crudHandlers } from '../crud/handlers.ts'
import type { Registry } from '../crud/records.ts'
import type { Handlers } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { cropRules } from './crop.ts'
import { taskTypeRules } from './taskType.ts'
import { varietyRules } from './variety.ts'

type MasterData = 'crop' | 'variety' | 'taskType'

/** The master data that plots, batches and tasks name. */
export const masterDataHandlers = (services: Services, registry: Registry): { [Group in MasterData]: Handlers<CallGroups[Group]> } => ({
  crop: crudHandlers(cropRules, registry, services),
  variety: crudHandlers(varietyRules, registry, services),
  taskType: crudHandlers(taskTypeRules, registry, services),
})
