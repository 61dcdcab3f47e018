import type { Bases } from '../ground/database/readBases.ts'

export const bases: Bases = { activity: 'area_id' }
