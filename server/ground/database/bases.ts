import type { Bases } from './readBases.ts'

export const bases: Bases = {
  land: 'area_id',
  batch: 'area_id',
  worker: 'area_id',
  device: 'area_id',
  item: 'area_id',
  switch: 'area_id',
  command: 'area_id',
}
