import { taskType } from '#contract/organization/taskType'
import { rulesFor } from '../ground/crud/rules.ts'

export const taskTypeRules = rulesFor(taskType, { table: 'task_type', order: 'sort', oldestFirst: true })
