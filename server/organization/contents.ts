import type { ServerContents } from '../ground/contents.ts'
import { crudHandlers } from '../ground/crud/handlers.ts'
import { applicationHandlers } from './application.ts'
import { auditHandlers } from './audit.ts'
import { corporationHandlers } from './corporation.ts'
import { cropRules } from './crop.ts'
import { dataPushHandlers } from './dataPush.ts'
import { explainHandlers } from './explain.ts'
import { factorRuleHandlers } from './factorRule.ts'
import { peopleHandlers } from './people.ts'
import { roleHandlers } from './role.ts'
import { simCardHandlers } from './sim/handlers.ts'
import { simCardRules } from './sim/simCard.ts'
import { readSims } from './sim/readCards.ts'
import { simLimitsHandlers } from './sim/limits.ts'
import { simSourceHandlers } from './sim/source.ts'
import { simUsageSheetHandlers } from './sim/usageSheet.ts'
import { simWarnings } from './sim/warn.ts'
import { taskTypeRules } from './taskType.ts'
import { userManageHandlers } from './user.ts'
import { handOverHandlers } from './users/handOver.ts'
import { invitationHandlers } from './users/invitations.ts'
import { unitHandlers } from './unit.ts'
import { varietyRules } from './variety.ts'

/** The master data that plots, batches and tasks name, the tree of the enterprise, and who changed what. */
export const organization = {
  rules: { crop: cropRules, variety: varietyRules, taskType: taskTypeRules, simCard: simCardRules },
  handlers: (context) => ({
    crop: crudHandlers(cropRules, context),
    variety: crudHandlers(varietyRules, context),
    taskType: crudHandlers(taskTypeRules, context),
    audit: auditHandlers(context),
    people: peopleHandlers,
    role: roleHandlers(context),
    explain: explainHandlers(context),
    userManage: userManageHandlers(context),
    handOver: handOverHandlers(context),
    invitation: invitationHandlers(context),
    unit: unitHandlers(context),
    corporation: corporationHandlers(context),
    factorRule: factorRuleHandlers(context),
    application: applicationHandlers(context),
    simCard: simCardHandlers(context),
    dataPush: dataPushHandlers(context),
    simSource: simSourceHandlers(context),
    simLimits: simLimitsHandlers(context),
    simUsageSheet: simUsageSheetHandlers(context),
  }),
  jobs: (context) => [simWarnings(context.clock), readSims(context)],
} satisfies ServerContents<'organization'>
