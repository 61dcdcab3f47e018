import { recordAudit } from '../recordAudit.ts'
import { tenantFence } from '../fenceTables.ts'
import type { Roles } from '../roles.ts'

/**
 * What matters leaves an entry that nobody can write past, and nobody can change: the recorder alone inserts, a request only reads, and the
 * service role forgets what is older than the least that retention may be set to.
 */
export const id = '202611221735_audit_entry'

/** As AUDIT_RETENTION_DAYS has it at least (server/ground/config.ts). */
const LEAST_DAYS = 180

const user = ['app_user', 'real_name'] as const
const area = ['area', 'area_name'] as const
const device = ['device', 'name'] as const
const recorded = {
  role: { kind: 'role', title: ['name'] },
  role_assignment: {
    kind: 'grant',
    key: ['user_id', 'role_id'],
    title: ['user_id', 'role_id'],
    names: { user_id: user, role_id: ['role', 'name'], area_ids: area },
  },
  membership: { kind: 'member', key: ['user_id'], title: ['user_id'], names: { user_id: user } },
  app_user: {
    kind: 'user',
    title: ['real_name'],
    tenant: 'member',
    secret: ['password_hash', 'phone'],
    ignored: ['current_tenant_id', 'default_tenant_id', 'image_url', 'demo'],
  },
  approval_leader: { kind: 'leader', key: ['user_id'], title: ['user_id'], names: { user_id: user, leader_id: user } },
  tenant: { kind: 'tenant', title: ['name'], tenant: 'self', secret: ['deployment'] },
  tenant_setting: { kind: 'tenantSetting', key: ['tenant_id'], title: [] },
  area: { kind: 'area', title: ['area_name'], names: { parent_id: area } },
  device: {
    kind: 'device',
    title: ['name'],
    secret: ['secret_hash'],
    ignored: ['presence', 'presence_at', 'heard_at', 'demo'],
    names: { area_id: area, land_id: ['land', 'land_name'], parent_id: device },
  },
  item: {
    kind: 'item',
    title: ['device_id', 'code'],
    ignored: ['last_ts', 'last_place', 'last_value', 'area_id', 'device_id'],
    names: { device_id: device },
    silentlyMade: true,
  },
  switch: {
    kind: 'switch',
    title: ['device_id', 'name', 'circuit'],
    ignored: ['status', 'status_at', 'area_id', 'device_id'],
    names: { device_id: device, related_equip: ['switch', 'name'] },
    silentlyMade: true,
  },
  approval_definition: {
    kind: 'approvalDefinition',
    key: ['form_code'],
    title: ['name'],
    ignored: ['version', 'author_id', 'form_code'],
    since: 'form_code',
  },
  purchase_application: {
    kind: 'aplionform',
    title: ['code', 'title'],
    ignored: ['applicant_id', 'applicant_name', 'code'],
    names: { area_id: area },
  },
  purchase_application_line: {
    kind: 'aplionform',
    key: ['application_id'],
    title: ['application_id'],
    ignored: ['application_id', 'position'],
    names: { application_id: ['purchase_application', 'title'] },
    part: 'lines',
  },
} as const

