import { land } from '#contract/farm/land'
import { crudScreen } from '#src/crud/crudScreen.tsx'
import { MeasureInput } from './MeasureInput.tsx'
import { OutlineAmongPlots } from './OutlineAmongPlots.tsx'
import { PlotHistory } from './PlotHistory.tsx'
import { PlotOutline } from './PlotOutline.tsx'

export default crudScreen(land, {
  columns: ['landName', 'landState', 'landType', 'landMeasure', 'varietyId', 'profileColor'],
  filters: ['landType', 'landState'],
  form: [
    ['landName', 'areaId'],
    ['landType', 'nurtureKind'],
    ['landProfile'],
    ['landMeasure', 'varietyId'],
    ['profileColor', 'outlineColor'],
    ['outlineWidth', 'opacity', 'enabledFlag'],
  ],
  cells: { landProfile: PlotOutline },
  inputs: { landProfile: OutlineAmongPlots, landMeasure: MeasureInput },
  beside: PlotHistory,
})
