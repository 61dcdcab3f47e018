import { defineContents } from '../core/contents.ts'
import { applicationCalls } from './application.ts'
import { auditCalls } from './audit.ts'
import { changes } from './changes.ts'
import { corporationCalls } from './corporation.ts'
import { dataPushCalls } from './dataPush.ts'
import { crop } from './crop.ts'
import { explainCalls } from './explain.ts'
import { handOverCalls } from './handOver.ts'
import { invitationCalls } from './invitation.ts'
import { factorRuleCalls } from './factorRule.ts'
import { peopleCalls } from './people.ts'
import { roleCalls } from './role.ts'
import { simCard } from './simCard.ts'
import { simLimitsCalls } from './simLimits.ts'
import { simSourceCalls } from './simSource.ts'
import { simUsageSheetCalls } from './simUsageSheet.ts'
import { taskType } from './taskType.ts'
import { userManageCalls } from './user.ts'
import { unitCalls } from './unit.ts'
import { variety } from './variety.ts'

export const organization = defineContents({
  calls: {
    crop: crop.calls,
    variety: variety.calls,
    taskType: taskType.calls,
    audit: auditCalls,
    people: peopleCalls,
    role: roleCalls,
    explain: explainCalls,
    userManage: userManageCalls,
    handOver: handOverCalls,
    invitation: invitationCalls,
    unit: unitCalls,
    corporation: corporationCalls,
    factorRule: factorRuleCalls,
    application: applicationCalls,
    simCard: { ...simCard.calls, ...simCard.actions },
    dataPush: dataPushCalls,
    simSource: simSourceCalls,
    simLimits: simLimitsCalls,
    simUsageSheet: simUsageSheetCalls,
  },
  changes,
})
