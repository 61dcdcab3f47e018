import type { Bases } from '../ground/database/readBases.ts'

export const bases: Bases = { sim_card: 'area_id' }
