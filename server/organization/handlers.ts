import type { CallGroups } from '#contract/calls'
import { crudHandlers } from '../crud/handlers.ts'
import type { Handlers } from '../http/handler.ts'
import { registry, resourceRules } from '../resources.ts'
import type { Services } from '../services.ts'

type MasterData = 'crop' | 'variety' | 'taskType'

/** The master data that plots, batches and tasks name. */
export const masterDataHandlers = (services: Services): { [Group in MasterData]: Handlers<CallGroups[Group]> } => ({
  crop: crudHandlers(resourceRules.crop, registry, services),
  variety: crudHandlers(resourceRules.variety, registry, services),
  taskType: crudHandlers(resourceRules.taskType, registry, services),
})
