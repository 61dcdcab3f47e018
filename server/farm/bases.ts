import type { Bases } from '../ground/database/readBases.ts'

export const bases: Bases = { task: 'area_id', activity: 'area_id', plan: 'area_id' }
