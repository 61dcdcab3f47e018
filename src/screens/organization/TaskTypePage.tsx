import { taskType } from '#contract/organization/taskType'
import { crudScreen } from '#src/crud/crudScreen.tsx'

export default crudScreen(taskType, {
  columns: ['name', 'usage', 'code', 'color', 'sort', 'enabledFlag', 'description'],
  filters: ['usage', 'enabledFlag'],
  form: [['name', 'code'], ['usage', 'color'], ['sort', 'enabledFlag'], ['description']],
})
