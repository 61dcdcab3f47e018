import { crop } from '#contract/organization/crop'
import { crudScreen } from '#src/crud/crudScreen.tsx'

export default crudScreen(crop, {
  columns: ['cropName', 'cropKind', 'cropImage', 'cropEnName', 'enabledFlag', 'description'],
  filters: ['cropKind', 'enabledFlag'],
  form: [['cropName', 'cropEnName'], ['cropKind', 'enabledFlag'], ['cropImage'], ['description']],
})
