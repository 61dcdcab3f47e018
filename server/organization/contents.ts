import type { ServerContents } from '../ground/contents.ts'
import { crudHandlers } from '../ground/crud/handlers.ts'
import { auditHandlers } from './audit.ts'
import { corporationHandlers } from './corporation.ts'
import { cropRules } from './crop.ts'
import { dataPushHandlers } from './dataPush.ts'
import { explainHandlers } from './explain.ts'
import { peopleHandlers } from './people.ts'
import { roleHandlers } from './role.ts'
import { taskTypeRules } from './taskType.ts'
import { userManageHandlers } from './user.ts'
import { unitHandlers } from './unit.ts'
import { varietyRules } from './variety.ts'

/** The master data that plots, batches and tasks name, the tree of the enterprise, and who changed what. */
export const organization = {
  rules: { crop: cropRules, variety: varietyRules, taskType: taskTypeRules },
  handlers: (context) => ({
    crop: crudHandlers(cropRules, context),
    variety: crudHandlers(varietyRules, context),
    taskType: crudHandlers(taskTypeRules, context),
    audit: auditHandlers(context),
    people: peopleHandlers,
    role: roleHandlers(context),
    explain: explainHandlers(context),
    userManage: userManageHandlers(context),
    unit: unitHandlers(context),
    corporation: corporationHandlers(context),
    dataPush: dataPushHandlers(context),
  }),
} satisfies ServerContents<'organization'>
