/** The page of alarms, and its tab of rules; the tab stands in the address, and what another tab had there does not. */
export const MANAGE = '/web/equipment/warning-manage'
export const RULES = `${MANAGE}?tab=rules`
