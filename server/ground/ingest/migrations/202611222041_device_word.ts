import { fenceTables } from '../../database/fenceTables.ts'
import type { Roles } from '../../database/roles.ts'

/** What a device says that is no number: of each name the last, without a history. */
export const id = '202611222041_device_word'

export const up = (roles: Roles) => `
create table device_word (
  tenant_id bigint not null references tenant, device_id bigint not null references device on delete cascade,
  scope text not null check (scope in ('telemetry', 'attribute')), name text not null, value text not null, at bigint not null,
  primary key (device_id, scope, name)
) with (fillfactor = 60);
comment on column device_word.scope is 'attribute: what it says of itself; telemetry: what it says beside its readings';
comment on column device_word.value is 'JSON, as it was said';
comment on column device_word.at is 'the time that it gave, else that of its arrival, ms UTC';
${fenceTables(['device_word'], roles, { readOnly: true })}
`
