import { land } from '#contract/farm/land'
import { crudScreen } from '#src/crud/crudScreen.tsx'
import { MeasureInput } from './MeasureInput.tsx'
import { PlotHistory } from './PlotHistory.tsx'

export default crudScreen(land, {
  columns: ['landName', 'landType', 'landState', 'landMeasure', 'varietyId', 'profileColor', 'enabledFlag'],
  filters: ['landType', 'landState'],
  form: [
    ['landName', 'areaId'],
    ['landType', 'nurtureKind'],
    ['landProfile'],
    ['landMeasure', 'varietyId'],
    ['profileColor', 'outlineColor'],
    ['outlineWidth', 'opacity', 'enabledFlag'],
  ],
  inputs: { landMeasure: MeasureInput },
  beside: PlotHistory,
})
