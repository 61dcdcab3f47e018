import { taskType } from '#contract/organization/taskType'
import { rulesFor } from '../crud/rules.ts'

export const taskTypeRules = rulesFor(taskType, { table: 'task_type', order: 'sort', oldestFirst: true })
