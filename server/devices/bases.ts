import type { Bases } from '../ground/database/readBases.ts'

export const bases: Bases = { emergency_stop: 'area_id' }
