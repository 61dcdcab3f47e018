import type { Roles } from '../roles.ts'

/**
 * Months of readings are made beside the running work: a table of its own, attached with a lock that holds up neither readers nor
 * writers, so that a long transaction (a dump) delays nobody. They are dropped by the owner (server/ground/history/months.ts), since detaching
 * beside the running work is no matter of a function. Retention remembers what the clock said when it last moved.
 */
export const id = '0025_months'

export const up = (roles: Roles) => `
create or replace function ensure_reading_partitions(from_ts bigint, to_ts bigint) returns int
language plpgsql security definer set search_path = furrow, pg_temp set lock_timeout = '2s' as $body$
declare
  month timestamp := date_trunc('month', to_timestamp(from_ts / 1000.0) at time zone 'UTC');
  last_month timestamp := date_trunc('month', to_timestamp(to_ts / 1000.0) at time zone 'UTC');
  next_month timestamp;
  name text;
  first_ms bigint;
  next_ms bigint;
  made int := 0;
begin
  if from_ts is null or to_ts is null or last_month > month + interval '20 years' then
    raise exception 'a range of months beyond 20 years' using errcode = '22023';
  end if;
  while month <= last_month loop
    name := 'reading_' || to_char(month, 'YYYY_MM');
    next_month := month + interval '1 month';
    if not is_reading_partition(name) then
      perform pg_advisory_xact_lock(hashtext('furrow.reading partitions'));
      -- Another session may have made it while this one waited.
      if not is_reading_partition(name) then
        first_ms := (extract(epoch from month at time zone 'UTC') * 1000)::bigint;
        next_ms := (extract(epoch from next_month at time zone 'UTC') * 1000)::bigint;
        -- A curve reads the index alone: that needs the visibility map, which only a vacuum sets on rows that are never changed.
        execute format('create table if not exists %I (like reading including all) with (autovacuum_vacuum_insert_threshold = 20000, autovacuum_vacuum_insert_scale_factor = 0.02)', name);
        -- No policy: a partition is read and written through its parent, where the tenant fence stands.
        execute format('alter table %I enable row level security', name);
        -- What the check says need not be looked for in the rows.
        execute format('alter table %I add constraint month check (ts >= %s and ts < %s)', name, first_ms, next_ms);
        execute format('alter table reading attach partition %I for values from (%s) to (%s)', name, first_ms, next_ms);
        execute format('alter table %I drop constraint month', name);
        made := made + 1;
      end if;
    end if;
    month := next_month;
  end loop;
  return made;
end $body$;
create function is_reading_partition(month_name text) returns boolean
language sql stable security definer set search_path = furrow, pg_temp as $body$
  select exists (
    select from pg_inherits h join pg_class c on c.oid = h.inhrelid
    where h.inhparent = 'furrow.reading'::regclass and c.relnamespace = 'furrow'::regnamespace and c.relname = month_name
  )
$body$;
revoke all on function is_reading_partition(text) from public;
drop function drop_reading_partitions(bigint);

create index rollup_dirty_hour on rollup_dirty (hour, item_id);

create table retention (one boolean primary key default true check (one), at bigint not null);
comment on table retention is 'what the clock said when retention last moved, ms UTC';
insert into retention (at) select coalesce((select max(last_ts) from item), (extract(epoch from now()) * 1000)::bigint);
grant select, update on retention to ${roles.service};
`
