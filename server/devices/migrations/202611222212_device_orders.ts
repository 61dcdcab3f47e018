/** The orders of a list over all bases: by base, whose devices follow in the order of their names, and by presence. */
export const id = '202611222212_device_orders'

export const up = () => `
create index area_name on area (tenant_id, area_name, id);
create index device_presence on device (tenant_id, presence, id);
`
