import { defineContents } from '../core/contents.ts'
import { auditCalls } from './audit.ts'
import { changes } from './changes.ts'
import { corporationCalls } from './corporation.ts'
import { crop } from './crop.ts'
import { peopleCalls } from './people.ts'
import { taskType } from './taskType.ts'
import { unitCalls } from './unit.ts'
import { variety } from './variety.ts'

export const organization = defineContents({
  calls: {
    crop: crop.calls,
    variety: variety.calls,
    taskType: taskType.calls,
    audit: auditCalls,
    people: peopleCalls,
    unit: unitCalls,
    corporation: corporationCalls,
  },
  changes,
})
