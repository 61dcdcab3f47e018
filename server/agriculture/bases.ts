import type { Bases } from '../ground/database/readBases.ts'

export const bases: Bases = { inquiry: 'area_id', inquiry_message: 'area_id', inquiry_expert: 'area_id' }
