import { fenceTables } from '../../database/fenceTables.ts'
import type { Roles } from '../../database/roles.ts'

/** What a switch was said to be, and when, kept from one change to the next; what is known of each switch today is its first. */
export const id = '202611221430_switch_change'

export const up = (roles: Roles) => `
create table switch_change (
  switch_id bigint not null references switch on delete cascade, at bigint not null, id bigint generated always as identity,
  status int not null, tenant_id bigint not null references tenant, primary key (switch_id, at, id) include (status)
);
comment on table switch_change is 'each word of a device on a switch that differs from the one before it, by the time at which the server heard it';
create index switch_change_age on switch_change (at);
${fenceTables(['switch_change'], roles, { readOnly: true })}
insert into switch_change (switch_id, at, status, tenant_id)
select id, status_at, status, tenant_id from switch where status is not null and status_at is not null;
`
