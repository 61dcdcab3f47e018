import { recordAudit } from '../../ground/database/recordAudit.ts'

/** The icon of a pump is a person's choice, and so in the trail. */
export const id = '202611222244_pump_icon_told'

const recorded = {
  switch: {
    kind: 'switch',
    title: ['device_id', 'name', 'circuit'],
    ignored: ['status', 'status_at', 'area_id', 'device_id'],
    names: { device_id: ['device', 'name'], related_equip: ['switch', 'name'] },
    silentlyMade: true,
  },
} as const

export const up = () => recordAudit(recorded)
