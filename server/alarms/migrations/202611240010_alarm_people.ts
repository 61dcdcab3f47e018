import { recordAudit } from '../../ground/database/recordAudit.ts'

/**
 * Who is told of alarms, by which channels, and whom a base calls on, in the audit trail. Addresses and secrets only say that they changed.
 * Somebody with an account is called in the trail as the account was at that time.
 */
export const id = '202611240010_alarm_people'

const area = ['area', 'area_name'] as const
const staff = ['alarm_staff', 'name'] as const
const recorded = {
  alarm_staff: { kind: 'alarmStaff', title: ['name'], ignored: ['tested_at'], names: { user_id: ['app_user', 'real_name'] } },
  alarm_staff_area: {
    kind: 'alarmStaff',
    key: ['staff_id'],
    title: ['staff_id'],
    ignored: ['staff_id'],
    names: { staff_id: staff },
    part: 'areas',
  },
  alarm_channel: {
    kind: 'alarmChannel',
    title: ['staff_id', 'kind'],
    ignored: ['staff_id', 'nth'],
    secret: ['address', 'secret'],
    names: { staff_id: staff },
  },
  alarm_duty: { kind: 'alarmDuty', title: ['area_id'], ignored: ['area_id'], names: { area_id: area } },
} as const

export const up = () => `
update alarm_staff s set name = u.real_name from app_user u where u.id = s.user_id;
${recordAudit(recorded)}
`
