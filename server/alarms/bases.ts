import type { Bases } from '../ground/database/readBases.ts'

export const bases: Bases = {
  alarm: 'area_id',
  alarm_rule: 'area_id',
  alarm_silence: 'area_id',
  alarm_trial: 'area_id',
  alarm_staff: { through: 'alarm_staff_area', by: 'staff_id' },
  alarm_duty: 'area_id',
  alarm_escalation: 'area_id',
  alarm_delivery: 'area_id',
}
