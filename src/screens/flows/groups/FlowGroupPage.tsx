import { flowGroup } from '#contract/flows/flowGroup'
import { crudScreen } from '#src/crud/crudScreen.tsx'

export default crudScreen(flowGroup, {
  columns: ['name', 'priority', 'exclusiveFlag', 'note'],
  filters: ['exclusiveFlag'],
  form: [['name', 'areaId'], ['priority', 'exclusiveFlag'], ['note']],
})
