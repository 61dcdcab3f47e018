import { recordAudit } from '../../ground/database/recordAudit.ts'

/** Flows and their groups in the audit trail; what a flow did is kept version by version beside it. */
export const id = '202611232110_flow_trail'

const area = ['area', 'area_name'] as const
const recorded = {
  flow: { kind: 'flow', title: ['name'], ignored: ['definition', 'run_state'], names: { area_id: area, group_id: ['flow_group', 'name'] } },
  flow_group: { kind: 'flowGroup', title: ['name'], names: { area_id: area } },
  flow_device_group: { kind: 'flowDeviceGroup', title: ['name'], names: { area_id: area } },
  flow_device_group_member: {
    kind: 'flowDeviceGroup',
    key: ['group_id'],
    title: ['group_id'],
    ignored: ['group_id', 'nth'],
    names: { group_id: ['flow_device_group', 'name'] },
    part: 'members',
  },
} as const

export const up = () => recordAudit(recorded)
