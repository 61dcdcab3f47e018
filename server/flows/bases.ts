import type { Bases } from '../ground/database/readBases.ts'

export const bases: Bases = {
  flow: 'area_id',
  flow_device_group: 'area_id',
  flow_group: 'area_id',
  flow_run: 'area_id',
  flow_trial: 'area_id',
  flow_trigger: 'area_id',
}
