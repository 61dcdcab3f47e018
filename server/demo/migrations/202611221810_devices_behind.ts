import type { Roles } from '../../ground/database/roles.ts'

/** The demo's first LoRaWAN gateway speaks for a soil probe and a valve too: those of a demo that was made before stand behind it from now on. */
export const id = '202611221810_devices_behind'

export const up = (_roles: Roles) => `
update device d set parent_id = g.id from device g
where g.demo and g.tenant_id = 1 and g.eui = 'demo-lorawan-gateway-1'
  and d.demo and d.tenant_id = 1 and d.eui in ('demo-soil-1', 'demo-valve-1') and d.parent_id is null;
`
