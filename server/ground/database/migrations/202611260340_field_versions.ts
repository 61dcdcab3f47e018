/** Of each field of some tables: who changed it last, when, and in which version of its row. */
export const id = '202611260340_field_versions'

const audited = `'object_version_number', 'created_by'`

export const up = () => `
create function write_versions() returns trigger language plpgsql set search_path = furrow, pg_temp as $body$
declare
  was jsonb := to_jsonb(old);
  said jsonb := new.field_versions;
  field text;
  writer bigint := nullif(nullif(current_setting('furrow.user', true), ''), '0')::bigint;
  version int := greatest(new.object_version_number, old.object_version_number + 1);
begin
  for field in
    select made.key from jsonb_each(to_jsonb(new)) made where made.value is distinct from was -> made.key and made.key <> all (tg_argv[0]::text[])
  loop
    new.object_version_number := version;
    said := said || jsonb_build_object(field, jsonb_build_array(version, writer, (extract(epoch from now()) * 1000)::bigint));
  end loop;
  new.field_versions := said;
  return new;
end $body$;

create function keep_versions(which regclass, but text[]) returns void language plpgsql set search_path = furrow, pg_temp as $body$
begin
  execute format('alter table %s add column if not exists field_versions jsonb not null default ''{}''', which);
  execute format('create or replace trigger versions_written before update on %s for each row execute function write_versions(%L)', which,
    but || array['id', 'tenant_id', 'object_version_number', 'field_versions', 'created_by', 'created_at', 'updated_by', 'updated_at']);
end $body$;
comment on function keep_versions(regclass, text[]) is 'for migrations: server/ground/database/keepVersions.ts';
revoke all on function keep_versions(regclass, text[]) from public;

-- Which version a field is of is no change of the thing.
do $do$
declare
  body text := pg_get_functiondef('audit_row(text, jsonb, text, jsonb, jsonb, bigint)'::regprocedure);
begin
  if position($was$${audited}$was$ in body) = 0 then raise 'audit_row is not as it was'; end if;
  execute replace(body, $was$${audited}$was$, $now$'object_version_number', 'field_versions', 'created_by'$now$);
end $do$;
`
