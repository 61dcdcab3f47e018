import { defineRoute } from '../core/route.ts'
import { ALARM_STAFF_READ, ALARMS_READ } from './permission.ts'

const MANAGE = '/web/equipment/warning-manage'
const RULE = '/web/equipment/warning-manage/rule/:id'
const INFO = '/web/equipment/warning-manage/info/:id'
const STAFF = '/web/equipment/warning-staff'
/** The list of alarms of the selected base. */
export const ALARMS_PATH = MANAGE
/** A rule's own page; without an id a new one. */
export const rulePath = (id: number | 'new'): string => RULE.replace(':id', String(id))
/** What was told of an alarm leads there. */
export const alarmPath = (id: number): string => INFO.replace(':id', String(id))

export const pages = [
  defineRoute(MANAGE, { area: 'alarms', module: 'farm', permission: ALARMS_READ, group: 'alarm', place: 2, title: 'alarms:title' }),
  defineRoute(STAFF, {
    area: 'alarms',
    module: 'farm',
    permission: ALARM_STAFF_READ,
    group: 'alarm',
    place: 1,
    title: 'alarms:staff.title',
  }),
  defineRoute(RULE, { area: 'alarms', module: 'farm', permission: ALARMS_READ, title: 'alarms:rule.title' }),
  defineRoute(INFO, { area: 'alarms', module: 'farm', permission: ALARMS_READ, title: 'alarms:info.title' }),
] as const
