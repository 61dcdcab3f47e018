import type { Bases } from '../ground/database/readBases.ts'

export const bases: Bases = { alarm_picture_reach: 'area_id', camera_share: 'area_id', camera_split: 'area_id', farm_log: 'area_id' }
