/** The page of alarms and its tabs; the tab stands in the address, and what another tab had there does not. */
export const MANAGE = '/web/equipment/warning-manage'
export const TABS = ['alarms', 'rules', 'silences', 'report'] as const
export type AlarmTabName = (typeof TABS)[number]
export const RULES = `${MANAGE}?tab=rules`
