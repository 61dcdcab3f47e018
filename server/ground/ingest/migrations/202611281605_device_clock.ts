import { fenceTables } from '../../database/parts/fenceTables.ts'
import type { Roles } from '../../database/roles.ts'

/** Readings of a device whose clock is wrong stand under the time by the server's clock, beside the one that the device gave. */
export const id = '202611281605_device_clock'

export const up = (roles: Roles) => `
alter table reading add column sent bigint;
comment on column reading.sent is 'the time that the device gave, ms UTC, where its clock is wrong: ts is that by the server''s clock';
create index reading_sent on reading (item_id, sent) where sent is not null;
create table device_clock (
  device_id bigint primary key references device(id) on delete cascade,
  tenant_id bigint not null references tenant(id),
  offset_ms bigint,
  since bigint not null,
  offsets int8multirange not null
);
comment on table device_clock is 'devices whose clock was found wrong; others have no row';
comment on column device_clock.offset_ms is 'what it shows less the server''s clock; 0 where it is right again, null where backlog and a clock that is behind cannot be told apart';
comment on column device_clock.since is 'since when it is so, ms UTC';
comment on column device_clock.offsets is 'by what its readings were ever moved, with room about each: where one that comes again is looked for';
create index device_clock_tenant on device_clock (tenant_id);
${fenceTables(['device_clock'], roles, { readOnly: true })}
`
