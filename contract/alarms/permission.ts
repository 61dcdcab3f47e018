/** Opens the page of alarms, and what is told of them elsewhere: the map, home, the wall. */
export const ALARMS_READ = 'wfpf.farm.equipment.warningManage' as const
/** Acknowledges, shelves, assigns and comments. */
export const ALARMS_HANDLE = 'wfpf.farm.equipment.warningManage.ps.handle' as const
/** Opens the page of who is told of alarms. */
export const ALARM_STAFF_READ = 'wfpf.farm.equipment.warningStaff' as const
/** Says who is told of alarms, when and how. */
export const ALARM_STAFF_EDIT = 'wfpf.farm.equipment.warningStaff.ps.edit' as const
/** Makes, changes and switches rules, and keeps silences. */
export const ALARM_RULES_EDIT = 'wfpf.farm.equipment.warningManage.ps.edit' as const