export const up = (roles: Roles) => `
create table audit_entry (
  id bigint generated always as identity primary key, tenant_id bigint not null references tenant, at bigint not null,
  user_id bigint, user_name text, address text, device text, act text, kind text not null, thing text not null,
  title text not null, verb text not null check (verb in ('made', 'changed', 'deleted')), changes jsonb not null, tx bigint not null
);
comment on table audit_entry is 'who changed what and when, written by the database beside the change; nobody changes an entry';
comment on column audit_entry.tx is 'of what one transaction does to one thing there is one entry';
create index audit_entry_newest on audit_entry (tenant_id, id desc);
create index audit_entry_time on audit_entry (tenant_id, at desc, id desc);
create index audit_entry_person on audit_entry (tenant_id, user_id, id desc);
create index audit_entry_thing on audit_entry (tenant_id, kind, thing, tx);
create index audit_entry_age on audit_entry (at);
alter table audit_entry enable row level security;
grant select on audit_entry to ${roles.request};
grant select, delete on audit_entry to ${roles.service};
create policy tenant on audit_entry to ${roles.request} using (${tenantFence});
create policy service on audit_entry for select to ${roles.service} using (true);
create policy service_forgets on audit_entry for delete to ${roles.service}
  using (at < (extract(epoch from now()) * 1000)::bigint - ${LEAST_DAYS}::bigint * 86400000);

create function audit_value(value jsonb, named jsonb) returns jsonb language plpgsql stable set search_path = furrow, pg_temp as $body$
declare
  called text;
begin
  if value is null or jsonb_typeof(value) = 'null' then return null; end if;
  if named is not null and jsonb_typeof(value) = 'array' then
    return (select coalesce(jsonb_agg(audit_value(one, named)), '[]') from jsonb_array_elements(value) one);
  end if;
  if named is not null then
    execute format('select %I from %I where id = $1', named ->> 1, named ->> 0) into called using (value #>> '{}')::bigint;
    return jsonb_build_object('id', value, 'name', called);
  end if;
  if jsonb_typeof(value) = 'string' and length(value #>> '{}') > 300 then return to_jsonb(left(value #>> '{}', 299) || '…'); end if;
  if length(value::text) > 20000 then return to_jsonb(left(value::text, 299) || '…'); end if;
  return value;
end $body$;

-- Of a list's changes, one more: what leaves cancels what came, and the other way round.
create function audit_parts(known jsonb, side text, part jsonb) returns jsonb language plpgsql immutable as $body$
declare
  other text := case side when 'before' then 'after' else 'before' end;
  place int := (select min(n)::int - 1 from jsonb_array_elements(coalesce(known -> other, '[]')) with ordinality as p (one, n) where one = part);
begin
  if place is not null then return jsonb_set(known, array[other], (known -> other) - place); end if;
  return known || jsonb_build_object(side, coalesce(known -> side, '[]') || jsonb_build_array(part));
end $body$;

create function audit_row(of_table text, told jsonb, done text, was jsonb, becomes jsonb, writer bigint) returns void
language plpgsql set search_path = furrow, pg_temp as $body$
declare
  ignored text[] := array['id', 'tenant_id', 'object_version_number', 'created_by', 'created_at', 'updated_by', 'updated_at']
    || array(select jsonb_array_elements_text(coalesce(told -> 'ignored', '[]')));
  one jsonb := coalesce(becomes, was);
  thing_key text;
  called text;
  found_changes jsonb := '{}';
  in_tenants bigint[];
  in_tenant bigint;
  known audit_entry;
  merged jsonb;
  field text;
  change jsonb;
begin
  if told ? 'since' and done = 'made' then
    execute format('select to_jsonb(p) from %I p where p.tenant_id = $1 and p.%I = $2 and p.version < $3 order by p.version desc limit 1',
      of_table, told ->> 'since') into was
      using (one ->> 'tenant_id')::bigint, one ->> (told ->> 'since'), (one ->> 'version')::int;
    if was is not null then done := 'changed'; end if;
  end if;

  if told ? 'part' then
    merged := '{}';
    if was is not null then merged := audit_parts(merged, 'before', jsonb_strip_nulls(was - ignored)); end if;
    if becomes is not null then merged := audit_parts(merged, 'after', jsonb_strip_nulls(becomes - ignored)); end if;
    found_changes := jsonb_build_object(told ->> 'part', merged);
    done := 'changed';
  else
    for field in select jsonb_object_keys(one - ignored) loop
      continue when nullif(was -> field, 'null') is not distinct from nullif(becomes -> field, 'null');
      found_changes := found_changes || jsonb_build_object(field,
        case when coalesce(told -> 'secret', '[]') ? field then '{"secret": true}'
        else jsonb_strip_nulls(jsonb_build_object('before', audit_value(was -> field, told -> 'names' -> field),
          'after', audit_value(becomes -> field, told -> 'names' -> field))) end);
    end loop;
  end if;
  if done = 'changed' and found_changes = '{}' then return; end if;

  select string_agg(one ->> k.field, ':' order by k.n) into thing_key
  from jsonb_array_elements_text(told -> 'key') with ordinality as k (field, n);
  select string_agg(case when told -> 'names' ? k.field then audit_value(one -> k.field, told -> 'names' -> k.field) ->> 'name' else one ->> k.field end,
    ' · ' order by k.n) into called
  from jsonb_array_elements_text(told -> 'title') with ordinality as k (field, n);
  in_tenants := case told ->> 'tenant'
    when 'self' then array[(one ->> 'id')::bigint]
    when 'member' then array(select m.tenant_id from membership m where m.user_id = (one ->> 'id')::bigint)
    else array[(one ->> 'tenant_id')::bigint] end;

  foreach in_tenant in array in_tenants loop
    select * into known from audit_entry e
    where e.tenant_id = in_tenant and e.kind = told ->> 'kind' and e.thing = thing_key and e.tx = pg_current_xact_id()::text::bigint;
    if not found then
      insert into audit_entry (tenant_id, at, user_id, user_name, address, device, act, kind, thing, title, verb, changes, tx)
      values (in_tenant, (extract(epoch from clock_timestamp()) * 1000)::bigint, writer, (select u.real_name from app_user u where u.id = writer),
        nullif(current_setting('furrow.address', true), ''),
        (select s.device from session s where s.id = nullif(current_setting('furrow.session', true), '')::uuid),
        nullif(current_setting('furrow.act', true), ''), told ->> 'kind', thing_key, coalesce(called, ''), done, found_changes,
        pg_current_xact_id()::text::bigint);
      continue;
    end if;
    merged := known.changes;
    for field, change in select * from jsonb_each(found_changes) loop
      if told ? 'part' then
        declare
          parts jsonb := coalesce(merged -> field, '{}');
        begin
          if change ? 'before' then parts := audit_parts(parts, 'before', change -> 'before' -> 0); end if;
          if change ? 'after' then parts := audit_parts(parts, 'after', change -> 'after' -> 0); end if;
          change := parts;
        end;
        if coalesce(change -> 'before', '[]') = '[]' and coalesce(change -> 'after', '[]') = '[]' then change := null; end if;
      elsif merged ? field and not change ? 'secret' then
        change := jsonb_strip_nulls(jsonb_build_object('before', merged -> field -> 'before', 'after', change -> 'after'));
        if change -> 'before' is not distinct from change -> 'after' then change := null; end if;
      end if;
      merged := case when change is null then merged - field else merged || jsonb_build_object(field, change) end;
    end loop;
    done := case
      when told ? 'part' then known.verb
      when known.verb = 'deleted' and done = 'made' then 'changed'
      when known.verb = 'made' and done = 'changed' then 'made'
      when known.verb = 'made' and done = 'deleted' then null
      else done end;
    if done is null or (done = 'changed' and merged = '{}') then
      delete from audit_entry where id = known.id;
    else
      update audit_entry set verb = done, changes = merged, title = case when told ? 'part' then known.title else coalesce(called, '') end
      where id = known.id;
    end if;
  end loop;
end $body$;

create function record_audit() returns trigger language plpgsql security definer set search_path = furrow, pg_temp as $body$
declare
  writer bigint := nullif(nullif(current_setting('furrow.user', true), ''), '0')::bigint;
begin
  -- What follows from another change (a cascade) is told by that one. What the owner writes in nobody's name is a seed or a migration.
  if pg_trigger_depth() = 1 and (writer is not null or session_user <> current_user) then
    perform audit_row(tg_table_name, tg_argv[0]::jsonb,
      case tg_op when 'INSERT' then 'made' when 'UPDATE' then 'changed' else 'deleted' end,
      case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end, writer);
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return null;
end $body$;

create function record_audit_of(which regclass, told jsonb) returns void language plpgsql set search_path = furrow, pg_temp as $body$
declare
  watched text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum) into watched from pg_attribute
  where attrelid = which and attnum > 0 and not attisdropped
    and attname <> all (array(select jsonb_array_elements_text(coalesce(told -> 'ignored', '[]'))));
  if not told ? 'silentlyMade' then
    execute format('create or replace trigger audit_made after insert on %s for each row execute function record_audit(%L)', which, told);
  end if;
  execute format('create or replace trigger audit_changed after update of %s on %s for each row execute function record_audit(%L)', watched, which, told);
  -- Before: only then is a row that a cascade takes known to be one, and what it refers to is still there to be named.
  execute format('create or replace trigger audit_deleted before delete on %s for each row execute function record_audit(%L)', which, told);
end $body$;
comment on function record_audit_of(regclass, jsonb) is 'for migrations: server/ground/database/recordAudit.ts';
revoke all on function audit_value(jsonb, jsonb), audit_parts(jsonb, text, jsonb), audit_row(text, jsonb, text, jsonb, jsonb, bigint), record_audit(), record_audit_of(regclass, jsonb) from public;

${recordAudit(recorded)}
`
