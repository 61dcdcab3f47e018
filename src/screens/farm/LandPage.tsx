import { land } from '#contract/farm/land'
import { crudScreen } from '#src/crud/crudScreen.tsx'
import { HarvestCell } from './HarvestCell.tsx'
import { NARROWED_BY } from './landFilters.ts'
import { LandFileActs } from './landFiles/LandFileActs.tsx'
import { MeasureInput } from './MeasureInput.tsx'
import { OutlineAmongPlots } from './OutlineAmongPlots.tsx'
import { PlotHistory } from './PlotHistory.tsx'
import { PlotOutline } from './PlotOutline.tsx'
import { PlotReadings } from './PlotReadings.tsx'
import { PlotSafety } from './PlotSafety.tsx'
import { Rotation } from './Rotation.tsx'

export default crudScreen(land, {
  columns: ['landName', 'landState', 'landType', 'landMeasure', 'varietyId', 'safeFrom', 'profileColor'],
  filters: NARROWED_BY,
  views: LandFileActs,
  form: [
    ['landName', 'areaId'],
    ['landType', 'nurtureKind'],
    ['landProfile'],
    ['landMeasure', 'varietyId'],
    ['profileColor', 'outlineColor'],
    ['outlineWidth', 'opacity', 'enabledFlag'],
  ],
  cells: { landProfile: PlotOutline, safeFrom: HarvestCell },
  inputs: { landProfile: OutlineAmongPlots, landMeasure: MeasureInput },
  beside: ({ record }) => (
    <>
      <PlotSafety landId={record.landId} />
      <PlotHistory record={record} />
      <Rotation landId={record.landId} />
      <PlotReadings record={record} />
    </>
  ),
})
