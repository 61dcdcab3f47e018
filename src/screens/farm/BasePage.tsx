import { area } from '#contract/farm/area'
import { crudScreen } from '#src/crud/crudScreen.tsx'
import { PlaceAmongBases } from './PlaceAmongBases.tsx'

export default crudScreen(area, {
  columns: ['areaName', 'areaUsage', 'areaNum', 'landNum', 'areaMeasure', 'defaultFlag', 'enabledFlag', 'leaderName', 'areaAddress'],
  filters: ['areaUsage', 'enabledFlag'],
  form: [
    ['areaName', 'fullName'],
    ['areaNum', 'areaUsage'],
    ['leaderName', 'phone', 'landline'],
    ['areaAddress'],
    ['latlng'],
    ['areaMeasure', 'altitude'],
    ['areaCover'],
    ['sceneImages'],
    ['defaultFlag', 'enabledFlag'],
  ],
  inputs: { latlng: PlaceAmongBases },
})
