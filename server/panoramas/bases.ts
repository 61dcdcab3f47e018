import type { Bases } from '../ground/database/readBases.ts'

export const bases: Bases = { panorama_vr: { through: 'panorama_vr_area', by: 'vr_id' } }
