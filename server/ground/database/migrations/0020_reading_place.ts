import { fenceTables } from '../fenceTables.ts'
import type { Roles } from '../roles.ts'

/**
 * Readings to which the server gave the time have a place within its millisecond (from 1), so that several of one item stay several; a
 * reading that came with a time of its own has place 0. Rebuilds the key of every month. What is not stored is counted, and each writer
 * notes the last batch that it committed, so that it knows after a lost connection whether that batch is there.
 */
export const id = '0020_reading_place'

// An int: in the row and in the key a smallint would be padded to the same size, and so there is no place beyond the last.
export const up = (roles: Roles) => `
alter table reading add column place int not null default 0;
alter table reading drop constraint reading_pkey;
alter table reading add constraint reading_pkey primary key (item_id, ts, place) include (value, tenant_id);
comment on column reading.place is '0: the device gave the time; from 1: its order among those to which the server gave this millisecond';
alter table item add column last_place int not null default 0;

create table rejected_count (
  tenant_id bigint not null references tenant, device_id bigint not null references device on delete cascade,
  hour bigint not null, reason text not null, n bigint not null, primary key (device_id, hour, reason)
);
comment on table rejected_count is 'what was acknowledged and not stored: readings (or states, or messages that say neither) by device, hour (its start, ms UTC) and reason';
create index rejected_count_age on rejected_count (hour);
${fenceTables(['rejected_count'], roles, { readOnly: true })}

create table ingest_writer (writer uuid primary key, batch bigint not null, at bigint not null) with (fillfactor = 20);
comment on table ingest_writer is 'the last batch that each process of the ingest committed, by number';
grant select, insert, update, delete on ingest_writer to ${roles.service};
`
