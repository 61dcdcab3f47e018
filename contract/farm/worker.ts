import { choiceOr, contact, longText, neededReference, neededText, patterned, person, shortText, switchedFlag } from '../core/field.ts'
import { defineResource } from '../core/resource.ts'
import { ACTIVITY_WRITERS } from './activityCodes.ts'
import { TASK_WRITERS } from './taskCodes.ts'

export const WORKER_TYPES = ['regular', 'seasonal', 'technician', 'manager'] as const

/** A worker (LAND-05, -06): `organizationId` is the base that the worker belongs to. */
export const worker = defineResource({
  trail: 'worker',
  name: 'worker',
  area: 'farm',
  path: '/wfpf/v1/{t}/worker',
  idName: 'workerId',
  shape: 'body',
  title: 'name',
  code: 'wfpf.farm.farm.worker',
  offeredTo: [...ACTIVITY_WRITERS, ...TASK_WRITERS],
  searchable: ['name', 'code', 'phone'],
  unique: ['code'],
  fields: {
    name: neededText(60),
    code: patterned(/^[A-Za-z0-9_-]{1,30}$/, 'code'),
    workerType: choiceOr(WORKER_TYPES, 'regular'),
    organizationId: neededReference('area'),
    /** The account by which the worker signs in; such a worker has tasks of their own. */
    userId: person(),
    phone: contact(),
    address: shortText(200),
    remark: longText(500),
    enabledFlag: switchedFlag(1),
  },
})
