import type { Bases } from './readBases.ts'

export const bases: Bases = {
  land: 'area_id',
  land_period: 'area_id',
  worker: 'area_id',
  device: 'area_id',
  item: 'area_id',
  switch: 'area_id',
  command: 'area_id',
}
