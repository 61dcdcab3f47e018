import { defineContents } from '../core/contents.ts'
import { auditCalls } from './audit.ts'
import { changes } from './changes.ts'
import { corporationCalls } from './corporation.ts'
import { crop } from './crop.ts'
import { explainCalls } from './explain.ts'
import { peopleCalls } from './people.ts'
import { roleCalls } from './role.ts'
import { simCard } from './simCard.ts'
import { simSourceCalls } from './simSource.ts'
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
    unit: unitCalls,
    corporation: corporationCalls,
    simCard: { ...simCard.calls, ...simCard.actions },
    simSource: simSourceCalls,
  },
  changes,
})
