import { recordAudit } from '../../ground/database/recordAudit.ts'

/** Rules and planned work in the audit trail; what finds alarms that are to be forgotten, and whom a base was told of last. */
export const id = '202611231800_alarm_trail'

const area = ['area', 'area_name'] as const
const recorded = {
  alarm_rule: { kind: 'alarmRule', title: ['name'], ignored: ['rank', 'ready', 'version'], names: { area_id: area } },
  alarm_silence: { kind: 'alarmSilence', title: ['reason'], names: { area_id: area, device_ids: ['device', 'name'] } },
} as const

export const up = () => `
create index alarm_age on alarm (cleared_at) where cleared_at is not null;
create index alarm_heard on alarm (area_id, heard_at) where heard_at is not null;
${recordAudit(recorded)}
`
