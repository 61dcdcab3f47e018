/** LAND-07: what a plot is follows from its row, so that lists are narrowed and ordered by it. */
export const id = '0009_land_state'

export const up = () => `
alter table land add column land_state text not null generated always as
  (case when enabled_flag = 0 then 'resting' when variety_id is null then 'free' else 'planted' end) stored;
create index land_area_state on land (tenant_id, area_id, land_state);
`
