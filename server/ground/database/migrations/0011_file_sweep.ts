import { fenceTables } from '../fenceTables.ts'
import { FILE_GONE } from '../fileGone.ts'
import type { Roles } from '../roles.ts'

/**
 * Which files something still names. No list of columns is kept: every column of every table that can hold text is looked through for
 * the ids of files and of attachments, so that an address in a rich text, in JSON or in a resource of tomorrow counts like any other.
 */
export const id = '0011_file_sweep'

// As file.id and file.attachment_id are written, inside whatever else.
const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

export const up = (roles: Roles) => `
-- What may lie in the file store without a row of file: an upload on its way, a file that was swept. From due on it may be removed.
create table loose_file (tenant_id bigint not null references tenant, id uuid not null, due bigint not null, primary key (tenant_id, id));
create index loose_file_due on loose_file (due);
${fenceTables(['loose_file'], roles)}
create index file_named_together on file (attachment_id) where attachment_id is not null;

-- Every table that can name a file, and its columns that can. Partitions are read through their parent.
create view file_holder as
select c.oid as holder, array_agg(a.attnum order by a.attnum) as columns, string_agg(format('%I', a.attname), ', ' order by a.attnum) as column_list
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
where c.relnamespace = 'furrow'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname not in ('file', 'loose_file')
  and t.typcategory not in ('N', 'B', 'D', 'T', 'I', 'G')
group by c.oid;

-- A row that names a file holds it until its transaction ends, as a foreign key would: the sweep passes by what is held, and where the
-- sweep was first, a person's form hears that the file is gone. A row that named it before is left alone, and so are devices and jobs.
create function hold_files() returns trigger language plpgsql set search_path = furrow, pg_temp as $body$
declare
  named uuid[];
begin
  select array_agg(distinct m[1]::uuid) into named from regexp_matches(new::text, '(${UUID})', 'g') m;
  if named is null then return null; end if;
  perform from file f where f.id = any(named) or f.attachment_id = any(named) for key share;
  if current_user = '${roles.request}' and exists (
    select from regexp_matches(new::text, '/files/(${UUID})/content', 'g') m
    where strpos(coalesce(old::text, ''), m[1]) = 0 and not exists (select from file f where f.id = m[1]::uuid)
  ) then
    raise exception 'a file that is named is gone' using errcode = '${FILE_GONE}';
  end if;
  return null;
end $body$;

-- Gives every table that can name a file its trigger; run after every migration.
create function guard_files() returns void language plpgsql set search_path = furrow, pg_temp as $body$
declare
  one record;
begin
  for one in
    select h.* from file_holder h
    where not exists (select from pg_trigger g where g.tgrelid = h.holder and g.tgname = 'hold_files'
      and (select array_agg(n order by n) from unnest(g.tgattr::int2[]) n) = h.columns)
  loop
    execute format('create or replace trigger hold_files after insert or update of %s on %s for each row execute function hold_files()',
      one.column_list, one.holder::regclass);
  end loop;
end $body$;

-- Those of the given files that nothing names. As the owner, whom no fence keeps from a table.
create function unnamed_files(among uuid[]) returns setof uuid language plpgsql security definer set search_path = furrow, pg_temp as $body$
declare
  one record;
  remaining uuid[] := among;
begin
  for one in select holder from file_holder loop
    exit when coalesce(cardinality(remaining), 0) = 0;
    execute format('with named as materialized (select distinct m[1]::uuid as id from %s one_row cross join lateral regexp_matches(one_row::text, %L, ''g'') m)
      select array_agg(f.id) from file f where f.id = any($1) and not exists (select from named where named.id = f.id)
        and not exists (select from named where named.id = f.attachment_id)', one.holder::regclass, '(${UUID})')
    into remaining using remaining;
  end loop;
  return query select unnest(remaining);
end $body$;
revoke all on function unnamed_files(uuid[]), guard_files() from public;
grant execute on function unnamed_files(uuid[]) to ${roles.service};
`
