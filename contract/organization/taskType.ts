import { choiceOr, color, longText, neededText, patterned, setting, switchedFlag } from '../core/field.ts'
import { defineResource } from '../core/resource.ts'
import { PACKAGE_WRITERS } from '../farm/planCodes.ts'
import { TASK_WRITERS } from '../farm/taskCodes.ts'

export const TASK_USAGES = ['plant', 'nurture', 'both'] as const

/** A kind of farm work. No two share a code: it begins the numbers of tasks. */
export const taskType = defineResource({
  trail: 'taskType',
  name: 'taskType',
  area: 'organization',
  path: '/wfpf/v1/{t}/task-type',
  idName: 'taskTypeId',
  shape: 'body',
  title: 'name',
  code: 'wfpf.company.config.taskType',
  offeredTo: [...TASK_WRITERS, ...PACKAGE_WRITERS],
  searchable: ['name', 'code'],
  unique: ['name', 'code'],
  fields: {
    name: neededText(60),
    code: patterned(/^[A-Za-z0-9_-]{1,30}$/, 'code'),
    usage: choiceOr(TASK_USAGES, 'both'),
    color: color(),
    sort: setting('', 0, 9999, 0),
    description: longText(500),
    enabledFlag: switchedFlag(1),
  },
})
