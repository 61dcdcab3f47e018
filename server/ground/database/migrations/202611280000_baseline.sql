-- The schema as the 102 steps before the first release had made it, by the room that a table is of. Never edited: a migration changes it.
SET LOCAL check_function_bodies = false;

GRANT USAGE ON SCHEMA furrow TO {request};
GRANT USAGE ON SCHEMA furrow TO {service};
CREATE SEQUENCE furrow.push_feed_id START WITH 1 INCREMENT BY 1 NO MINVALUE NO MAXVALUE CACHE 1;

CREATE FUNCTION furrow.audit_parts(known jsonb, side text, part jsonb) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    AS $$
declare
  other text := case side when 'before' then 'after' else 'before' end;
  place int := (select min(n)::int - 1 from jsonb_array_elements(coalesce(known -> other, '[]')) with ordinality as p (one, n) where one = part);
begin
  if place is not null then return jsonb_set(known, array[other], (known -> other) - place); end if;
  return known || jsonb_build_object(side, coalesce(known -> side, '[]') || jsonb_build_array(part));
end $$;

CREATE FUNCTION furrow.audit_row(of_table text, told jsonb, done text, was jsonb, becomes jsonb, writer bigint) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'furrow', 'pg_temp'
    AS $_$
declare
  ignored text[] := array['id', 'tenant_id', 'object_version_number', 'field_versions', 'created_by', 'created_at', 'updated_by', 'updated_at']
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
    insert into audit_entry (tenant_id, at, user_id, user_name, address, device, act, kind, thing, title, verb, changes, tx)
      values (in_tenant, (extract(epoch from clock_timestamp()) * 1000)::bigint, writer, (select u.real_name from app_user u where u.id = writer),
        nullif(current_setting('furrow.address', true), ''),
        coalesce((select s.device from session s where s.id = nullif(current_setting('furrow.session', true), '')::uuid),
          (select 'furrow_pat · ' || p.name from personal_token p where p.key = nullif(current_setting('furrow.session', true), '')::uuid)),
        nullif(current_setting('furrow.act', true), ''), told ->> 'kind', thing_key, coalesce(called, ''), done, found_changes,
        pg_current_xact_id()::text::bigint) on conflict (tenant_id, kind, thing, tx) do nothing;
    continue when found;
    -- Planned anew each time: what was right for an empty table is not for a full one.
    execute 'select * from audit_entry e where e.tenant_id = $1 and e.kind = $2 and e.thing = $3 and e.tx = pg_current_xact_id()::text::bigint'
      into known using in_tenant, told ->> 'kind', thing_key;
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
end $_$;

CREATE FUNCTION furrow.audit_value(value jsonb, named jsonb) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO 'furrow', 'pg_temp'
    AS $_$
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
end $_$;

CREATE FUNCTION furrow.bases_under(tenant bigint, units bigint[]) RETURNS bigint[]
    LANGUAGE sql STABLE
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
  with recursive below (id, area_id) as (
    select unit.id, unit.area_id from org_unit unit where unit.tenant_id = tenant and unit.id = any(units)
    union
    select unit.id, unit.area_id from below join org_unit unit on unit.tenant_id = tenant and unit.parent_id = below.id
  ) select coalesce(array_agg(area_id order by area_id) filter (where area_id is not null), '{}') from below
$$;

CREATE FUNCTION furrow.derive_bases() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  new.area_ids := array(select unnest(new.named_ids) union select unnest(bases_under(new.tenant_id, new.unit_ids)) order by 1);
  return new;
end $$;

CREATE FUNCTION furrow.end_novice() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  update tenant set novice = false where id = new.tenant_id and novice;
  return null;
end $$;

CREATE FUNCTION furrow.end_with_session() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  select expires_at into new.ends_at from session where id = new.session_id;
  return new;
end $$;

CREATE FUNCTION furrow.ensure_reading_partitions(from_ts bigint, to_ts bigint) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'furrow', 'pg_temp'
    SET lock_timeout TO '2s'
    AS $$
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
end $$;

CREATE FUNCTION furrow.feed_alarms() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  insert into push_feed (tenant_id, source, at, n, refs)
  select a.tenant_id, 'alarms', (extract(epoch from clock_timestamp()) * 1000)::bigint, count(*)::int, jsonb_agg(a.id order by a.id)
  from added a where exists (select from push_target t where t.tenant_id = a.tenant_id and 'alarms' = any(t.sources)) group by a.tenant_id;
  return null;
end $$;

CREATE FUNCTION furrow.feed_changes() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  insert into push_feed (tenant_id, source, at, n, refs)
  select a.tenant_id, 'changes', (extract(epoch from clock_timestamp()) * 1000)::bigint, count(*)::int, jsonb_agg(a.id order by a.id)
  from added a where exists (select from push_target t where t.tenant_id = a.tenant_id and 'changes' = any(t.sources)) group by a.tenant_id;
  return null;
end $$;

CREATE FUNCTION furrow.feed_states() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  insert into push_feed (tenant_id, source, at, n, refs)
  select a.tenant_id, 'states', (extract(epoch from clock_timestamp()) * 1000)::bigint, count(*)::int, jsonb_agg(jsonb_build_array(a.switch_id, a.at, a.status) order by a.id)
  from added a where exists (select from push_target t where t.tenant_id = a.tenant_id and 'states' = any(t.sources)) group by a.tenant_id;
  return null;
end $$;

CREATE FUNCTION furrow.follow_tree() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  update role_assignment set unit_ids = unit_ids where tenant_id = coalesce(new.tenant_id, old.tenant_id) and unit_ids is not null
    and area_ids is distinct from array(select unnest(named_ids) union select unnest(bases_under(tenant_id, unit_ids)) order by 1);
  return null;
end $$;

CREATE FUNCTION furrow.forget_browsers() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  delete from alarm_browser where session_id = new.id;
  return null;
end $$;

CREATE FUNCTION furrow.found_base() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  -- Made with its tenant by one statement, it may be the first to come.
  insert into org_unit (tenant_id, kind) values (new.tenant_id, 'enterprise') on conflict (tenant_id) where kind = 'enterprise' do nothing;
  insert into org_unit (tenant_id, kind, parent_id, area_id, sort)
  select new.tenant_id, 'base', root.id, new.id, (select coalesce(max(sort), 0) + 1 from org_unit where tenant_id = new.tenant_id and parent_id = root.id)
  from org_unit root where root.tenant_id = new.tenant_id and root.kind = 'enterprise';
  return null;
end $$;

CREATE FUNCTION furrow.found_corporation() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  insert into corporation (tenant_id) values (new.id);
  return null;
end $$;

CREATE FUNCTION furrow.found_progress() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  insert into push_progress (target_id, tenant_id, cursor) values (new.id, new.tenant_id, (select last_value from push_feed_id));
  return null;
end $$;

CREATE FUNCTION furrow.found_root() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  insert into org_unit (tenant_id, kind) values (new.id, 'enterprise') on conflict (tenant_id) where kind = 'enterprise' do nothing;
  return null;
end $$;

CREATE FUNCTION furrow.identify_application() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  if tg_op = 'INSERT' then
    insert into app_user (login_name, real_name, password_hash, enabled, demo)
    select new.client_id, 'API · ' || new.name, '', false,
      exists (select from app_user u where u.id = nullif(current_setting('furrow.user', true), '')::bigint and u.demo)
    returning id into new.user_id;
  else
    new.user_id := old.user_id;
    if new.name <> old.name then update app_user set real_name = 'API · ' || new.name where id = new.user_id; end if;
  end if;
  return new;
end $$;

CREATE FUNCTION furrow.is_reading_partition(month_name text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
  select exists (
    select from pg_inherits h join pg_class c on c.oid = h.inhrelid
    where h.inhparent = 'furrow.reading'::regclass and c.relnamespace = 'furrow'::regnamespace and c.relname = month_name
  )
$$;

CREATE FUNCTION furrow.keep_decision() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'a task that was decided is never changed' using errcode = '23514';
end $$;

CREATE FUNCTION furrow.keep_past_application() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  insert into past_member (tenant_id, user_id, real_name, left_at)
  values (old.tenant_id, old.user_id, 'API · ' || old.name, (extract(epoch from now()) * 1000)::bigint)
  on conflict (tenant_id, user_id) do nothing;
  return null;
end $$;

CREATE FUNCTION furrow.keep_past_device() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
declare
  at bigint := (extract(epoch from clock_timestamp()) * 1000)::bigint;
begin
  if exists (select from command where device_id = old.id) then
    insert into past_device (id, tenant_id, area_id, device_type, name, eui, deleted_at)
    values (old.id, old.tenant_id, old.area_id, old.device_type, old.name, old.eui, at);
    -- Nobody is left to answer.
    update command set state = 'silent', state_at = at, message = 'notices:command.reason.noAnswer',
      history = history || jsonb_build_array(jsonb_build_object('state', 'silent', 'at', at))
    where device_id = old.id and state in ('queued', 'sent', 'acknowledged');
  end if;
  return old;
end $$;

CREATE FUNCTION furrow.keep_past_member() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  insert into past_member (tenant_id, user_id, real_name, left_at, roles, unit_id, title)
  select old.tenant_id, old.user_id, u.real_name, (extract(epoch from clock_timestamp()) * 1000)::bigint,
    (select coalesce(jsonb_agg(jsonb_build_object('roleId', a.role_id, 'companyIds', coalesce(a.unit_ids, '{}'),
        'areaIds', case when a.unit_ids is null then a.area_ids else a.named_ids end) order by a.role_id), '[]')
      from role_assignment a where a.tenant_id = old.tenant_id and a.user_id = old.user_id), old.unit_id, old.title
  from app_user u where u.id = old.user_id and exists (select from tenant where id = old.tenant_id)
  on conflict (tenant_id, user_id) do update set real_name = excluded.real_name, left_at = excluded.left_at, roles = excluded.roles,
    unit_id = excluded.unit_id, title = excluded.title;
  -- A role outlives no membership.
  delete from role_assignment where tenant_id = old.tenant_id and user_id = old.user_id;
  return old;
end $$;

CREATE FUNCTION furrow.keep_switch_name() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  update command set switch_name = old.name where switch_id = old.id and old.name is not null;
  return old;
end $$;

CREATE FUNCTION furrow.keep_versions(which regclass, but text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  execute format('alter table %s add column if not exists field_versions jsonb not null default ''{}''', which);
  execute format('create or replace trigger versions_written before update on %s for each row execute function write_versions(%L)', which,
    but || array['id', 'tenant_id', 'object_version_number', 'field_versions', 'created_by', 'created_at', 'updated_by', 'updated_at']);
end $$;

COMMENT ON FUNCTION furrow.keep_versions(which regclass, but text[]) IS 'for migrations: server/ground/database/keepVersions.ts';

CREATE FUNCTION furrow.keep_who(which regclass, machine text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
declare
  watched text := '';
begin
  execute format('alter table %s add column if not exists created_by bigint, add column if not exists created_at bigint,
    add column if not exists updated_by bigint, add column if not exists updated_at bigint', which);
  if cardinality(machine) > 0 then
    select ' of ' || string_agg(quote_ident(attname), ', ' order by attnum) into watched from pg_attribute
    where attrelid = which and attnum > 0 and not attisdropped and attname <> all (machine);
  end if;
  -- Two triggers: one that names columns would not hear of an insert by them.
  execute format('create or replace trigger who_made before insert on %s for each row execute function write_who()', which);
  execute format('create or replace trigger who_changed before update%s on %s for each row execute function write_who()', watched, which);
end $$;

COMMENT ON FUNCTION furrow.keep_who(which regclass, machine text[]) IS 'for migrations: server/ground/database/keepWho.ts';

CREATE FUNCTION furrow.let_file_go() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from file_use where tenant_id = old.tenant_id and holder = tg_table_name and holder_id = old.id;
  return null;
end $$;

CREATE FUNCTION furrow.move_browsers_end() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  update alarm_browser set ends_at = new.expires_at where session_id = new.id;
  return null;
end $$;

CREATE FUNCTION furrow.push_next_id() RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  perform pg_current_xact_id();
  return nextval('push_feed_id');
end $$;

CREATE FUNCTION furrow.record_audit() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
declare
  writer bigint := nullif(nullif(current_setting('furrow.user', true), ''), '0')::bigint;
  told jsonb := tg_argv[0]::jsonb;
begin
  -- What follows from another change (a cascade) is told by that one. What the owner writes in nobody's name is a seed or a migration.
  if pg_trigger_depth() = 1 and (writer is not null or session_user <> current_user) then
    if told ? 'kindFrom' then
      told := told || jsonb_build_object('kind', (case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end) ->> (told ->> 'kindFrom'));
    end if;
    perform audit_row(tg_table_name, told,
      case tg_op when 'INSERT' then 'made' when 'UPDATE' then 'changed' else 'deleted' end,
      case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end, writer);
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return null;
end $$;

CREATE FUNCTION furrow.record_audit_of(which regclass, told jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
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
end $$;

COMMENT ON FUNCTION furrow.record_audit_of(which regclass, told jsonb) IS 'for migrations: server/ground/database/recordAudit.ts';

CREATE FUNCTION furrow.say_outbox() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  if exists (select from posted) then perform pg_notify('furrow_outbox', ''); end if;
  return null;
end $$;

CREATE FUNCTION furrow.say_watched() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  perform pg_notify('furrow_watch', changed.tenant_id::text) from (select distinct tenant_id from touched) changed;
  return null;
end $$;

COMMENT ON FUNCTION furrow.say_watched() IS 'tells the engine that what a tenant has watched is another';

CREATE FUNCTION furrow.say_watched_row() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  perform pg_notify('furrow_watch', to_jsonb(new) ->> tg_argv[0]);
  return null;
end $$;

CREATE FUNCTION furrow.tell_device() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('furrow_device', concat_ws(' ',
    case when tg_op = 'DELETE' then old.id else new.id end,
    case when tg_op <> 'INSERT' then old.parent_id end,
    case when tg_op <> 'DELETE' then new.parent_id end));
  return null;
end $$;

CREATE FUNCTION furrow.tell_gate() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  subject text := tg_argv[0];
begin
  if old_row is not null then perform pg_notify('furrow_gate', subject || ' ' || (old_row ->> tg_argv[1])); end if;
  if new_row is not null then perform pg_notify('furrow_gate', subject || ' ' || (new_row ->> tg_argv[1])); end if;
  return null;
end $$;

CREATE FUNCTION furrow.tell_push() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  perform pg_notify('furrow_push', (case when tg_op = 'DELETE' then old.tenant_id else new.tenant_id end)::text);
  return null;
end $$;

CREATE FUNCTION furrow.tell_treatment() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('furrow_device', (case when tg_op = 'DELETE' then old.device_id else new.device_id end)::text);
  return null;
end $$;

CREATE FUNCTION furrow.tell_viewings() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
begin
  perform pg_notify('furrow_gate', 'session ' || v.id) from viewing v where v.session_id = old.id and v.ended_at is null;
  return null;
end $$;

CREATE FUNCTION furrow.trust_marks(known bigint) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
begin
  -- The job takes this lock alone. A row's lock would let a stream of batches go before it for ever.
  perform pg_advisory_xact_lock_shared(hashtext('furrow.rollup_dirty horizon'));
  if (select version from rollup_horizon) <> known then
    raise exception using errcode = 'FW001', message = 'the marks that are remembered are of an older version';
  end if;
  return true;
end $$;

CREATE FUNCTION furrow.write_versions() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
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
end $$;

CREATE FUNCTION furrow.write_who() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'furrow', 'pg_temp'
    AS $$
declare
  -- Jobs that use the request role call themselves user 0.
  writer bigint := nullif(nullif(current_setting('furrow.user', true), ''), '0')::bigint;
  at bigint := (extract(epoch from now()) * 1000)::bigint;
begin
  if tg_op = 'INSERT' then
    new.created_by := writer;
    new.created_at := coalesce(new.created_at, at);
    new.updated_at := coalesce(new.updated_at, new.created_at);
  else
    new.created_by := old.created_by;
    new.created_at := old.created_at;
    -- What is written again under a time of its own keeps it: a seed, an import.
    if new.updated_at is not distinct from old.updated_at then new.updated_at := at; end if;
  end if;
  new.updated_by := writer;
  return new;
end $$;

REVOKE ALL ON FUNCTION furrow.audit_parts(known jsonb, side text, part jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION furrow.audit_row(of_table text, told jsonb, done text, was jsonb, becomes jsonb, writer bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION furrow.audit_value(value jsonb, named jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION furrow.end_novice() FROM PUBLIC;

REVOKE ALL ON FUNCTION furrow.ensure_reading_partitions(from_ts bigint, to_ts bigint) FROM PUBLIC;

GRANT ALL ON FUNCTION furrow.ensure_reading_partitions(from_ts bigint, to_ts bigint) TO {service};

REVOKE ALL ON FUNCTION furrow.feed_alarms() FROM PUBLIC;

REVOKE ALL ON FUNCTION furrow.feed_changes() FROM PUBLIC;

REVOKE ALL ON FUNCTION furrow.feed_states() FROM PUBLIC;

REVOKE ALL ON FUNCTION furrow.identify_application() FROM PUBLIC;

REVOKE ALL ON FUNCTION furrow.is_reading_partition(month_name text) FROM PUBLIC;

REVOKE ALL ON FUNCTION furrow.keep_past_application() FROM PUBLIC;

REVOKE ALL ON FUNCTION furrow.keep_versions(which regclass, but text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION furrow.keep_who(which regclass, machine text[]) FROM PUBLIC;

GRANT ALL ON FUNCTION furrow.push_next_id() TO {service};

REVOKE ALL ON FUNCTION furrow.record_audit() FROM PUBLIC;

REVOKE ALL ON FUNCTION furrow.record_audit_of(which regclass, told jsonb) FROM PUBLIC;

-- server/agriculture

CREATE TABLE furrow.inquiry (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    land_id bigint,
    batch_id bigint,
    title text NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    asker_id bigint,
    asker_name text NOT NULL,
    asked_at bigint NOT NULL,
    last_at bigint NOT NULL,
    answers integer DEFAULT 0 NOT NULL,
    accepted_id bigint,
    closed_at bigint,
    closed_by text,
    close_reason text,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    CONSTRAINT inquiry_check CHECK (((state = 'closed'::text) = (closed_at IS NOT NULL))),
    CONSTRAINT inquiry_check1 CHECK (((state <> 'answered'::text) OR (answers > 0))),
    CONSTRAINT inquiry_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text])))
);
COMMENT ON COLUMN furrow.inquiry.accepted_id IS 'the answer that its asker took last';
ALTER TABLE furrow.inquiry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.inquiry ADD CONSTRAINT inquiry_pkey PRIMARY KEY (id);
ALTER TABLE furrow.inquiry ENABLE ROW LEVEL SECURITY;
CREATE INDEX inquiry_area ON furrow.inquiry USING btree (area_id);
CREATE INDEX inquiry_asker ON furrow.inquiry USING btree (asker_id) WHERE (asker_id IS NOT NULL);
CREATE INDEX inquiry_batch ON furrow.inquiry USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX inquiry_land ON furrow.inquiry USING btree (land_id) WHERE (land_id IS NOT NULL);
CREATE INDEX inquiry_last ON furrow.inquiry USING btree (tenant_id, last_at DESC, id DESC);
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.inquiry FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.inquiry FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.inquiry TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.inquiry TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.inquiry TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.inquiry TO {service};

CREATE TABLE furrow.inquiry_expert (
    inquiry_id bigint NOT NULL,
    user_id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    name text NOT NULL
);
ALTER TABLE ONLY furrow.inquiry_expert ADD CONSTRAINT inquiry_expert_pkey PRIMARY KEY (inquiry_id, user_id);
ALTER TABLE furrow.inquiry_expert ENABLE ROW LEVEL SECURITY;
CREATE INDEX inquiry_expert_area ON furrow.inquiry_expert USING btree (area_id);
CREATE INDEX inquiry_expert_tenant ON furrow.inquiry_expert USING btree (tenant_id);
CREATE INDEX inquiry_expert_user ON furrow.inquiry_expert USING btree (user_id);
CREATE POLICY service ON furrow.inquiry_expert TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.inquiry_expert TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.inquiry_expert TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.inquiry_expert TO {service};

CREATE TABLE furrow.inquiry_message (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    inquiry_id bigint NOT NULL,
    kind text NOT NULL,
    content text NOT NULL,
    pictures jsonb DEFAULT '[]'::jsonb NOT NULL,
    at bigint NOT NULL,
    author_id bigint,
    author_name text NOT NULL,
    CONSTRAINT inquiry_message_kind_check CHECK ((kind = ANY (ARRAY['question'::text, 'answer'::text])))
);
ALTER TABLE furrow.inquiry_message ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.inquiry_message ADD CONSTRAINT inquiry_message_pkey PRIMARY KEY (id);
ALTER TABLE furrow.inquiry_message ENABLE ROW LEVEL SECURITY;
CREATE INDEX inquiry_message_area ON furrow.inquiry_message USING btree (area_id);
CREATE INDEX inquiry_message_author ON furrow.inquiry_message USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX inquiry_message_inquiry ON furrow.inquiry_message USING btree (inquiry_id, id);
CREATE INDEX inquiry_message_tenant ON furrow.inquiry_message USING btree (tenant_id);
CREATE TRIGGER let_file_go AFTER DELETE ON furrow.inquiry_message FOR EACH ROW WHEN ((old.pictures <> '[]'::jsonb)) EXECUTE FUNCTION furrow.let_file_go();
CREATE POLICY service ON furrow.inquiry_message TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.inquiry_message TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT ON TABLE furrow.inquiry_message TO {request};
GRANT SELECT,INSERT ON TABLE furrow.inquiry_message TO {service};

-- server/alarms

CREATE TABLE furrow.alarm (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    severity text NOT NULL,
    rank integer GENERATED ALWAYS AS (array_position(ARRAY['critical'::text, 'major'::text, 'minor'::text, 'warning'::text, 'indeterminate'::text], severity)) STORED NOT NULL,
    rule_id bigint,
    rule_name text NOT NULL,
    advice text DEFAULT ''::text NOT NULL,
    device_id bigint,
    device_name text NOT NULL,
    device_type text NOT NULL,
    land_id bigint,
    land_name text,
    ordinal integer DEFAULT 0 NOT NULL,
    state text DEFAULT 'active'::text NOT NULL,
    raised_at bigint NOT NULL,
    told_at bigint NOT NULL,
    cleared_at bigint,
    cleared_by text,
    cleared_seen jsonb,
    episode_at bigint NOT NULL,
    recent bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    times integer DEFAULT 1 NOT NULL,
    calm_at bigint,
    calm_seen jsonb,
    quiet text,
    by_loss boolean DEFAULT false NOT NULL,
    due_at bigint,
    heard_at bigint,
    round integer DEFAULT 0 NOT NULL,
    acknowledged_at bigint,
    acknowledged_by text,
    shelved_until bigint,
    assignee_id bigint,
    code text,
    item_id bigint,
    unit text,
    value double precision,
    limit_value double precision,
    direction text DEFAULT 'none'::text NOT NULL,
    reason jsonb NOT NULL,
    CONSTRAINT alarm_check CHECK (((state = 'cleared'::text) = (cleared_at IS NOT NULL))),
    CONSTRAINT alarm_quiet_check CHECK ((quiet = ANY (ARRAY['late'::text, 'gateway'::text, 'silence'::text]))),
    CONSTRAINT alarm_state_check CHECK ((state = ANY (ARRAY['active'::text, 'unknown'::text, 'cleared'::text])))
);
COMMENT ON COLUMN furrow.alarm.rule_name IS 'as it was: the rule, the device and the plot may go, and its alarms stay';
COMMENT ON COLUMN furrow.alarm.ordinal IS 'the layer or pump that it is about, 0 where the device has but one';
COMMENT ON COLUMN furrow.alarm.told_at IS 'when it was written here';
COMMENT ON COLUMN furrow.alarm.episode_at IS 'when what it tells of began last: later than raised_at where it flaps';
COMMENT ON COLUMN furrow.alarm.recent IS 'when its rule was raised there last, this time included: three within half an hour flap';
COMMENT ON COLUMN furrow.alarm.calm_at IS 'of one that flaps: when it went, not yet for good';
COMMENT ON COLUMN furrow.alarm.by_loss IS 'raised since its device is silent or unknown, not by what it says';
COMMENT ON COLUMN furrow.alarm.due_at IS 'since when people are to be told of it; null where they are not';
COMMENT ON COLUMN furrow.alarm.heard_at IS 'when people were told last, and round how often';
ALTER TABLE furrow.alarm ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.alarm ADD CONSTRAINT alarm_pkey PRIMARY KEY (id);
ALTER TABLE furrow.alarm ENABLE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX alarm_active ON furrow.alarm USING btree (tenant_id, rule_id, device_id, ordinal) WHERE (cleared_at IS NULL);
CREATE INDEX alarm_age ON furrow.alarm USING btree (cleared_at) WHERE (cleared_at IS NOT NULL);
CREATE INDEX alarm_area_id ON furrow.alarm USING btree (area_id, id DESC);
CREATE INDEX alarm_assignee ON furrow.alarm USING btree (assignee_id, raised_at DESC);
CREATE INDEX alarm_by_rule ON furrow.alarm USING btree (rule_id, raised_at DESC, id DESC);
CREATE INDEX alarm_calm ON furrow.alarm USING btree (calm_at) WHERE (calm_at IS NOT NULL);
CREATE INDEX alarm_cleared ON furrow.alarm USING btree (area_id, cleared_at DESC, id DESC) WHERE (cleared_at IS NOT NULL);
CREATE INDEX alarm_device ON furrow.alarm USING btree (device_id, raised_at DESC, id DESC);
CREATE INDEX alarm_due ON furrow.alarm USING btree (tenant_id, area_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX alarm_heard ON furrow.alarm USING btree (area_id, heard_at) WHERE (heard_at IS NOT NULL);
CREATE INDEX alarm_land ON furrow.alarm USING btree (land_id);
CREATE INDEX alarm_newest ON furrow.alarm USING btree (rule_id, device_id, ordinal, episode_at DESC);
CREATE UNIQUE INDEX alarm_once ON furrow.alarm USING btree (tenant_id, rule_id, device_id, ordinal, raised_at);
CREATE INDEX alarm_open ON furrow.alarm USING btree (area_id, rank, raised_at DESC, id DESC) WHERE ((cleared_at IS NULL) OR (acknowledged_at IS NULL));
CREATE INDEX alarm_quiet ON furrow.alarm USING btree (tenant_id, quiet) WHERE ((cleared_at IS NULL) AND (quiet = ANY (ARRAY['gateway'::text, 'silence'::text])));
CREATE INDEX alarm_shelved ON furrow.alarm USING btree (shelved_until) WHERE (shelved_until IS NOT NULL);
CREATE INDEX alarm_time ON furrow.alarm USING btree (area_id, raised_at DESC, id DESC);
CREATE POLICY service ON furrow.alarm TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.alarm TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm TO {service};

CREATE TABLE furrow.alarm_attempt (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    delivery_id bigint NOT NULL,
    nth integer NOT NULL,
    at bigint NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    why text,
    code integer,
    CONSTRAINT alarm_attempt_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'givenUp'::text])))
);
ALTER TABLE furrow.alarm_attempt ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.alarm_attempt ADD CONSTRAINT alarm_attempt_delivery_id_nth_key UNIQUE (delivery_id, nth);
ALTER TABLE ONLY furrow.alarm_attempt ADD CONSTRAINT alarm_attempt_pkey PRIMARY KEY (id);
ALTER TABLE furrow.alarm_attempt ENABLE ROW LEVEL SECURITY;
CREATE INDEX alarm_attempt_tenant ON furrow.alarm_attempt USING btree (tenant_id, at DESC);
CREATE POLICY service ON furrow.alarm_attempt TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.alarm_attempt TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_attempt TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_attempt TO {service};

CREATE TABLE furrow.alarm_browser (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    user_id bigint NOT NULL,
    session_id uuid NOT NULL,
    endpoint text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    device text NOT NULL,
    since bigint NOT NULL,
    ends_at bigint DEFAULT 0 NOT NULL
);
COMMENT ON COLUMN furrow.alarm_browser.endpoint IS 'a secret: who holds it may write to the browser';
COMMENT ON COLUMN furrow.alarm_browser.device IS 'what the browser said of itself';
COMMENT ON COLUMN furrow.alarm_browser.ends_at IS 'when its session does, ms UTC: from then on it is told nothing';
ALTER TABLE furrow.alarm_browser ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.alarm_browser ADD CONSTRAINT alarm_browser_pkey PRIMARY KEY (id);
ALTER TABLE ONLY furrow.alarm_browser ADD CONSTRAINT alarm_browser_tenant_id_user_id_endpoint_key UNIQUE (tenant_id, user_id, endpoint);
ALTER TABLE furrow.alarm_browser ENABLE ROW LEVEL SECURITY;
CREATE INDEX alarm_browser_endpoint ON furrow.alarm_browser USING btree (endpoint);
CREATE INDEX alarm_browser_session ON furrow.alarm_browser USING btree (session_id);
CREATE INDEX alarm_browser_user ON furrow.alarm_browser USING btree (user_id);
CREATE TRIGGER end_with_session BEFORE INSERT OR UPDATE OF session_id ON furrow.alarm_browser FOR EACH ROW EXECUTE FUNCTION furrow.end_with_session();
CREATE POLICY service ON furrow.alarm_browser TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.alarm_browser TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_browser TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_browser TO {service};

CREATE TABLE furrow.alarm_channel (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    staff_id bigint NOT NULL,
    nth integer NOT NULL,
    kind text NOT NULL,
    address text NOT NULL,
    secret text,
    severity text NOT NULL,
    CONSTRAINT alarm_channel_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'webPush'::text, 'email'::text, 'sms'::text, 'dingtalk'::text, 'wecom'::text, 'feishu'::text, 'webhook'::text])))
);
COMMENT ON COLUMN furrow.alarm_channel.address IS 'an http address is a secret: who holds it may write to the group';
COMMENT ON COLUMN furrow.alarm_channel.severity IS 'it is used for alarms that are so bad or worse';
ALTER TABLE furrow.alarm_channel ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.alarm_channel ADD CONSTRAINT alarm_channel_pkey PRIMARY KEY (id);
ALTER TABLE furrow.alarm_channel ENABLE ROW LEVEL SECURITY;
CREATE INDEX alarm_channel_staff ON furrow.alarm_channel USING btree (staff_id, nth);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, kind, address, secret, severity ON furrow.alarm_channel FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "alarmChannel", "names": {"staff_id": ["alarm_staff", "name"]}, "title": ["staff_id", "kind"], "secret": ["address", "secret"], "ignored": ["staff_id", "nth"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.alarm_channel FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "alarmChannel", "names": {"staff_id": ["alarm_staff", "name"]}, "title": ["staff_id", "kind"], "secret": ["address", "secret"], "ignored": ["staff_id", "nth"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.alarm_channel FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "alarmChannel", "names": {"staff_id": ["alarm_staff", "name"]}, "title": ["staff_id", "kind"], "secret": ["address", "secret"], "ignored": ["staff_id", "nth"]}');
CREATE POLICY service ON furrow.alarm_channel TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.alarm_channel TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_channel TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_channel TO {service};

CREATE TABLE furrow.alarm_delivery (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    staff_id bigint,
    staff_name text NOT NULL,
    channel_id bigint,
    kind text NOT NULL,
    address text NOT NULL,
    alarm_ids bigint[] NOT NULL,
    step integer,
    message jsonb NOT NULL,
    key uuid DEFAULT gen_random_uuid() NOT NULL,
    made_at bigint NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    due_at bigint,
    browser_id bigint,
    CONSTRAINT alarm_delivery_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'webPush'::text, 'email'::text, 'sms'::text, 'dingtalk'::text, 'wecom'::text, 'feishu'::text, 'webhook'::text])))
);
COMMENT ON COLUMN furrow.alarm_delivery.address IS 'as it may be shown';
COMMENT ON COLUMN furrow.alarm_delivery.step IS 'from 1; null of a test';
COMMENT ON COLUMN furrow.alarm_delivery.key IS 'every try goes out under it, so that the other side may know a second one';
COMMENT ON COLUMN furrow.alarm_delivery.due_at IS 'when it is tried next; null where it is not';
ALTER TABLE furrow.alarm_delivery ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.alarm_delivery ADD CONSTRAINT alarm_delivery_pkey PRIMARY KEY (id);
ALTER TABLE furrow.alarm_delivery ENABLE ROW LEVEL SECURITY;
CREATE INDEX alarm_delivery_alarms ON furrow.alarm_delivery USING gin (alarm_ids);
CREATE INDEX alarm_delivery_area ON furrow.alarm_delivery USING btree (area_id, id DESC);
CREATE INDEX alarm_delivery_browser ON furrow.alarm_delivery USING btree (browser_id);
CREATE INDEX alarm_delivery_channel ON furrow.alarm_delivery USING btree (channel_id);
CREATE INDEX alarm_delivery_due ON furrow.alarm_delivery USING btree (tenant_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX alarm_delivery_made ON furrow.alarm_delivery USING btree (made_at);
CREATE INDEX alarm_delivery_staff ON furrow.alarm_delivery USING btree (staff_id, id DESC);
CREATE POLICY service ON furrow.alarm_delivery TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.alarm_delivery TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_delivery TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_delivery TO {service};

CREATE TABLE furrow.alarm_duty (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    severity text NOT NULL,
    steps jsonb NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE furrow.alarm_duty ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.alarm_duty ADD CONSTRAINT alarm_duty_area_id_key UNIQUE (area_id);
ALTER TABLE ONLY furrow.alarm_duty ADD CONSTRAINT alarm_duty_pkey PRIMARY KEY (id);
ALTER TABLE furrow.alarm_duty ENABLE ROW LEVEL SECURITY;
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, severity, steps, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.alarm_duty FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "alarmDuty", "names": {"area_id": ["area", "area_name"]}, "title": ["area_id"], "ignored": ["area_id"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.alarm_duty FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "alarmDuty", "names": {"area_id": ["area", "area_name"]}, "title": ["area_id"], "ignored": ["area_id"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.alarm_duty FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "alarmDuty", "names": {"area_id": ["area", "area_name"]}, "title": ["area_id"], "ignored": ["area_id"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.alarm_duty FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.alarm_duty FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.alarm_duty TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.alarm_duty TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_duty TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_duty TO {service};

CREATE TABLE furrow.alarm_escalation (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    alarm_ids bigint[] NOT NULL,
    rounds integer[] NOT NULL,
    told_at bigint NOT NULL,
    step integer DEFAULT 0 NOT NULL,
    next_at bigint NOT NULL
);
COMMENT ON TABLE furrow.alarm_escalation IS 'alarms that were told together, and the step that is taken next for those that still need somebody';
COMMENT ON COLUMN furrow.alarm_escalation.rounds IS 'of each alarm, which time it was told: one that was told again is escalated anew';
ALTER TABLE furrow.alarm_escalation ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.alarm_escalation ADD CONSTRAINT alarm_escalation_pkey PRIMARY KEY (id);
ALTER TABLE furrow.alarm_escalation ENABLE ROW LEVEL SECURITY;
CREATE INDEX alarm_escalation_area ON furrow.alarm_escalation USING btree (area_id);
CREATE INDEX alarm_escalation_next ON furrow.alarm_escalation USING btree (next_at);
CREATE POLICY service ON furrow.alarm_escalation TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.alarm_escalation TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_escalation TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_escalation TO {service};

CREATE TABLE furrow.alarm_event (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    alarm_id bigint NOT NULL,
    at bigint NOT NULL,
    what text NOT NULL,
    by_name text,
    words text,
    until_at bigint
);
COMMENT ON TABLE furrow.alarm_event IS 'what became of an alarm, in order; by_name is null where the product did it';
ALTER TABLE furrow.alarm_event ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.alarm_event ADD CONSTRAINT alarm_event_pkey PRIMARY KEY (id);
ALTER TABLE furrow.alarm_event ENABLE ROW LEVEL SECURITY;
CREATE INDEX alarm_event_alarm ON furrow.alarm_event USING btree (alarm_id, id);
CREATE TRIGGER feeds_push AFTER INSERT ON furrow.alarm_event REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION furrow.feed_alarms();
CREATE POLICY service ON furrow.alarm_event TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.alarm_event TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_event TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_event TO {service};

CREATE TABLE furrow.alarm_rule (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    name text NOT NULL,
    severity text NOT NULL,
    rank integer GENERATED ALWAYS AS (array_position(ARRAY['critical'::text, 'major'::text, 'minor'::text, 'warning'::text, 'indeterminate'::text], severity)) STORED NOT NULL,
    advice text DEFAULT ''::text NOT NULL,
    logic jsonb NOT NULL,
    enabled_flag integer DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    ready text,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
COMMENT ON COLUMN furrow.alarm_rule.logic IS 'of contract/watch/logic.ts';
COMMENT ON COLUMN furrow.alarm_rule.version IS 'counts what changes how it watches: another version is another watch';
COMMENT ON COLUMN furrow.alarm_rule.ready IS 'the rule of the library that it was adopted from';
ALTER TABLE furrow.alarm_rule ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.alarm_rule ADD CONSTRAINT alarm_rule_pkey PRIMARY KEY (id);
ALTER TABLE furrow.alarm_rule ENABLE ROW LEVEL SECURITY;
CREATE INDEX alarm_rule_area ON furrow.alarm_rule USING btree (area_id, rank, name);
CREATE UNIQUE INDEX alarm_rule_ready ON furrow.alarm_rule USING btree (tenant_id, area_id, ready) WHERE (ready IS NOT NULL);
CREATE INDEX alarm_rule_tenant ON furrow.alarm_rule USING btree (tenant_id);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, area_id, name, severity, advice, logic, enabled_flag, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.alarm_rule FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "alarmRule", "names": {"area_id": ["area", "area_name"]}, "title": ["name"], "ignored": ["rank", "ready", "version"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.alarm_rule FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "alarmRule", "names": {"area_id": ["area", "area_name"]}, "title": ["name"], "ignored": ["rank", "ready", "version"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.alarm_rule FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "alarmRule", "names": {"area_id": ["area", "area_name"]}, "title": ["name"], "ignored": ["rank", "ready", "version"]}');
CREATE TRIGGER watch_changed AFTER UPDATE OF area_id, logic, enabled_flag, version ON furrow.alarm_rule FOR EACH ROW WHEN (((((old.area_id IS DISTINCT FROM new.area_id) OR (old.logic IS DISTINCT FROM new.logic)) OR (old.enabled_flag IS DISTINCT FROM new.enabled_flag)) OR (old.version IS DISTINCT FROM new.version))) EXECUTE FUNCTION furrow.say_watched_row('tenant_id');
CREATE TRIGGER watch_gone AFTER DELETE ON furrow.alarm_rule REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION furrow.say_watched();
CREATE TRIGGER watch_made AFTER INSERT ON furrow.alarm_rule REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION furrow.say_watched();
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.alarm_rule FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.alarm_rule FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.alarm_rule TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.alarm_rule TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_rule TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_rule TO {service};

CREATE TABLE furrow.alarm_silence (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    device_ids bigint[],
    starts_at bigint NOT NULL,
    ends_at bigint NOT NULL,
    reason text NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
COMMENT ON COLUMN furrow.alarm_silence.device_ids IS 'null: the whole base';
ALTER TABLE furrow.alarm_silence ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.alarm_silence ADD CONSTRAINT alarm_silence_pkey PRIMARY KEY (id);
ALTER TABLE furrow.alarm_silence ENABLE ROW LEVEL SECURITY;
CREATE INDEX alarm_silence_area ON furrow.alarm_silence USING btree (area_id, ends_at DESC);
CREATE INDEX alarm_silence_end ON furrow.alarm_silence USING btree (tenant_id, ends_at);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, area_id, device_ids, starts_at, ends_at, reason, created_by, created_at, updated_by, updated_at ON furrow.alarm_silence FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "alarmSilence", "names": {"area_id": ["area", "area_name"], "device_ids": ["device", "name"]}, "title": ["reason"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.alarm_silence FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "alarmSilence", "names": {"area_id": ["area", "area_name"], "device_ids": ["device", "name"]}, "title": ["reason"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.alarm_silence FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "alarmSilence", "names": {"area_id": ["area", "area_name"], "device_ids": ["device", "name"]}, "title": ["reason"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.alarm_silence FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.alarm_silence FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.alarm_silence TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.alarm_silence TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_silence TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_silence TO {service};

CREATE TABLE furrow.alarm_staff (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    user_id bigint,
    name text NOT NULL,
    language text DEFAULT 'zh-CN'::text NOT NULL,
    shifts jsonb DEFAULT '[]'::jsonb NOT NULL,
    enabled_flag integer DEFAULT 1 NOT NULL,
    tested_at bigint,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
COMMENT ON COLUMN furrow.alarm_staff.user_id IS 'null of somebody without an account';
COMMENT ON COLUMN furrow.alarm_staff.shifts IS 'of contract/alarms/staff.ts; none: always on duty';
ALTER TABLE furrow.alarm_staff ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.alarm_staff ADD CONSTRAINT alarm_staff_pkey PRIMARY KEY (id);
ALTER TABLE furrow.alarm_staff ENABLE ROW LEVEL SECURITY;
CREATE INDEX alarm_staff_tenant ON furrow.alarm_staff USING btree (tenant_id, name);
CREATE INDEX alarm_staff_user ON furrow.alarm_staff USING btree (user_id);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, user_id, name, language, shifts, enabled_flag, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.alarm_staff FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "alarmStaff", "names": {"user_id": ["app_user", "real_name"]}, "title": ["name"], "ignored": ["tested_at"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.alarm_staff FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "alarmStaff", "names": {"user_id": ["app_user", "real_name"]}, "title": ["name"], "ignored": ["tested_at"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.alarm_staff FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "alarmStaff", "names": {"user_id": ["app_user", "real_name"]}, "title": ["name"], "ignored": ["tested_at"]}');
CREATE TRIGGER who_changed BEFORE UPDATE OF id, tenant_id, user_id, name, language, shifts, enabled_flag, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.alarm_staff FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.alarm_staff FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.alarm_staff TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.alarm_staff TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_staff TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_staff TO {service};

CREATE TABLE furrow.alarm_staff_area (
    tenant_id bigint NOT NULL,
    staff_id bigint NOT NULL,
    area_id bigint NOT NULL
);
ALTER TABLE ONLY furrow.alarm_staff_area ADD CONSTRAINT alarm_staff_area_pkey PRIMARY KEY (staff_id, area_id);
ALTER TABLE furrow.alarm_staff_area ENABLE ROW LEVEL SECURITY;
CREATE INDEX alarm_staff_area_area ON furrow.alarm_staff_area USING btree (area_id);
CREATE TRIGGER audit_changed AFTER UPDATE OF tenant_id, area_id ON furrow.alarm_staff_area FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["staff_id"], "kind": "alarmStaff", "part": "areas", "names": {"staff_id": ["alarm_staff", "name"]}, "title": ["staff_id"], "ignored": ["staff_id"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.alarm_staff_area FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["staff_id"], "kind": "alarmStaff", "part": "areas", "names": {"staff_id": ["alarm_staff", "name"]}, "title": ["staff_id"], "ignored": ["staff_id"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.alarm_staff_area FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["staff_id"], "kind": "alarmStaff", "part": "areas", "names": {"staff_id": ["alarm_staff", "name"]}, "title": ["staff_id"], "ignored": ["staff_id"]}');
CREATE POLICY service ON furrow.alarm_staff_area TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.alarm_staff_area TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_staff_area TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_staff_area TO {service};

CREATE TABLE furrow.alarm_trial (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    rule_id bigint,
    user_id bigint NOT NULL,
    created_at bigint NOT NULL,
    logic jsonb NOT NULL,
    in_force_logic jsonb,
    state text DEFAULT 'waiting'::text NOT NULL,
    cancelled boolean DEFAULT false NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    total integer DEFAULT 0 NOT NULL,
    from_at bigint NOT NULL,
    to_at bigint NOT NULL,
    known_since bigint,
    wanted jsonb,
    in_force jsonb,
    happened jsonb
);
COMMENT ON COLUMN furrow.alarm_trial.cancelled IS 'somebody wants it to end: whichever server runs it looks here';
ALTER TABLE furrow.alarm_trial ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.alarm_trial ADD CONSTRAINT alarm_trial_pkey PRIMARY KEY (id);
ALTER TABLE furrow.alarm_trial ENABLE ROW LEVEL SECURITY;
CREATE INDEX alarm_trial_area ON furrow.alarm_trial USING btree (area_id);
CREATE UNIQUE INDEX alarm_trial_one ON furrow.alarm_trial USING btree (tenant_id, user_id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX alarm_trial_rule ON furrow.alarm_trial USING btree (rule_id);
CREATE INDEX alarm_trial_user ON furrow.alarm_trial USING btree (user_id);
CREATE POLICY service ON furrow.alarm_trial TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.alarm_trial TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_trial TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_trial TO {service};

-- server/cameras

CREATE TABLE furrow.alarm_picture (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    device_id bigint,
    camera_name text NOT NULL,
    chosen text NOT NULL,
    distance double precision,
    raised_at bigint NOT NULL,
    told_at bigint NOT NULL,
    state text DEFAULT 'due'::text NOT NULL,
    again_at bigint,
    taken_at bigint,
    file_url text,
    why text,
    CONSTRAINT alarm_picture_state_check CHECK ((state = ANY (ARRAY['due'::text, 'taken'::text, 'missed'::text])))
);
COMMENT ON TABLE furrow.alarm_picture IS 'what the nearest camera saw when an alarm was raised; its id is the alarm''s';
ALTER TABLE ONLY furrow.alarm_picture ADD CONSTRAINT alarm_picture_pkey PRIMARY KEY (id);
ALTER TABLE furrow.alarm_picture ENABLE ROW LEVEL SECURITY;
CREATE INDEX alarm_picture_again ON furrow.alarm_picture USING btree (again_at) WHERE (state = 'due'::text);
CREATE INDEX alarm_picture_device ON furrow.alarm_picture USING btree (device_id, taken_at DESC);
CREATE INDEX alarm_picture_told ON furrow.alarm_picture USING btree (tenant_id, told_at);
CREATE TRIGGER let_file_go AFTER DELETE ON furrow.alarm_picture FOR EACH ROW WHEN ((old.file_url IS NOT NULL)) EXECUTE FUNCTION furrow.let_file_go();
CREATE POLICY service ON furrow.alarm_picture TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.alarm_picture TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_picture TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_picture TO {service};

CREATE TABLE furrow.alarm_picture_reach (
    area_id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    after_id bigint NOT NULL
);
COMMENT ON COLUMN furrow.alarm_picture_reach.after_id IS 'alarms of the base up to this one have been looked at';
ALTER TABLE ONLY furrow.alarm_picture_reach ADD CONSTRAINT alarm_picture_reach_pkey PRIMARY KEY (area_id);
ALTER TABLE furrow.alarm_picture_reach ENABLE ROW LEVEL SECURITY;
CREATE INDEX alarm_picture_reach_tenant ON furrow.alarm_picture_reach USING btree (tenant_id);
CREATE POLICY service ON furrow.alarm_picture_reach TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.alarm_picture_reach TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_picture_reach TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.alarm_picture_reach TO {service};

CREATE TABLE furrow.camera (
    device_id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    camera_type integer NOT NULL,
    camera_enter integer NOT NULL,
    channel_no integer DEFAULT 1 NOT NULL,
    hd_url text DEFAULT ''::text NOT NULL,
    sd_url text DEFAULT ''::text NOT NULL,
    onvif_url text DEFAULT ''::text NOT NULL,
    user_name text DEFAULT ''::text NOT NULL,
    password text,
    ptz_flag integer DEFAULT 0 NOT NULL,
    disabled_flag integer DEFAULT 0 NOT NULL,
    gateway_id bigint,
    fault text,
    picture_url text,
    picture_at bigint,
    moving integer,
    moved_by bigint,
    moved_name text,
    hold text,
    held_until bigint,
    pose jsonb,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    national_channel text DEFAULT ''::text NOT NULL,
    CONSTRAINT camera_camera_enter_check CHECK (((camera_enter >= 1) AND (camera_enter <= 5))),
    CONSTRAINT camera_camera_type_check CHECK ((camera_type = ANY (ARRAY[0, 1])))
);
COMMENT ON COLUMN furrow.camera.password IS 'sealed with the key of this installation';
COMMENT ON COLUMN furrow.camera.moving IS 'the direction that it was last told and not yet stopped from; null while it stands';
COMMENT ON COLUMN furrow.camera.held_until IS 'ms; it is stopped then, whoever is there to do it';
COMMENT ON COLUMN furrow.camera.pose IS 'of a simulated one: pan and tilt in degrees, zoom';
COMMENT ON COLUMN furrow.camera.national_channel IS '20 digits, or empty';
ALTER TABLE ONLY furrow.camera ADD CONSTRAINT camera_pkey PRIMARY KEY (device_id);
ALTER TABLE furrow.camera ENABLE ROW LEVEL SECURITY;
CREATE INDEX camera_gateway ON furrow.camera USING btree (gateway_id) WHERE (gateway_id IS NOT NULL);
CREATE INDEX camera_moving ON furrow.camera USING btree (held_until) WHERE (held_until IS NOT NULL);
CREATE INDEX camera_tenant ON furrow.camera USING btree (tenant_id);
CREATE TRIGGER who_changed BEFORE UPDATE OF device_id, tenant_id, camera_type, camera_enter, channel_no, hd_url, sd_url, onvif_url, user_name, password, disabled_flag, gateway_id, object_version_number, created_by, created_at, updated_by, updated_at, national_channel ON furrow.camera FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.camera FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.camera TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.camera TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.camera TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.camera TO {service};

CREATE TABLE furrow.camera_cloud (
    tenant_id bigint NOT NULL,
    app_key text DEFAULT ''::text NOT NULL,
    app_secret text,
    media_server_url text DEFAULT ''::text NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
COMMENT ON COLUMN furrow.camera_cloud.app_secret IS 'sealed with the key of this installation';
COMMENT ON COLUMN furrow.camera_cloud.media_server_url IS 'with {deviceSerial} and {channelNo} to be filled in';
ALTER TABLE ONLY furrow.camera_cloud ADD CONSTRAINT camera_cloud_pkey PRIMARY KEY (tenant_id);
ALTER TABLE furrow.camera_cloud ENABLE ROW LEVEL SECURITY;
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.camera_cloud FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.camera_cloud FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.camera_cloud TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.camera_cloud TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.camera_cloud TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.camera_cloud TO {service};

CREATE TABLE furrow.camera_preset (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    device_id bigint NOT NULL,
    name text NOT NULL,
    token text NOT NULL,
    pose jsonb,
    created_at bigint NOT NULL
);
COMMENT ON COLUMN furrow.camera_preset.token IS 'what the camera calls it; of a simulated one its own id';
ALTER TABLE furrow.camera_preset ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.camera_preset ADD CONSTRAINT camera_preset_device_id_name_key UNIQUE (device_id, name);
ALTER TABLE ONLY furrow.camera_preset ADD CONSTRAINT camera_preset_pkey PRIMARY KEY (id);
ALTER TABLE furrow.camera_preset ENABLE ROW LEVEL SECURITY;
CREATE POLICY service ON furrow.camera_preset TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.camera_preset TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.camera_preset TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.camera_preset TO {service};

CREATE TABLE furrow.camera_recording (
    device_id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    record_mode integer NOT NULL,
    clarity integer NOT NULL,
    days integer NOT NULL,
    gigabytes integer NOT NULL,
    sensitivity integer NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    CONSTRAINT camera_recording_clarity_check CHECK ((clarity = ANY (ARRAY[1, 2]))),
    CONSTRAINT camera_recording_days_check CHECK ((days > 0)),
    CONSTRAINT camera_recording_gigabytes_check CHECK ((gigabytes > 0)),
    CONSTRAINT camera_recording_record_mode_check CHECK ((record_mode = ANY (ARRAY[0, 1, 2]))),
    CONSTRAINT camera_recording_sensitivity_check CHECK ((sensitivity = ANY (ARRAY[1, 2, 3])))
);
ALTER TABLE ONLY furrow.camera_recording ADD CONSTRAINT camera_recording_pkey PRIMARY KEY (device_id);
ALTER TABLE furrow.camera_recording ENABLE ROW LEVEL SECURITY;
CREATE INDEX camera_recording_on ON furrow.camera_recording USING btree (device_id) WHERE (record_mode <> 0);
CREATE INDEX camera_recording_tenant ON furrow.camera_recording USING btree (tenant_id);
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.camera_recording FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.camera_recording FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.camera_recording TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.camera_recording TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.camera_recording TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.camera_recording TO {service};

CREATE TABLE furrow.camera_segment (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    device_id bigint NOT NULL,
    quality text NOT NULL,
    from_at bigint NOT NULL,
    to_at bigint NOT NULL,
    bytes bigint DEFAULT 0 NOT NULL,
    motion jsonb DEFAULT '[]'::jsonb NOT NULL,
    open_flag integer DEFAULT 1 NOT NULL,
    CONSTRAINT camera_segment_check CHECK ((to_at >= from_at)),
    CONSTRAINT camera_segment_quality_check CHECK ((quality = ANY (ARRAY['sd'::text, 'hd'::text])))
);
COMMENT ON TABLE furrow.camera_segment IS 'a file of pictures; the row is there before the file is, and goes before it';
COMMENT ON COLUMN furrow.camera_segment.to_at IS 'ms; while it is written, as far as it was written a few seconds ago';
COMMENT ON COLUMN furrow.camera_segment.motion IS 'when something moved, ms: [from, to] each';
COMMENT ON COLUMN furrow.camera_segment.open_flag IS '1: it is being written';
ALTER TABLE furrow.camera_segment ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.camera_segment ADD CONSTRAINT camera_segment_pkey PRIMARY KEY (id);
ALTER TABLE furrow.camera_segment ENABLE ROW LEVEL SECURITY;
CREATE INDEX camera_segment_open ON furrow.camera_segment USING btree (id) WHERE (open_flag = 1);
CREATE INDEX camera_segment_tenant ON furrow.camera_segment USING btree (tenant_id);
CREATE INDEX camera_segment_time ON furrow.camera_segment USING btree (device_id, to_at, from_at) INCLUDE (bytes);
CREATE POLICY service ON furrow.camera_segment TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.camera_segment TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.camera_segment TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.camera_segment TO {service};

CREATE TABLE furrow.camera_share (
    tenant_id bigint NOT NULL,
    device_id bigint NOT NULL,
    area_id bigint NOT NULL
);
ALTER TABLE ONLY furrow.camera_share ADD CONSTRAINT camera_share_pkey PRIMARY KEY (device_id, area_id);
ALTER TABLE furrow.camera_share ENABLE ROW LEVEL SECURITY;
CREATE INDEX camera_share_area ON furrow.camera_share USING btree (area_id);
CREATE POLICY service ON furrow.camera_share TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.camera_share TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.camera_share TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.camera_share TO {service};

CREATE TABLE furrow.camera_split (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    user_id bigint NOT NULL,
    name text NOT NULL,
    split integer NOT NULL,
    camera_ids jsonb NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    CONSTRAINT camera_split_split_check CHECK ((split = ANY (ARRAY[1, 4, 9, 16])))
);
ALTER TABLE furrow.camera_split ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.camera_split ADD CONSTRAINT camera_split_pkey PRIMARY KEY (id);
ALTER TABLE ONLY furrow.camera_split ADD CONSTRAINT camera_split_user_id_area_id_name_key UNIQUE (user_id, area_id, name);
ALTER TABLE furrow.camera_split ENABLE ROW LEVEL SECURITY;
CREATE INDEX camera_split_area ON furrow.camera_split USING btree (area_id);
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.camera_split FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.camera_split FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.camera_split TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.camera_split TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.camera_split TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.camera_split TO {service};

CREATE TABLE furrow.capture (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    device_id bigint NOT NULL,
    plan_id bigint NOT NULL,
    due_at bigint NOT NULL,
    state text DEFAULT 'due'::text NOT NULL,
    again_at bigint,
    taken_at bigint,
    file_url text,
    why text,
    CONSTRAINT capture_state_check CHECK ((state = ANY (ARRAY['due'::text, 'taken'::text, 'missed'::text])))
);
COMMENT ON COLUMN furrow.capture.again_at IS 'when it is tried next; moved on before each try';
ALTER TABLE furrow.capture ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.capture ADD CONSTRAINT capture_pkey PRIMARY KEY (id);
ALTER TABLE ONLY furrow.capture ADD CONSTRAINT capture_plan_id_due_at_key UNIQUE (plan_id, due_at);
ALTER TABLE furrow.capture ENABLE ROW LEVEL SECURITY;
CREATE INDEX capture_again ON furrow.capture USING btree (again_at) WHERE (state = 'due'::text);
CREATE INDEX capture_device ON furrow.capture USING btree (device_id, due_at DESC, id DESC);
CREATE INDEX capture_tenant ON furrow.capture USING btree (tenant_id);
CREATE TRIGGER let_file_go AFTER DELETE ON furrow.capture FOR EACH ROW WHEN ((old.file_url IS NOT NULL)) EXECUTE FUNCTION furrow.let_file_go();
CREATE POLICY service ON furrow.capture TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.capture TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.capture TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.capture TO {service};

CREATE TABLE furrow.capture_plan (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    device_id bigint NOT NULL,
    name text NOT NULL,
    times integer[] NOT NULL,
    every_minutes integer,
    from_minute integer NOT NULL,
    to_minute integer NOT NULL,
    days integer[] NOT NULL,
    from_date text,
    to_date text,
    crop text DEFAULT ''::text NOT NULL,
    seedling_flag integer DEFAULT 0 NOT NULL,
    enabled_flag integer DEFAULT 1 NOT NULL,
    keep_days integer NOT NULL,
    zone text NOT NULL,
    next_at bigint,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
COMMENT ON COLUMN furrow.capture_plan.zone IS 'by whose clock next_at was found';
COMMENT ON COLUMN furrow.capture_plan.next_at IS 'the moment up to which its due pictures have rows; null where none is due any more';
ALTER TABLE furrow.capture_plan ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.capture_plan ADD CONSTRAINT capture_plan_device_id_name_key UNIQUE (device_id, name);
ALTER TABLE ONLY furrow.capture_plan ADD CONSTRAINT capture_plan_pkey PRIMARY KEY (id);
ALTER TABLE furrow.capture_plan ENABLE ROW LEVEL SECURITY;
CREATE INDEX capture_plan_next ON furrow.capture_plan USING btree (next_at) WHERE (enabled_flag = 1);
CREATE INDEX capture_plan_tenant ON furrow.capture_plan USING btree (tenant_id);
CREATE TRIGGER who_changed BEFORE UPDATE OF id, tenant_id, device_id, name, times, every_minutes, from_minute, to_minute, days, from_date, to_date, crop, seedling_flag, enabled_flag, keep_days, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.capture_plan FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.capture_plan FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.capture_plan TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.capture_plan TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.capture_plan TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.capture_plan TO {service};

CREATE TABLE furrow.farm_log (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    device_id bigint,
    log_type text NOT NULL,
    log_level text NOT NULL,
    log_title text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    content jsonb DEFAULT '[]'::jsonb NOT NULL,
    at bigint NOT NULL,
    user_id bigint,
    by_name text,
    land_id bigint,
    batch_id bigint,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
COMMENT ON TABLE furrow.farm_log IS 'the diary of a base: what people, tasks, devices and cameras write';
COMMENT ON COLUMN furrow.farm_log.log_type IS 'image: seen through the camera that it names; text: written by a person';
COMMENT ON COLUMN furrow.farm_log.at IS 'when it happened';
ALTER TABLE furrow.farm_log ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.farm_log ADD CONSTRAINT farm_log_pkey PRIMARY KEY (id);
ALTER TABLE furrow.farm_log ENABLE ROW LEVEL SECURITY;
CREATE INDEX farm_log_area ON furrow.farm_log USING btree (area_id, log_type, at DESC, id DESC);
CREATE INDEX farm_log_batch ON furrow.farm_log USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX farm_log_device ON furrow.farm_log USING btree (device_id, id DESC) WHERE (device_id IS NOT NULL);
CREATE INDEX farm_log_land ON furrow.farm_log USING btree (land_id) WHERE (land_id IS NOT NULL);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, area_id, device_id, log_level, log_title, description, content, at, land_id, batch_id, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.farm_log FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "farmLog", "names": {"area_id": ["area", "area_name"], "land_id": ["land", "land_name"], "batch_id": ["batch", "batch_name"], "device_id": ["device", "name"]}, "title": ["log_title"], "ignored": ["log_type", "by_name", "user_id"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.farm_log FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "farmLog", "names": {"area_id": ["area", "area_name"], "land_id": ["land", "land_name"], "batch_id": ["batch", "batch_name"], "device_id": ["device", "name"]}, "title": ["log_title"], "ignored": ["log_type", "by_name", "user_id"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.farm_log FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "farmLog", "names": {"area_id": ["area", "area_name"], "land_id": ["land", "land_name"], "batch_id": ["batch", "batch_name"], "device_id": ["device", "name"]}, "title": ["log_title"], "ignored": ["log_type", "by_name", "user_id"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.farm_log FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.farm_log FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.farm_log TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.farm_log TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.farm_log TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.farm_log TO {service};

-- server/devices

CREATE TABLE furrow.device_firmware (
    device_id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    version text NOT NULL,
    since bigint NOT NULL,
    said_at bigint NOT NULL
);
COMMENT ON TABLE furrow.device_firmware IS 'which version a device says that it runs, since when it says so, and when it said so last, ms UTC';
ALTER TABLE ONLY furrow.device_firmware ADD CONSTRAINT device_firmware_pkey PRIMARY KEY (device_id);
ALTER TABLE furrow.device_firmware ENABLE ROW LEVEL SECURITY;
CREATE INDEX device_firmware_version ON furrow.device_firmware USING btree (tenant_id, version, device_id);
CREATE POLICY service ON furrow.device_firmware TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.device_firmware TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT ON TABLE furrow.device_firmware TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.device_firmware TO {service};

CREATE TABLE furrow.emergency_stop (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    pressed_at bigint NOT NULL,
    pressed_by text NOT NULL,
    aerators_at bigint,
    aerators_by text,
    lifted_at bigint,
    lifted_by text,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
COMMENT ON TABLE furrow.emergency_stop IS 'stands until it is lifted, and is kept as it was; by whom is a name as it was then, times are ms UTC';
COMMENT ON COLUMN furrow.emergency_stop.aerators_at IS 'from then on it stops also what is safe while it runs';
ALTER TABLE furrow.emergency_stop ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.emergency_stop ADD CONSTRAINT emergency_stop_pkey PRIMARY KEY (id);
ALTER TABLE furrow.emergency_stop ENABLE ROW LEVEL SECURITY;
CREATE INDEX emergency_stop_area ON furrow.emergency_stop USING btree (area_id, pressed_at DESC);
CREATE UNIQUE INDEX emergency_stop_stands ON furrow.emergency_stop USING btree (area_id) WHERE (lifted_at IS NULL);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, area_id, pressed_at, aerators_at, lifted_at, created_by, created_at, updated_by, updated_at ON furrow.emergency_stop FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "emergencyStop", "names": {"area_id": ["area", "area_name"]}, "title": ["area_id"], "ignored": ["pressed_by", "aerators_by", "lifted_by"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.emergency_stop FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "emergencyStop", "names": {"area_id": ["area", "area_name"]}, "title": ["area_id"], "ignored": ["pressed_by", "aerators_by", "lifted_by"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.emergency_stop FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "emergencyStop", "names": {"area_id": ["area", "area_name"]}, "title": ["area_id"], "ignored": ["pressed_by", "aerators_by", "lifted_by"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.emergency_stop FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.emergency_stop FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.emergency_stop TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.emergency_stop TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.emergency_stop TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.emergency_stop TO {service};

CREATE TABLE furrow.firmware (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    device_type text NOT NULL,
    version text NOT NULL,
    file_id uuid NOT NULL,
    file_url text NOT NULL,
    file_name text NOT NULL,
    bytes bigint NOT NULL,
    sha256 text NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE furrow.firmware ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.firmware ADD CONSTRAINT firmware_pkey PRIMARY KEY (id);
ALTER TABLE ONLY furrow.firmware ADD CONSTRAINT firmware_version UNIQUE (tenant_id, device_type, version);
ALTER TABLE furrow.firmware ENABLE ROW LEVEL SECURITY;
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.firmware FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.firmware FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.firmware TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.firmware TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.firmware TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.firmware TO {service};

CREATE TABLE furrow.firmware_offer (
    id uuid NOT NULL,
    tenant_id bigint NOT NULL,
    firmware_id bigint NOT NULL,
    device_id bigint NOT NULL,
    token_hash text NOT NULL,
    offered_at bigint NOT NULL,
    asked boolean DEFAULT false NOT NULL,
    downloaded_at bigint,
    outcome text,
    ended_at bigint,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    CONSTRAINT firmware_offer_outcome_check CHECK ((outcome = ANY (ARRAY['taken'::text, 'notTaken'::text, 'replaced'::text])))
);
COMMENT ON COLUMN furrow.firmware_offer.id IS 'also of its command; asked once that is recorded';
COMMENT ON COLUMN furrow.firmware_offer.outcome IS 'by what the device itself says of its version, never by what it was told';
ALTER TABLE ONLY furrow.firmware_offer ADD CONSTRAINT firmware_offer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY furrow.firmware_offer ADD CONSTRAINT firmware_offer_token UNIQUE (token_hash);
ALTER TABLE furrow.firmware_offer ENABLE ROW LEVEL SECURITY;
CREATE INDEX firmware_offer_device ON furrow.firmware_offer USING btree (device_id, offered_at DESC);
CREATE INDEX firmware_offer_firmware ON furrow.firmware_offer USING btree (firmware_id, device_id, offered_at DESC);
CREATE INDEX firmware_offer_open ON furrow.firmware_offer USING btree (id) WHERE ((outcome IS NULL) OR (outcome = 'notTaken'::text));
CREATE TRIGGER who_changed BEFORE UPDATE OF id, tenant_id, firmware_id, device_id, token_hash, offered_at, created_by, created_at, updated_by, updated_at ON furrow.firmware_offer FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.firmware_offer FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.firmware_offer TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.firmware_offer TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.firmware_offer TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.firmware_offer TO {service};

CREATE TABLE furrow.insect_box (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    picture_id bigint NOT NULL,
    round integer NOT NULL,
    x integer NOT NULL,
    y integer NOT NULL,
    w integer NOT NULL,
    h integer NOT NULL,
    insect_type_id bigint,
    score double precision,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
COMMENT ON COLUMN furrow.insect_box.round IS '0: the machine''s; else the drawing of a person, none of which is ever taken away';
ALTER TABLE furrow.insect_box ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.insect_box ADD CONSTRAINT insect_box_pkey PRIMARY KEY (id);
ALTER TABLE furrow.insect_box ENABLE ROW LEVEL SECURITY;
CREATE INDEX insect_box_picture ON furrow.insect_box USING btree (picture_id, round);
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.insect_box FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.insect_box FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.insect_box TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.insect_box TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.insect_box TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.insect_box TO {service};

CREATE TABLE furrow.insect_observation (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    device_id bigint NOT NULL,
    insect_type_id bigint NOT NULL,
    quantity integer NOT NULL,
    observed_at bigint NOT NULL,
    note text,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE furrow.insect_observation ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.insect_observation ADD CONSTRAINT insect_observation_pkey PRIMARY KEY (id);
ALTER TABLE furrow.insect_observation ENABLE ROW LEVEL SECURITY;
CREATE INDEX insect_observation_device ON furrow.insect_observation USING btree (device_id, observed_at DESC);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, device_id, insect_type_id, quantity, observed_at, note, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.insect_observation FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "insectNote", "names": {"device_id": ["device", "name"], "insect_type_id": ["insect_type", "zh_name"]}, "title": ["device_id", "insect_type_id"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.insect_observation FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "insectNote", "names": {"device_id": ["device", "name"], "insect_type_id": ["insect_type", "zh_name"]}, "title": ["device_id", "insect_type_id"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.insect_observation FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "insectNote", "names": {"device_id": ["device", "name"], "insect_type_id": ["insect_type", "zh_name"]}, "title": ["device_id", "insect_type_id"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.insect_observation FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.insect_observation FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.insect_observation TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.insect_observation TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.insect_observation TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.insect_observation TO {service};

CREATE TABLE furrow.insect_picture (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    device_id bigint,
    upload_id uuid,
    file_id uuid NOT NULL,
    file_url text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    taken_at bigint NOT NULL,
    received_at bigint NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    reason text,
    model text,
    identified_at bigint,
    run integer DEFAULT 1 NOT NULL,
    drawn_round integer,
    drawn_by bigint,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
COMMENT ON COLUMN furrow.insect_picture.device_id IS 'the lamp; null: a person brought it';
COMMENT ON COLUMN furrow.insect_picture.run IS 'how often it was to be identified: what an earlier run finds is not taken any more';
COMMENT ON COLUMN furrow.insect_picture.drawn_round IS 'the round of a person''s boxes that count; null: those of the machine do';
ALTER TABLE furrow.insect_picture ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.insect_picture ADD CONSTRAINT insect_picture_pkey PRIMARY KEY (id);
ALTER TABLE ONLY furrow.insect_picture ADD CONSTRAINT insect_picture_upload UNIQUE (upload_id);
ALTER TABLE furrow.insect_picture ENABLE ROW LEVEL SECURITY;
CREATE INDEX insect_picture_brought ON furrow.insect_picture USING btree (tenant_id, received_at DESC) WHERE (device_id IS NULL);
CREATE INDEX insect_picture_device ON furrow.insect_picture USING btree (device_id, taken_at DESC);
CREATE TRIGGER who_changed BEFORE UPDATE OF id, tenant_id, device_id, upload_id, file_id, file_url, width, height, taken_at, received_at, drawn_round, drawn_by, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.insect_picture FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.insect_picture FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.insect_picture TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.insect_picture TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.insect_picture TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.insect_picture TO {service};

CREATE TABLE furrow.insect_type (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    code text NOT NULL,
    zh_name text NOT NULL,
    en_name text NOT NULL,
    description text,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    hidden integer DEFAULT 0 NOT NULL
);
COMMENT ON COLUMN furrow.insect_type.code IS 'what the labels of a model call it';
COMMENT ON COLUMN furrow.insect_type.hidden IS '1: not offered for boxes and notes any more; what was found of it is still counted';
ALTER TABLE furrow.insect_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.insect_type ADD CONSTRAINT insect_type_code UNIQUE (tenant_id, code);
ALTER TABLE ONLY furrow.insect_type ADD CONSTRAINT insect_type_pkey PRIMARY KEY (id);
ALTER TABLE furrow.insect_type ENABLE ROW LEVEL SECURITY;
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, code, zh_name, en_name, description, object_version_number, created_by, created_at, updated_by, updated_at, hidden ON furrow.insect_type FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "insectType", "title": ["zh_name"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.insect_type FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "insectType", "title": ["zh_name"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.insect_type FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "insectType", "title": ["zh_name"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.insect_type FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.insect_type FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.insect_type TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.insect_type TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.insect_type TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.insect_type TO {service};

CREATE TABLE furrow.insect_upload (
    id uuid NOT NULL,
    tenant_id bigint NOT NULL,
    device_id bigint NOT NULL,
    token_hash text NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint,
    command_id uuid,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
COMMENT ON TABLE furrow.insect_upload IS 'an address that a command hands out for one picture; only the hash of its token is kept';
ALTER TABLE ONLY furrow.insect_upload ADD CONSTRAINT insect_upload_pkey PRIMARY KEY (id);
ALTER TABLE ONLY furrow.insect_upload ADD CONSTRAINT insect_upload_token UNIQUE (token_hash);
ALTER TABLE furrow.insect_upload ENABLE ROW LEVEL SECURITY;
CREATE INDEX insect_upload_device ON furrow.insect_upload USING btree (device_id);
CREATE INDEX insect_upload_expiry ON furrow.insect_upload USING btree (expires_at);
CREATE TRIGGER who_changed BEFORE UPDATE OF id, tenant_id, device_id, token_hash, expires_at, created_by, created_at, updated_by, updated_at ON furrow.insect_upload FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.insect_upload FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.insect_upload TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.insect_upload TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.insect_upload TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.insect_upload TO {service};

CREATE TABLE furrow.interlock (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    device_id bigint NOT NULL,
    name text NOT NULL,
    circuit integer,
    need jsonb NOT NULL,
    grace_ms bigint NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
COMMENT ON TABLE furrow.interlock IS 'what must be so while a circuit of its device runs, every one where circuit is null';
COMMENT ON COLUMN furrow.interlock.need IS 'of contract/devices/interlock.ts';
ALTER TABLE furrow.interlock ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.interlock ADD CONSTRAINT interlock_pkey PRIMARY KEY (id);
ALTER TABLE furrow.interlock ENABLE ROW LEVEL SECURITY;
CREATE INDEX interlock_device ON furrow.interlock USING btree (device_id);
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.interlock FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.interlock FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.interlock TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.interlock TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.interlock TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.interlock TO {service};

CREATE TABLE furrow.manual_hold (
    switch_id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    user_id bigint,
    held_until bigint NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
COMMENT ON TABLE furrow.manual_hold IS 'until then, ms UTC, flows and alarms leave a circuit to the person who turned it';
ALTER TABLE ONLY furrow.manual_hold ADD CONSTRAINT manual_hold_pkey PRIMARY KEY (switch_id);
ALTER TABLE furrow.manual_hold ENABLE ROW LEVEL SECURITY;
CREATE INDEX manual_hold_until ON furrow.manual_hold USING btree (held_until);
CREATE INDEX manual_hold_user ON furrow.manual_hold USING btree (user_id);
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.manual_hold FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.manual_hold FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.manual_hold TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.manual_hold TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.manual_hold TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.manual_hold TO {service};

CREATE TABLE furrow.metered_run (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    switch_id bigint NOT NULL,
    item_id bigint NOT NULL,
    command_id uuid,
    asked double precision NOT NULL,
    grace_ms bigint NOT NULL,
    asked_at bigint NOT NULL,
    started_at bigint,
    seen_ts bigint,
    seen_value double precision,
    spoke_at bigint,
    reached double precision DEFAULT 0 NOT NULL,
    why text,
    ended_at bigint
);
COMMENT ON TABLE furrow.metered_run IS 'a start of a circuit for a volume of water, m³; times in ms UTC';
COMMENT ON COLUMN furrow.metered_run.seen_ts IS 'the newest reading that is counted in reached, and spoke_at the newest one that had a value';
COMMENT ON COLUMN furrow.metered_run.why IS 'of contract/devices/meter.ts; with it the circuit is told to stop until it says that it has, at ended_at';
ALTER TABLE furrow.metered_run ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.metered_run ADD CONSTRAINT metered_run_pkey PRIMARY KEY (id);
ALTER TABLE furrow.metered_run ENABLE ROW LEVEL SECURITY;
CREATE INDEX metered_run_command ON furrow.metered_run USING btree (command_id);
CREATE INDEX metered_run_item ON furrow.metered_run USING btree (item_id);
CREATE INDEX metered_run_open ON furrow.metered_run USING btree (id) WHERE (ended_at IS NULL);
CREATE INDEX metered_run_switch ON furrow.metered_run USING btree (switch_id, asked_at DESC);
CREATE POLICY service ON furrow.metered_run TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.metered_run TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.metered_run TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.metered_run TO {service};

CREATE TABLE furrow.recipe (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    name text NOT NULL,
    ec double precision,
    ph double precision,
    mode text NOT NULL,
    channels jsonb NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
COMMENT ON TABLE furrow.recipe IS 'what a machine that mixes fertilizer is told to dose; a start takes a copy';
COMMENT ON COLUMN furrow.recipe.ec IS 'target, S/m; null: not regulated';
COMMENT ON COLUMN furrow.recipe.channels IS 'of contract/devices/dosing.ts';
ALTER TABLE furrow.recipe ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.recipe ADD CONSTRAINT recipe_pkey PRIMARY KEY (id);
ALTER TABLE furrow.recipe ENABLE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX recipe_name ON furrow.recipe USING btree (tenant_id, name);
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.recipe FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.recipe FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.recipe TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.recipe TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.recipe TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.recipe TO {service};

CREATE TABLE furrow.settings_batch (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    device_type text NOT NULL,
    wanted jsonb NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE furrow.settings_batch ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.settings_batch ADD CONSTRAINT settings_batch_pkey PRIMARY KEY (id);
ALTER TABLE furrow.settings_batch ENABLE ROW LEVEL SECURITY;
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.settings_batch FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.settings_batch FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.settings_batch TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.settings_batch TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.settings_batch TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.settings_batch TO {service};

CREATE TABLE furrow.settings_batch_device (
    batch_id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    device_id bigint NOT NULL,
    command_id uuid NOT NULL
);
COMMENT ON COLUMN furrow.settings_batch_device.command_id IS 'the command that asks it, which is recorded after the batch; a log that is older than it is kept has none';
ALTER TABLE ONLY furrow.settings_batch_device ADD CONSTRAINT settings_batch_device_pkey PRIMARY KEY (batch_id, device_id);
ALTER TABLE furrow.settings_batch_device ENABLE ROW LEVEL SECURITY;
CREATE INDEX settings_batch_device_device ON furrow.settings_batch_device USING btree (device_id);
CREATE POLICY service ON furrow.settings_batch_device TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.settings_batch_device TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.settings_batch_device TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.settings_batch_device TO {service};

CREATE TABLE furrow.switch_meter (
    switch_id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    item_id bigint NOT NULL,
    grace_ms bigint NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
COMMENT ON TABLE furrow.switch_meter IS 'the item that measures the water of a circuit; what it measures is ended where it says nothing for grace_ms';
ALTER TABLE ONLY furrow.switch_meter ADD CONSTRAINT switch_meter_pkey PRIMARY KEY (switch_id);
ALTER TABLE furrow.switch_meter ENABLE ROW LEVEL SECURITY;
CREATE INDEX switch_meter_item ON furrow.switch_meter USING btree (item_id);
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.switch_meter FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.switch_meter FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.switch_meter TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.switch_meter TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.switch_meter TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.switch_meter TO {service};

-- server/farm

CREATE TABLE furrow.activity (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    land_id bigint NOT NULL,
    batch_id bigint,
    activity_name text NOT NULL,
    activity_kind text NOT NULL,
    done_at bigint NOT NULL,
    machine text,
    harvested numeric(12,2),
    pictures jsonb DEFAULT '[]'::jsonb NOT NULL,
    remark text,
    weather jsonb,
    no_weather text,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    field_versions jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT activity_check CHECK (((weather IS NULL) = (no_weather IS NOT NULL))),
    CONSTRAINT activity_no_weather_check CHECK ((no_weather = ANY (ARRAY['none'::text, 'silent'::text])))
);
COMMENT ON COLUMN furrow.activity.weather IS 'as a station of the base measured it then; no_weather says why there is none';
ALTER TABLE furrow.activity ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.activity ADD CONSTRAINT activity_pkey PRIMARY KEY (id);
ALTER TABLE furrow.activity ENABLE ROW LEVEL SECURITY;
CREATE INDEX activity_area ON furrow.activity USING btree (area_id, done_at DESC, id DESC);
CREATE INDEX activity_batch ON furrow.activity USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX activity_done ON furrow.activity USING btree (tenant_id, done_at DESC, id DESC);
CREATE INDEX activity_land ON furrow.activity USING btree (land_id, done_at DESC);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, area_id, land_id, batch_id, activity_name, activity_kind, done_at, machine, harvested, pictures, remark, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.activity FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "activity", "names": {"area_id": ["area", "area_name"], "land_id": ["land", "land_name"], "batch_id": ["batch", "batch_name"]}, "title": ["activity_name"], "ignored": ["weather", "no_weather"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.activity FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "activity", "names": {"area_id": ["area", "area_name"], "land_id": ["land", "land_name"], "batch_id": ["batch", "batch_name"]}, "title": ["activity_name"], "ignored": ["weather", "no_weather"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.activity FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "activity", "names": {"area_id": ["area", "area_name"], "land_id": ["land", "land_name"], "batch_id": ["batch", "batch_name"]}, "title": ["activity_name"], "ignored": ["weather", "no_weather"]}');
CREATE TRIGGER versions_written BEFORE UPDATE ON furrow.activity FOR EACH ROW EXECUTE FUNCTION furrow.write_versions('{weather,no_weather,id,tenant_id,object_version_number,field_versions,created_by,created_at,updated_by,updated_at}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.activity FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.activity FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.activity TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.activity TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.activity TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.activity TO {service};

CREATE TABLE furrow.activity_material (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    activity_id bigint NOT NULL,
    product_id bigint NOT NULL,
    nth integer NOT NULL,
    quantity numeric(20,6) NOT NULL,
    issue_id bigint,
    CONSTRAINT activity_material_quantity_check CHECK ((quantity > (0)::numeric))
);
COMMENT ON COLUMN furrow.activity_material.issue_id IS 'the issue that it came from: the quantity that is counted there';
ALTER TABLE furrow.activity_material ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE ONLY furrow.activity_material ADD CONSTRAINT activity_material_pkey PRIMARY KEY (id);
ALTER TABLE furrow.activity_material ENABLE ROW LEVEL SECURITY;
CREATE INDEX activity_material_activity ON furrow.activity_material USING btree (activity_id, nth);
CREATE INDEX activity_material_issue ON furrow.activity_material USING btree (issue_id, product_id) WHERE (issue_id IS NOT NULL);
CREATE INDEX activity_material_product ON furrow.activity_material USING btree (product_id);
CREATE INDEX activity_material_tenant ON furrow.activity_material USING btree (tenant_id);
CREATE POLICY service ON furrow.activity_material TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.activity_material TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.activity_material TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.activity_material TO {service};

CREATE TABLE furrow.activity_worker (
    activity_id bigint NOT NULL,
    worker_id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    nth integer NOT NULL,
    hours numeric(8,6) NOT NULL,
    CONSTRAINT activity_worker_hours_check CHECK (((hours > (0)::numeric) AND (hours <= (24)::numeric)))
);
ALTER TABLE ONLY furrow.activity_worker ADD CONSTRAINT activity_worker_pkey PRIMARY KEY (activity_id, worker_id);
ALTER TABLE furrow.activity_worker ENABLE ROW LEVEL SECURITY;
CREATE INDEX activity_worker_tenant ON furrow.activity_worker USING btree (tenant_id);
CREATE INDEX activity_worker_worker ON furrow.activity_worker USING btree (worker_id);
CREATE POLICY service ON furrow.activity_worker TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.activity_worker TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.activity_worker TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.activity_worker TO {service};

CREATE TABLE furrow.batch (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    land_id bigint NOT NULL,
    variety_id bigint,
    variety_name text NOT NULL,
    started_at bigint,
    ended_at bigint,
    batch_name text NOT NULL,
    batch_no text,
    batch_state text DEFAULT 'planned'::text NOT NULL,
    part numeric(12,2),
    starts_on date NOT NULL,
    harvest_on date,
    expected_yield numeric(12,2),
    density numeric(12,2),
    head_count double precision,
    remark text,
    end_reason text,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    stages jsonb DEFAULT '[]'::jsonb NOT NULL,
    harvesting_at bigint,
    CONSTRAINT batch_batch_state_check CHECK ((batch_state = ANY (ARRAY['planned'::text, 'growing'::text, 'harvesting'::text, 'closed'::text, 'failed'::text]))),
    CONSTRAINT batch_life CHECK (
CASE batch_state
    WHEN 'planned'::text THEN ((started_at IS NULL) AND (ended_at IS NULL))
    WHEN 'growing'::text THEN ((started_at IS NOT NULL) AND (ended_at IS NULL))
    WHEN 'harvesting'::text THEN ((started_at IS NOT NULL) AND (ended_at IS NULL))
    ELSE ((started_at IS NOT NULL) AND (ended_at >= started_at))
END)
);
COMMENT ON COLUMN furrow.batch.variety_name IS 'as it was called when it was written: a variety that is deleted leaves its name';
COMMENT ON COLUMN furrow.batch.part IS 'how much of the plot it takes, mu; null: all of it';
COMMENT ON COLUMN furrow.batch.stages IS 'as its variety had them when it was made, unless they were changed here';
COMMENT ON COLUMN furrow.batch.harvesting_at IS 'when somebody said that its harvest began; null: nobody did, or it was reopened since';
ALTER TABLE furrow.batch ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY ( SEQUENCE NAME furrow.land_period_id_seq START WITH 1 INCREMENT BY 1 NO MINVALUE NO MAXVALUE CACHE 1 );
ALTER TABLE ONLY furrow.batch ADD CONSTRAINT land_period_pkey PRIMARY KEY (id);
ALTER TABLE furrow.batch ENABLE ROW LEVEL SECURITY;
CREATE INDEX batch_area ON furrow.batch USING btree (tenant_id, area_id, id DESC);
CREATE INDEX batch_base ON furrow.batch USING btree (area_id);
CREATE UNIQUE INDEX batch_batch_no_unique ON furrow.batch USING btree (tenant_id, batch_no);
CREATE INDEX batch_land ON furrow.batch USING btree (tenant_id, land_id, started_at DESC);
CREATE INDEX batch_standing ON furrow.batch USING btree (tenant_id, land_id, started_at) WHERE (batch_state = ANY (ARRAY['growing'::text, 'harvesting'::text]));
CREATE INDEX batch_variety ON furrow.batch USING btree (variety_id) WHERE (variety_id IS NOT NULL);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, area_id, land_id, variety_id, started_at, ended_at, batch_name, batch_no, batch_state, part, starts_on, harvest_on, expected_yield, density, head_count, remark, end_reason, object_version_number, created_by, created_at, updated_by, updated_at, stages, harvesting_at ON furrow.batch FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "batch", "names": {"area_id": ["area", "area_name"], "land_id": ["land", "land_name"], "variety_id": ["variety", "name"]}, "title": ["batch_no", "batch_name"], "ignored": ["variety_name"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.batch FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "batch", "names": {"area_id": ["area", "area_name"], "land_id": ["land", "land_name"], "variety_id": ["variety", "name"]}, "title": ["batch_no", "batch_name"], "ignored": ["variety_name"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.batch FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "batch", "names": {"area_id": ["area", "area_name"], "land_id": ["land", "land_name"], "variety_id": ["variety", "name"]}, "title": ["batch_no", "batch_name"], "ignored": ["variety_name"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.batch FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.batch FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.batch TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.batch TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.batch TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.batch TO {service};

CREATE TABLE furrow.batch_cost (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    batch_id bigint NOT NULL,
    spent_on date NOT NULL,
    cost_kind text NOT NULL,
    what text NOT NULL,
    amount numeric(12,2) NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    CONSTRAINT batch_cost_amount_check CHECK ((amount > (0)::numeric))
);
COMMENT ON COLUMN furrow.batch_cost.amount IS 'CNY';
ALTER TABLE furrow.batch_cost ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.batch_cost ADD CONSTRAINT batch_cost_pkey PRIMARY KEY (id);
ALTER TABLE furrow.batch_cost ENABLE ROW LEVEL SECURITY;
CREATE INDEX batch_cost_batch ON furrow.batch_cost USING btree (batch_id, spent_on DESC, id DESC);
CREATE INDEX batch_cost_tenant ON furrow.batch_cost USING btree (tenant_id);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, batch_id, spent_on, cost_kind, what, amount, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.batch_cost FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "batchCost", "names": {"batch_id": ["batch", "batch_name"]}, "title": ["spent_on", "what"], "secret": ["amount"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.batch_cost FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "batchCost", "names": {"batch_id": ["batch", "batch_name"]}, "title": ["spent_on", "what"], "secret": ["amount"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.batch_cost FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "batchCost", "names": {"batch_id": ["batch", "batch_name"]}, "title": ["spent_on", "what"], "secret": ["amount"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.batch_cost FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.batch_cost FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.batch_cost TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.batch_cost TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.batch_cost TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.batch_cost TO {service};

CREATE TABLE furrow.batch_harvest (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    batch_id bigint NOT NULL,
    harvested_on date NOT NULL,
    quantity numeric(12,2) NOT NULL,
    unit_kind text NOT NULL,
    unit_name text NOT NULL,
    kg numeric(20,6),
    product_id bigint,
    store_id bigint,
    remark text,
    document_id bigint,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    head_count integer,
    CONSTRAINT batch_harvest_check CHECK (((unit_kind = 'kg'::text) OR (product_id IS NOT NULL))),
    CONSTRAINT batch_harvest_head_count_check CHECK ((head_count > 0)),
    CONSTRAINT batch_harvest_quantity_check CHECK ((quantity > (0)::numeric)),
    CONSTRAINT batch_harvest_unit_kind_check CHECK ((unit_kind = ANY (ARRAY['kg'::text, 'stock'::text])))
);
COMMENT ON COLUMN furrow.batch_harvest.kg IS 'the same in kg, by the unit as it was then; null: it is no weight';
COMMENT ON COLUMN furrow.batch_harvest.document_id IS 'the receipt that was drafted of it';
COMMENT ON COLUMN furrow.batch_harvest.head_count IS 'how many animals it was; null: nobody counted them, or it was none';
ALTER TABLE furrow.batch_harvest ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.batch_harvest ADD CONSTRAINT batch_harvest_pkey PRIMARY KEY (id);
ALTER TABLE furrow.batch_harvest ENABLE ROW LEVEL SECURITY;
CREATE INDEX batch_harvest_batch ON furrow.batch_harvest USING btree (tenant_id, batch_id, harvested_on DESC, id DESC);
CREATE INDEX batch_harvest_day ON furrow.batch_harvest USING btree (tenant_id, harvested_on DESC, id DESC);
CREATE UNIQUE INDEX batch_harvest_document ON furrow.batch_harvest USING btree (document_id);
CREATE INDEX batch_harvest_product ON furrow.batch_harvest USING btree (product_id) WHERE (product_id IS NOT NULL);
CREATE INDEX batch_harvest_store ON furrow.batch_harvest USING btree (store_id) WHERE (store_id IS NOT NULL);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, batch_id, harvested_on, quantity, product_id, store_id, remark, object_version_number, created_by, created_at, updated_by, updated_at, head_count ON furrow.batch_harvest FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "harvest", "names": {"batch_id": ["batch", "batch_name"], "store_id": ["store", "name"], "product_id": ["product", "name"]}, "title": ["harvested_on", "quantity", "unit_name"], "ignored": ["kg", "unit_name", "unit_kind", "document_id"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.batch_harvest FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "harvest", "names": {"batch_id": ["batch", "batch_name"], "store_id": ["store", "name"], "product_id": ["product", "name"]}, "title": ["harvested_on", "quantity", "unit_name"], "ignored": ["kg", "unit_name", "unit_kind", "document_id"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.batch_harvest FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "harvest", "names": {"batch_id": ["batch", "batch_name"], "store_id": ["store", "name"], "product_id": ["product", "name"]}, "title": ["harvested_on", "quantity", "unit_name"], "ignored": ["kg", "unit_name", "unit_kind", "document_id"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.batch_harvest FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.batch_harvest FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.batch_harvest TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.batch_harvest TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.batch_harvest TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.batch_harvest TO {service};

CREATE TABLE furrow.batch_herd (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    batch_id bigint NOT NULL,
    happened_on date NOT NULL,
    event text NOT NULL,
    head integer NOT NULL,
    mean_weight numeric(12,2),
    reason text,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    CONSTRAINT batch_herd_check CHECK (((event <> 'weighed'::text) OR (mean_weight IS NOT NULL))),
    CONSTRAINT batch_herd_event_check CHECK ((event = ANY (ARRAY['stocked'::text, 'died'::text, 'removed'::text, 'weighed'::text]))),
    CONSTRAINT batch_herd_head_check CHECK ((head > 0)),
    CONSTRAINT batch_herd_mean_weight_check CHECK ((mean_weight > (0)::numeric))
);
COMMENT ON COLUMN furrow.batch_herd.head IS 'how many it was of; of what was weighed, how many were';
COMMENT ON COLUMN furrow.batch_herd.mean_weight IS 'of one, g';
ALTER TABLE furrow.batch_herd ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.batch_herd ADD CONSTRAINT batch_herd_pkey PRIMARY KEY (id);
ALTER TABLE furrow.batch_herd ENABLE ROW LEVEL SECURITY;
CREATE INDEX batch_herd_batch ON furrow.batch_herd USING btree (batch_id, happened_on DESC, id DESC);
CREATE INDEX batch_herd_tenant ON furrow.batch_herd USING btree (tenant_id);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, batch_id, happened_on, event, head, mean_weight, reason, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.batch_herd FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "herd", "names": {"batch_id": ["batch", "batch_name"]}, "title": ["happened_on", "head"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.batch_herd FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "herd", "names": {"batch_id": ["batch", "batch_name"]}, "title": ["happened_on", "head"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.batch_herd FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "herd", "names": {"batch_id": ["batch", "batch_name"]}, "title": ["happened_on", "head"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.batch_herd FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.batch_herd FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.batch_herd TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.batch_herd TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.batch_herd TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.batch_herd TO {service};

CREATE TABLE furrow.package_material (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    task_id bigint NOT NULL,
    nth integer NOT NULL,
    product_id bigint NOT NULL,
    quantity numeric(12,2) NOT NULL,
    per_mu integer NOT NULL,
    CONSTRAINT package_material_quantity_check CHECK ((quantity > (0)::numeric))
);
ALTER TABLE furrow.package_material ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE ONLY furrow.package_material ADD CONSTRAINT package_material_pkey PRIMARY KEY (id);
ALTER TABLE furrow.package_material ENABLE ROW LEVEL SECURITY;
CREATE INDEX package_material_product ON furrow.package_material USING btree (product_id);
CREATE INDEX package_material_task ON furrow.package_material USING btree (task_id, nth);
CREATE INDEX package_material_tenant ON furrow.package_material USING btree (tenant_id);
CREATE POLICY service ON furrow.package_material TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.package_material TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.package_material TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.package_material TO {service};

CREATE TABLE furrow.package_subplan (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    package_id bigint NOT NULL,
    nth integer NOT NULL,
    name text NOT NULL,
    offset_days integer NOT NULL,
    days integer NOT NULL,
    CONSTRAINT package_subplan_days_check CHECK ((days > 0)),
    CONSTRAINT package_subplan_offset_days_check CHECK ((offset_days >= 0))
);
ALTER TABLE furrow.package_subplan ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE ONLY furrow.package_subplan ADD CONSTRAINT package_subplan_pkey PRIMARY KEY (id);
ALTER TABLE furrow.package_subplan ENABLE ROW LEVEL SECURITY;
CREATE INDEX package_subplan_package ON furrow.package_subplan USING btree (package_id, nth);
CREATE INDEX package_subplan_tenant ON furrow.package_subplan USING btree (tenant_id);
CREATE POLICY service ON furrow.package_subplan TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.package_subplan TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.package_subplan TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.package_subplan TO {service};

CREATE TABLE furrow.package_task (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    subplan_id bigint NOT NULL,
    nth integer NOT NULL,
    task_name text NOT NULL,
    task_type_id bigint NOT NULL,
    offset_days integer NOT NULL,
    days integer NOT NULL,
    priority text NOT NULL,
    weight integer NOT NULL,
    proof_flag integer NOT NULL,
    harvest_flag integer NOT NULL,
    closes_batch integer NOT NULL,
    description text,
    steps jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT package_task_days_check CHECK ((days > 0)),
    CONSTRAINT package_task_offset_days_check CHECK ((offset_days >= 0)),
    CONSTRAINT package_task_weight_check CHECK ((weight > 0))
);
ALTER TABLE furrow.package_task ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE ONLY furrow.package_task ADD CONSTRAINT package_task_pkey PRIMARY KEY (id);
ALTER TABLE furrow.package_task ENABLE ROW LEVEL SECURITY;
CREATE INDEX package_task_subplan ON furrow.package_task USING btree (subplan_id, nth);
CREATE INDEX package_task_tenant ON furrow.package_task USING btree (tenant_id);
CREATE INDEX package_task_type ON furrow.package_task USING btree (task_type_id);
CREATE POLICY service ON furrow.package_task TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.package_task TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.package_task TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.package_task TO {service};

CREATE TABLE furrow.plan (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    batch_id bigint NOT NULL,
    package_id bigint NOT NULL,
    plan_name text NOT NULL,
    starts_on date NOT NULL,
    planting_area numeric(12,2),
    estimated_output numeric(12,2),
    remark text,
    plan_state text DEFAULT 'running'::text NOT NULL,
    ended_at bigint,
    end_reason text,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    CONSTRAINT plan_check CHECK (((plan_state = 'ended'::text) = (ended_at IS NOT NULL))),
    CONSTRAINT plan_plan_state_check CHECK ((plan_state = ANY (ARRAY['running'::text, 'ended'::text])))
);
ALTER TABLE furrow.plan ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.plan ADD CONSTRAINT plan_pkey PRIMARY KEY (id);
ALTER TABLE furrow.plan ENABLE ROW LEVEL SECURITY;
CREATE INDEX plan_area ON furrow.plan USING btree (tenant_id, area_id, id DESC);
CREATE INDEX plan_base ON furrow.plan USING btree (area_id);
CREATE INDEX plan_batch ON furrow.plan USING btree (batch_id);
CREATE INDEX plan_package_of ON furrow.plan USING btree (package_id);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, area_id, batch_id, package_id, plan_name, starts_on, planting_area, estimated_output, remark, plan_state, end_reason, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.plan FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "plan", "names": {"area_id": ["area", "area_name"], "batch_id": ["batch", "batch_name"], "package_id": ["plan_package", "package_name"]}, "title": ["plan_name"], "ignored": ["ended_at"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.plan FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "plan", "names": {"area_id": ["area", "area_name"], "batch_id": ["batch", "batch_name"], "package_id": ["plan_package", "package_name"]}, "title": ["plan_name"], "ignored": ["ended_at"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.plan FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "plan", "names": {"area_id": ["area", "area_name"], "batch_id": ["batch", "batch_name"], "package_id": ["plan_package", "package_name"]}, "title": ["plan_name"], "ignored": ["ended_at"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.plan FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.plan FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.plan TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.plan TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.plan TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.plan TO {service};

CREATE TABLE furrow.plan_package (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    package_name text NOT NULL,
    variety_id bigint,
    target_yield numeric(12,2),
    enabled_flag integer DEFAULT 1 NOT NULL,
    remark text,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE furrow.plan_package ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.plan_package ADD CONSTRAINT plan_package_pkey PRIMARY KEY (id);
ALTER TABLE furrow.plan_package ENABLE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX plan_package_package_name_unique ON furrow.plan_package USING btree (tenant_id, package_name);
CREATE INDEX plan_package_variety ON furrow.plan_package USING btree (variety_id) WHERE (variety_id IS NOT NULL);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, package_name, variety_id, target_yield, enabled_flag, remark, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.plan_package FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "planPackage", "names": {"variety_id": ["variety", "name"]}, "title": ["package_name"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.plan_package FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "planPackage", "names": {"variety_id": ["variety", "name"]}, "title": ["package_name"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.plan_package FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "planPackage", "names": {"variety_id": ["variety", "name"]}, "title": ["package_name"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.plan_package FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.plan_package FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.plan_package TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.plan_package TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.plan_package TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.plan_package TO {service};

CREATE TABLE furrow.plan_purchase (
    document_id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    plan_id bigint NOT NULL
);
COMMENT ON TABLE furrow.plan_purchase IS 'the purchase applications that were drafted of what plans were short of';
ALTER TABLE ONLY furrow.plan_purchase ADD CONSTRAINT plan_purchase_pkey PRIMARY KEY (document_id);
ALTER TABLE furrow.plan_purchase ENABLE ROW LEVEL SECURITY;
CREATE INDEX plan_purchase_plan ON furrow.plan_purchase USING btree (plan_id);
CREATE INDEX plan_purchase_tenant ON furrow.plan_purchase USING btree (tenant_id);
CREATE POLICY service ON furrow.plan_purchase TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.plan_purchase TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.plan_purchase TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.plan_purchase TO {service};

CREATE TABLE furrow.plan_subplan (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    plan_id bigint NOT NULL,
    nth integer NOT NULL,
    name text NOT NULL,
    offset_days integer NOT NULL,
    days integer NOT NULL
);
ALTER TABLE furrow.plan_subplan ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE ONLY furrow.plan_subplan ADD CONSTRAINT plan_subplan_pkey PRIMARY KEY (id);
ALTER TABLE furrow.plan_subplan ENABLE ROW LEVEL SECURITY;
CREATE INDEX plan_subplan_plan ON furrow.plan_subplan USING btree (plan_id, nth);
CREATE INDEX plan_subplan_tenant ON furrow.plan_subplan USING btree (tenant_id);
CREATE POLICY service ON furrow.plan_subplan TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.plan_subplan TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.plan_subplan TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.plan_subplan TO {service};

CREATE TABLE furrow.plan_task (
    task_id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    plan_id bigint NOT NULL,
    subplan_id bigint NOT NULL,
    weight integer NOT NULL,
    planned_starts_at bigint NOT NULL,
    planned_due_at bigint NOT NULL,
    CONSTRAINT plan_task_weight_check CHECK ((weight > 0))
);
COMMENT ON TABLE furrow.plan_task IS 'the tasks of plans: a task whose times are not the planned ones was moved by hand, and does not move with its plan';
ALTER TABLE ONLY furrow.plan_task ADD CONSTRAINT plan_task_pkey PRIMARY KEY (task_id);
ALTER TABLE furrow.plan_task ENABLE ROW LEVEL SECURITY;
CREATE INDEX plan_task_plan ON furrow.plan_task USING btree (plan_id);
CREATE INDEX plan_task_subplan ON furrow.plan_task USING btree (subplan_id);
CREATE INDEX plan_task_tenant ON furrow.plan_task USING btree (tenant_id);
CREATE POLICY service ON furrow.plan_task TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.plan_task TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.plan_task TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.plan_task TO {service};

CREATE TABLE furrow.seed (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    variety_id bigint NOT NULL,
    seed_name text NOT NULL,
    seed_en_name text,
    image_url text,
    publicity text,
    farming_practices jsonb DEFAULT '[]'::jsonb NOT NULL,
    product_attributes jsonb DEFAULT '[]'::jsonb NOT NULL,
    published integer DEFAULT 0 NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    CONSTRAINT seed_published_check CHECK ((published = ANY (ARRAY[0, 1])))
);
COMMENT ON COLUMN furrow.seed.farming_practices IS 'how it is grown: passages with a name, a picture and clean HTML';
COMMENT ON COLUMN furrow.seed.published IS '1: its page and its pictures need no sign-in';
ALTER TABLE furrow.seed ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.seed ADD CONSTRAINT seed_pkey PRIMARY KEY (id);
ALTER TABLE furrow.seed ENABLE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX seed_seed_name_unique ON furrow.seed USING btree (tenant_id, seed_name);
CREATE INDEX seed_tenant ON furrow.seed USING btree (tenant_id, id DESC);
CREATE INDEX seed_variety ON furrow.seed USING btree (variety_id);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, variety_id, seed_name, seed_en_name, image_url, publicity, farming_practices, product_attributes, published, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.seed FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "seed", "names": {"variety_id": ["variety", "name"]}, "title": ["seed_name"], "secret": ["farming_practices", "product_attributes"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.seed FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "seed", "names": {"variety_id": ["variety", "name"]}, "title": ["seed_name"], "secret": ["farming_practices", "product_attributes"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.seed FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "seed", "names": {"variety_id": ["variety", "name"]}, "title": ["seed_name"], "secret": ["farming_practices", "product_attributes"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.seed FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.seed FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.seed TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.seed TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.seed TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.seed TO {service};

CREATE TABLE furrow.task (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    task_no text NOT NULL,
    task_name text NOT NULL,
    task_type_id bigint NOT NULL,
    land_id bigint,
    batch_id bigint,
    task_level text NOT NULL,
    priority text NOT NULL,
    leader_id bigint,
    participants jsonb DEFAULT '[]'::jsonb NOT NULL,
    starts_at bigint NOT NULL,
    due_at bigint NOT NULL,
    description text,
    steps jsonb DEFAULT '[]'::jsonb NOT NULL,
    proof_flag integer DEFAULT 0 NOT NULL,
    closes_batch integer DEFAULT 0 NOT NULL,
    task_state text DEFAULT 'unassigned'::text NOT NULL,
    started_at bigint,
    finished_at bigint,
    reason text,
    repeat_rule text,
    repeat_ended_at bigint,
    made_until bigint,
    made_count integer DEFAULT 0 NOT NULL,
    series_id bigint,
    occurs_at bigint,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    harvest_flag integer DEFAULT 0 NOT NULL,
    harvest_kg numeric(12,2),
    field_versions jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT task_check CHECK ((starts_at < due_at)),
    CONSTRAINT task_check1 CHECK (((leader_id IS NOT NULL) OR (task_state = ANY (ARRAY['unassigned'::text, 'cancelled'::text, 'ended'::text])))),
    CONSTRAINT task_check2 CHECK (((task_state <> ALL (ARRAY['ongoing'::text, 'finished'::text, 'accepted'::text])) OR (started_at IS NOT NULL))),
    CONSTRAINT task_check3 CHECK (((finished_at IS NOT NULL) = (task_state = ANY (ARRAY['finished'::text, 'accepted'::text])))),
    CONSTRAINT task_check4 CHECK (((repeat_rule IS NULL) OR (made_until IS NOT NULL))),
    CONSTRAINT task_harvest CHECK (((harvest_flag = 0) OR (batch_id IS NOT NULL))),
    CONSTRAINT task_harvested CHECK (((harvest_kg IS NULL) OR ((harvest_flag = 1) AND (finished_at IS NOT NULL)))),
    CONSTRAINT task_task_state_check CHECK ((task_state = ANY (ARRAY['unassigned'::text, 'notStarted'::text, 'ongoing'::text, 'finished'::text, 'accepted'::text, 'cancelled'::text, 'ended'::text])))
);
COMMENT ON COLUMN furrow.task.participants IS 'the workers that take part beside the leader, by id';
COMMENT ON COLUMN furrow.task.due_at IS 'from then on it is overdue, ms UTC';
COMMENT ON COLUMN furrow.task.repeat_rule IS 'of the first task of a repetition: an RRULE; the others name it as their series';
COMMENT ON COLUMN furrow.task.made_until IS 'the tasks of its repetition are made up to then';
COMMENT ON COLUMN furrow.task.occurs_at IS 'when the repetition has it begin, whatever it was moved to';
COMMENT ON COLUMN furrow.task.harvest_kg IS 'what it came to, by who finished it';
ALTER TABLE furrow.task ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.task ADD CONSTRAINT task_pkey PRIMARY KEY (id);
ALTER TABLE furrow.task ENABLE ROW LEVEL SECURITY;
CREATE INDEX task_area ON furrow.task USING btree (tenant_id, area_id, id DESC);
CREATE INDEX task_base ON furrow.task USING btree (area_id);
CREATE INDEX task_batch ON furrow.task USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX task_due ON furrow.task USING btree (tenant_id, due_at);
CREATE INDEX task_land ON furrow.task USING btree (land_id) WHERE (land_id IS NOT NULL);
CREATE INDEX task_leader ON furrow.task USING btree (leader_id);
CREATE UNIQUE INDEX task_occurs ON furrow.task USING btree (series_id, occurs_at);
CREATE INDEX task_participants ON furrow.task USING gin (participants jsonb_path_ops);
CREATE INDEX task_repeats ON furrow.task USING btree (made_until) WHERE ((repeat_rule IS NOT NULL) AND (repeat_ended_at IS NULL));
CREATE INDEX task_starts ON furrow.task USING btree (tenant_id, starts_at);
CREATE INDEX task_type_of ON furrow.task USING btree (task_type_id);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, area_id, task_name, task_type_id, land_id, batch_id, task_level, priority, leader_id, participants, starts_at, due_at, description, steps, proof_flag, closes_batch, task_state, reason, repeat_rule, object_version_number, created_by, created_at, updated_by, updated_at, harvest_flag, harvest_kg ON furrow.task FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "task", "names": {"area_id": ["area", "area_name"], "land_id": ["land", "land_name"], "batch_id": ["batch", "batch_name"], "leader_id": ["worker", "name"], "participants": ["worker", "name"], "task_type_id": ["task_type", "name"]}, "title": ["task_no", "task_name"], "ignored": ["task_no", "started_at", "finished_at", "made_until", "made_count", "series_id", "occurs_at", "repeat_ended_at"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.task FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "task", "names": {"area_id": ["area", "area_name"], "land_id": ["land", "land_name"], "batch_id": ["batch", "batch_name"], "leader_id": ["worker", "name"], "participants": ["worker", "name"], "task_type_id": ["task_type", "name"]}, "title": ["task_no", "task_name"], "ignored": ["task_no", "started_at", "finished_at", "made_until", "made_count", "series_id", "occurs_at", "repeat_ended_at"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.task FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "task", "names": {"area_id": ["area", "area_name"], "land_id": ["land", "land_name"], "batch_id": ["batch", "batch_name"], "leader_id": ["worker", "name"], "participants": ["worker", "name"], "task_type_id": ["task_type", "name"]}, "title": ["task_no", "task_name"], "ignored": ["task_no", "started_at", "finished_at", "made_until", "made_count", "series_id", "occurs_at", "repeat_ended_at"]}');
CREATE TRIGGER versions_written BEFORE UPDATE ON furrow.task FOR EACH ROW EXECUTE FUNCTION furrow.write_versions('{made_until,made_count,id,tenant_id,object_version_number,field_versions,created_by,created_at,updated_by,updated_at}');
CREATE TRIGGER who_changed BEFORE UPDATE OF id, tenant_id, area_id, task_no, task_name, task_type_id, land_id, batch_id, task_level, priority, leader_id, participants, starts_at, due_at, description, steps, proof_flag, closes_batch, task_state, started_at, finished_at, reason, repeat_rule, repeat_ended_at, series_id, occurs_at, object_version_number, created_by, created_at, updated_by, updated_at, harvest_flag, harvest_kg ON furrow.task FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.task FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.task TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.task TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.task TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.task TO {service};

CREATE TABLE furrow.task_event (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    task_id bigint NOT NULL,
    what text NOT NULL,
    at bigint NOT NULL,
    by_user bigint,
    note text,
    pictures jsonb DEFAULT '[]'::jsonb NOT NULL,
    longitude double precision,
    latitude double precision
);
ALTER TABLE furrow.task_event ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.task_event ADD CONSTRAINT task_event_pkey PRIMARY KEY (id);
ALTER TABLE furrow.task_event ENABLE ROW LEVEL SECURITY;
CREATE INDEX task_event_at ON furrow.task_event USING btree (tenant_id, at DESC, id DESC);
CREATE INDEX task_event_task ON furrow.task_event USING btree (task_id, id DESC);
CREATE INDEX task_event_tenant ON furrow.task_event USING btree (tenant_id);
CREATE POLICY service ON furrow.task_event TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.task_event TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.task_event TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.task_event TO {service};

CREATE TABLE furrow.task_issue (
    task_id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    document_id bigint,
    fault text,
    said text,
    CONSTRAINT task_issue_check CHECK (((document_id IS NULL) = (fault IS NOT NULL))),
    CONSTRAINT task_issue_fault_check CHECK ((fault = ANY (ARRAY['noPlot'::text, 'noStore'::text, 'refused'::text])))
);
COMMENT ON TABLE furrow.task_issue IS 'the issue that was drafted when a task with materials was finished, or what hindered it';
ALTER TABLE ONLY furrow.task_issue ADD CONSTRAINT task_issue_pkey PRIMARY KEY (task_id);
ALTER TABLE furrow.task_issue ENABLE ROW LEVEL SECURITY;
CREATE INDEX task_issue_document ON furrow.task_issue USING btree (document_id);
CREATE INDEX task_issue_tenant ON furrow.task_issue USING btree (tenant_id);
CREATE POLICY service ON furrow.task_issue TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.task_issue TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.task_issue TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.task_issue TO {service};

CREATE TABLE furrow.task_material (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    task_id bigint NOT NULL,
    nth integer NOT NULL,
    product_id bigint NOT NULL,
    quantity numeric(12,2) NOT NULL,
    per_mu numeric(12,2),
    CONSTRAINT task_material_quantity_check CHECK ((quantity > (0)::numeric))
);
COMMENT ON COLUMN furrow.task_material.per_mu IS 'of a plan: the quantity follows what it plants; null: somebody wrote it';
ALTER TABLE furrow.task_material ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE ONLY furrow.task_material ADD CONSTRAINT task_material_pkey PRIMARY KEY (id);
ALTER TABLE furrow.task_material ENABLE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX task_material_once ON furrow.task_material USING btree (task_id, product_id);
CREATE INDEX task_material_product ON furrow.task_material USING btree (product_id);
CREATE INDEX task_material_tenant ON furrow.task_material USING btree (tenant_id);
CREATE POLICY service ON furrow.task_material TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.task_material TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.task_material TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.task_material TO {service};

CREATE TABLE furrow.task_step (
    tenant_id bigint NOT NULL,
    task_id bigint NOT NULL,
    step text NOT NULL,
    done_at bigint NOT NULL,
    done_by bigint
);
COMMENT ON TABLE furrow.task_step IS 'the steps of a task that are done, by their text';
ALTER TABLE ONLY furrow.task_step ADD CONSTRAINT task_step_pkey PRIMARY KEY (task_id, step);
ALTER TABLE furrow.task_step ENABLE ROW LEVEL SECURITY;
CREATE INDEX task_step_tenant ON furrow.task_step USING btree (tenant_id);
CREATE POLICY service ON furrow.task_step TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.task_step TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.task_step TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.task_step TO {service};

CREATE TABLE furrow.worker_rate (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    worker_id bigint NOT NULL,
    valid_from date NOT NULL,
    hourly numeric(12,2) NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    CONSTRAINT worker_rate_hourly_check CHECK ((hourly > (0)::numeric))
);
COMMENT ON TABLE furrow.worker_rate IS 'what an hour of a worker costs from a day on, until the next; CNY';
ALTER TABLE furrow.worker_rate ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.worker_rate ADD CONSTRAINT worker_rate_pkey PRIMARY KEY (id);
ALTER TABLE furrow.worker_rate ENABLE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX worker_rate_day ON furrow.worker_rate USING btree (worker_id, valid_from);
CREATE INDEX worker_rate_tenant ON furrow.worker_rate USING btree (tenant_id);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, worker_id, valid_from, hourly, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.worker_rate FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "workerRate", "names": {"worker_id": ["worker", "name"]}, "title": ["valid_from"], "secret": ["hourly"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.worker_rate FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "workerRate", "names": {"worker_id": ["worker", "name"]}, "title": ["valid_from"], "secret": ["hourly"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.worker_rate FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "workerRate", "names": {"worker_id": ["worker", "name"]}, "title": ["valid_from"], "secret": ["hourly"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.worker_rate FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.worker_rate FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.worker_rate TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.worker_rate TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.worker_rate TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.worker_rate TO {service};

-- server/flows

CREATE TABLE furrow.flow (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    group_id bigint,
    name text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    definition jsonb NOT NULL,
    enabled_flag integer DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    run_state text,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    CONSTRAINT flow_run_state_check CHECK ((run_state = ANY (ARRAY['running'::text, 'success'::text, 'failed'::text])))
);
COMMENT ON COLUMN furrow.flow.definition IS 'of contract/flows/definition.ts';
COMMENT ON COLUMN furrow.flow.version IS 'counts what changes what it does';
COMMENT ON COLUMN furrow.flow.run_state IS 'how its newest run stands that began, since it was enabled; null where there is none';
ALTER TABLE furrow.flow ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.flow ADD CONSTRAINT flow_pkey PRIMARY KEY (id);
ALTER TABLE furrow.flow ENABLE ROW LEVEL SECURITY;
CREATE INDEX flow_area ON furrow.flow USING btree (area_id, name);
CREATE INDEX flow_group_of ON furrow.flow USING btree (group_id);
CREATE INDEX flow_tenant ON furrow.flow USING btree (tenant_id);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, area_id, group_id, name, note, enabled_flag, version, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.flow FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "flow", "names": {"area_id": ["area", "area_name"], "group_id": ["flow_group", "name"]}, "title": ["name"], "ignored": ["definition", "run_state"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.flow FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "flow", "names": {"area_id": ["area", "area_name"], "group_id": ["flow_group", "name"]}, "title": ["name"], "ignored": ["definition", "run_state"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.flow FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "flow", "names": {"area_id": ["area", "area_name"], "group_id": ["flow_group", "name"]}, "title": ["name"], "ignored": ["definition", "run_state"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.flow FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.flow FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.flow TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.flow TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.flow TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.flow TO {service};

CREATE TABLE furrow.flow_claim (
    switch_id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    run_id bigint NOT NULL,
    priority integer NOT NULL
);
COMMENT ON TABLE furrow.flow_claim IS 'which run has a circuit: one that goes before takes it, one that goes after does not';
ALTER TABLE ONLY furrow.flow_claim ADD CONSTRAINT flow_claim_pkey PRIMARY KEY (switch_id);
ALTER TABLE furrow.flow_claim ENABLE ROW LEVEL SECURITY;
CREATE INDEX flow_claim_run ON furrow.flow_claim USING btree (run_id);
CREATE POLICY service ON furrow.flow_claim TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.flow_claim TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.flow_claim TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.flow_claim TO {service};

CREATE TABLE furrow.flow_device_group (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    name text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    rollout text NOT NULL,
    seconds integer DEFAULT 10 NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    CONSTRAINT flow_device_group_rollout_check CHECK ((rollout = ANY (ARRAY['together'::text, 'staggered'::text, 'inTurn'::text])))
);
ALTER TABLE furrow.flow_device_group ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.flow_device_group ADD CONSTRAINT flow_device_group_pkey PRIMARY KEY (id);
ALTER TABLE furrow.flow_device_group ENABLE ROW LEVEL SECURITY;
CREATE INDEX flow_device_group_area ON furrow.flow_device_group USING btree (area_id, name);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, area_id, name, note, rollout, seconds, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.flow_device_group FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "flowDeviceGroup", "names": {"area_id": ["area", "area_name"]}, "title": ["name"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.flow_device_group FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "flowDeviceGroup", "names": {"area_id": ["area", "area_name"]}, "title": ["name"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.flow_device_group FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "flowDeviceGroup", "names": {"area_id": ["area", "area_name"]}, "title": ["name"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.flow_device_group FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.flow_device_group FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.flow_device_group TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.flow_device_group TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.flow_device_group TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.flow_device_group TO {service};

CREATE TABLE furrow.flow_device_group_member (
    tenant_id bigint NOT NULL,
    group_id bigint NOT NULL,
    nth integer NOT NULL,
    switch_id bigint NOT NULL
);
ALTER TABLE ONLY furrow.flow_device_group_member ADD CONSTRAINT flow_device_group_member_group_id_switch_id_key UNIQUE (group_id, switch_id);
ALTER TABLE ONLY furrow.flow_device_group_member ADD CONSTRAINT flow_device_group_member_pkey PRIMARY KEY (group_id, nth);
ALTER TABLE furrow.flow_device_group_member ENABLE ROW LEVEL SECURITY;
CREATE INDEX flow_device_group_member_switch ON furrow.flow_device_group_member USING btree (switch_id);
CREATE TRIGGER audit_changed AFTER UPDATE OF tenant_id, switch_id ON furrow.flow_device_group_member FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["group_id"], "kind": "flowDeviceGroup", "part": "members", "names": {"group_id": ["flow_device_group", "name"]}, "title": ["group_id"], "ignored": ["group_id", "nth"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.flow_device_group_member FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["group_id"], "kind": "flowDeviceGroup", "part": "members", "names": {"group_id": ["flow_device_group", "name"]}, "title": ["group_id"], "ignored": ["group_id", "nth"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.flow_device_group_member FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["group_id"], "kind": "flowDeviceGroup", "part": "members", "names": {"group_id": ["flow_device_group", "name"]}, "title": ["group_id"], "ignored": ["group_id", "nth"]}');
CREATE POLICY service ON furrow.flow_device_group_member TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.flow_device_group_member TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.flow_device_group_member TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.flow_device_group_member TO {service};

CREATE TABLE furrow.flow_group (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 5 NOT NULL,
    exclusive_flag integer DEFAULT 0 NOT NULL,
    note text,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE furrow.flow_group ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.flow_group ADD CONSTRAINT flow_group_pkey PRIMARY KEY (id);
ALTER TABLE furrow.flow_group ENABLE ROW LEVEL SECURITY;
CREATE INDEX flow_group_area ON furrow.flow_group USING btree (area_id, name);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, area_id, name, priority, exclusive_flag, note, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.flow_group FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "flowGroup", "names": {"area_id": ["area", "area_name"]}, "title": ["name"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.flow_group FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "flowGroup", "names": {"area_id": ["area", "area_name"]}, "title": ["name"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.flow_group FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "flowGroup", "names": {"area_id": ["area", "area_name"]}, "title": ["name"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.flow_group FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.flow_group FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.flow_group TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.flow_group TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.flow_group TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.flow_group TO {service};

CREATE TABLE furrow.flow_run (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    flow_id bigint NOT NULL,
    flow_name text NOT NULL,
    version integer NOT NULL,
    cause jsonb NOT NULL,
    once_key text,
    state text DEFAULT 'waiting'::text NOT NULL,
    reason text,
    checks jsonb DEFAULT '[]'::jsonb NOT NULL,
    at bigint NOT NULL,
    started_at bigint,
    ended_at bigint,
    times integer DEFAULT 1 NOT NULL,
    last_at bigint NOT NULL,
    path integer[],
    cursor jsonb,
    look_at bigint,
    depth integer DEFAULT 0 NOT NULL,
    stop text,
    user_id bigint,
    CONSTRAINT flow_run_state_check1 CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'success'::text, 'failed'::text, 'skipped'::text])))
);
COMMENT ON COLUMN furrow.flow_run.once_key IS 'what started it, so that it is started once';
COMMENT ON COLUMN furrow.flow_run.cursor IS 'where it is: of machines/flows';
COMMENT ON COLUMN furrow.flow_run.look_at IS 'when it may go on by itself';
COMMENT ON COLUMN furrow.flow_run.depth IS 'so many flows started each other before it';
COMMENT ON COLUMN furrow.flow_run.stop IS 'it is to end for this reason';
ALTER TABLE furrow.flow_run ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.flow_run ADD CONSTRAINT flow_run_pkey PRIMARY KEY (id);
ALTER TABLE furrow.flow_run ENABLE ROW LEVEL SECURITY;
CREATE INDEX flow_run_area ON furrow.flow_run USING btree (area_id, at DESC, id DESC);
CREATE INDEX flow_run_flow ON furrow.flow_run USING btree (flow_id, at DESC, id DESC);
CREATE UNIQUE INDEX flow_run_once ON furrow.flow_run USING btree (flow_id, once_key);
CREATE INDEX flow_run_open ON furrow.flow_run USING btree (tenant_id, flow_id, id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX flow_run_user ON furrow.flow_run USING btree (user_id);
CREATE POLICY service ON furrow.flow_run TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.flow_run TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.flow_run TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.flow_run TO {service};

CREATE TABLE furrow.flow_trace (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    run_id bigint NOT NULL,
    nth integer NOT NULL,
    at bigint NOT NULL,
    path integer[],
    what text NOT NULL,
    facts jsonb DEFAULT '{}'::jsonb NOT NULL
);
ALTER TABLE furrow.flow_trace ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.flow_trace ADD CONSTRAINT flow_trace_pkey PRIMARY KEY (id);
ALTER TABLE furrow.flow_trace ENABLE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX flow_trace_run ON furrow.flow_trace USING btree (run_id, nth);
CREATE POLICY service ON furrow.flow_trace TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.flow_trace TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.flow_trace TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.flow_trace TO {service};

CREATE TABLE furrow.flow_trial (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    flow_id bigint,
    user_id bigint NOT NULL,
    created_at bigint NOT NULL,
    definition jsonb NOT NULL,
    in_force_definition jsonb,
    state text DEFAULT 'waiting'::text NOT NULL,
    cancelled boolean DEFAULT false NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    total integer DEFAULT 0 NOT NULL,
    from_at bigint NOT NULL,
    to_at bigint NOT NULL,
    known_since bigint,
    otherwise_from bigint,
    wanted jsonb,
    in_force jsonb,
    happened jsonb
);
ALTER TABLE furrow.flow_trial ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.flow_trial ADD CONSTRAINT flow_trial_pkey PRIMARY KEY (id);
ALTER TABLE furrow.flow_trial ENABLE ROW LEVEL SECURITY;
CREATE INDEX flow_trial_area ON furrow.flow_trial USING btree (area_id);
CREATE INDEX flow_trial_flow ON furrow.flow_trial USING btree (flow_id);
CREATE UNIQUE INDEX flow_trial_one ON furrow.flow_trial USING btree (tenant_id, user_id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX flow_trial_user ON furrow.flow_trial USING btree (user_id);
CREATE POLICY service ON furrow.flow_trial TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.flow_trial TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.flow_trial TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.flow_trial TO {service};

CREATE TABLE furrow.flow_trigger (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    flow_id bigint NOT NULL,
    nth integer NOT NULL,
    kind text NOT NULL,
    spec jsonb NOT NULL,
    version integer NOT NULL,
    next_at bigint,
    after_id bigint
);
COMMENT ON TABLE furrow.flow_trigger IS 'what starts enabled flows: made when one is enabled, gone when it is disabled';
COMMENT ON COLUMN furrow.flow_trigger.next_at IS 'when a clock starts it next';
COMMENT ON COLUMN furrow.flow_trigger.after_id IS 'alarms up to this one are known';
ALTER TABLE furrow.flow_trigger ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.flow_trigger ADD CONSTRAINT flow_trigger_pkey PRIMARY KEY (id);
ALTER TABLE furrow.flow_trigger ENABLE ROW LEVEL SECURITY;
CREATE INDEX flow_trigger_area ON furrow.flow_trigger USING btree (area_id);
CREATE INDEX flow_trigger_due ON furrow.flow_trigger USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX flow_trigger_kind ON furrow.flow_trigger USING btree (tenant_id, kind);
CREATE UNIQUE INDEX flow_trigger_of ON furrow.flow_trigger USING btree (flow_id, nth);
CREATE TRIGGER watch_gone AFTER DELETE ON furrow.flow_trigger REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION furrow.say_watched();
CREATE TRIGGER watch_made AFTER INSERT ON furrow.flow_trigger REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION furrow.say_watched();
CREATE POLICY service ON furrow.flow_trigger TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.flow_trigger TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.flow_trigger TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.flow_trigger TO {service};

CREATE TABLE furrow.flow_version (
    tenant_id bigint NOT NULL,
    flow_id bigint NOT NULL,
    version integer NOT NULL,
    name text NOT NULL,
    definition jsonb NOT NULL,
    saved_at bigint NOT NULL,
    saved_by text
);
ALTER TABLE ONLY furrow.flow_version ADD CONSTRAINT flow_version_pkey PRIMARY KEY (flow_id, version);
ALTER TABLE furrow.flow_version ENABLE ROW LEVEL SECURITY;
CREATE POLICY service ON furrow.flow_version TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.flow_version TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.flow_version TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.flow_version TO {service};

-- server/ground/clock

CREATE TABLE furrow.job (
    id bigint NOT NULL,
    name text NOT NULL,
    tenant_id bigint,
    key text DEFAULT ''::text NOT NULL,
    payload jsonb DEFAULT '{}'::jsonb NOT NULL,
    due_at bigint NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    error text,
    done_at bigint,
    created_at bigint NOT NULL,
    span bigint
);
COMMENT ON TABLE furrow.job IS 'what is to be done at a time, once; a row that recurs stays and moves on, any other goes when it is done';
COMMENT ON COLUMN furrow.job.attempts IS 'how often it failed since it was last done; due_at is then the next try';
COMMENT ON COLUMN furrow.job.span IS 'how far ahead it was set, in ms, where that is what counts; null where the moment counts';
ALTER TABLE furrow.job ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.job ADD CONSTRAINT job_name_tenant_id_key_key UNIQUE NULLS NOT DISTINCT (name, tenant_id, key);
ALTER TABLE ONLY furrow.job ADD CONSTRAINT job_pkey PRIMARY KEY (id);
ALTER TABLE furrow.job ENABLE ROW LEVEL SECURITY;
CREATE INDEX job_due ON furrow.job USING btree (due_at);
CREATE INDEX job_span ON furrow.job USING btree (due_at) WHERE (span IS NOT NULL);
CREATE POLICY service ON furrow.job TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.job TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.job TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.job TO {service};

-- server/ground/database

CREATE TABLE furrow.app_user (
    id bigint NOT NULL,
    login_name text NOT NULL,
    real_name text NOT NULL,
    password_hash text,
    image_url text,
    current_tenant_id bigint,
    default_tenant_id bigint,
    enabled boolean DEFAULT true NOT NULL,
    demo boolean DEFAULT false NOT NULL,
    created_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint NOT NULL,
    phone text,
    created_by bigint,
    updated_by bigint,
    updated_at bigint,
    email text
);
COMMENT ON COLUMN furrow.app_user.password_hash IS 'null until its person has chosen a password';
ALTER TABLE furrow.app_user ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.app_user ADD CONSTRAINT app_user_login_name_key UNIQUE (login_name);
ALTER TABLE ONLY furrow.app_user ADD CONSTRAINT app_user_phone_key UNIQUE (phone);
ALTER TABLE ONLY furrow.app_user ADD CONSTRAINT app_user_pkey PRIMARY KEY (id);
ALTER TABLE furrow.app_user ENABLE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX app_user_email_unique ON furrow.app_user USING btree (lower(email));
CREATE TRIGGER app_user_tells AFTER UPDATE OF enabled, current_tenant_id, default_tenant_id, login_name, password_hash ON furrow.app_user FOR EACH ROW EXECUTE FUNCTION furrow.tell_gate('user', 'id');
CREATE TRIGGER audit_changed AFTER UPDATE OF id, login_name, real_name, password_hash, enabled, created_at, phone, created_by, updated_by, updated_at, email ON furrow.app_user FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "user", "title": ["real_name"], "secret": ["password_hash", "phone", "email"], "tenant": "member", "ignored": ["current_tenant_id", "default_tenant_id", "image_url", "demo"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.app_user FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "user", "title": ["real_name"], "secret": ["password_hash", "phone", "email"], "tenant": "member", "ignored": ["current_tenant_id", "default_tenant_id", "image_url", "demo"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.app_user FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "user", "title": ["real_name"], "secret": ["password_hash", "phone", "email"], "tenant": "member", "ignored": ["current_tenant_id", "default_tenant_id", "image_url", "demo"]}');
CREATE TRIGGER who_changed BEFORE UPDATE OF id, login_name, real_name, password_hash, image_url, enabled, demo, created_at, phone, created_by, updated_by, updated_at, email ON furrow.app_user FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.app_user FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.app_user TO {service} USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,UPDATE ON TABLE furrow.app_user TO {service};
GRANT SELECT(id) ON TABLE furrow.app_user TO {request};
GRANT SELECT(login_name) ON TABLE furrow.app_user TO {request};
GRANT SELECT(real_name) ON TABLE furrow.app_user TO {request};
GRANT SELECT(image_url) ON TABLE furrow.app_user TO {request};
GRANT SELECT(enabled) ON TABLE furrow.app_user TO {request};
GRANT SELECT(demo) ON TABLE furrow.app_user TO {request};

CREATE TABLE furrow.approval_copy (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    instance_id bigint NOT NULL,
    user_id bigint NOT NULL,
    created_at bigint NOT NULL
);
ALTER TABLE furrow.approval_copy ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.approval_copy ADD CONSTRAINT approval_copy_instance_id_user_id_key UNIQUE (instance_id, user_id);
ALTER TABLE ONLY furrow.approval_copy ADD CONSTRAINT approval_copy_pkey PRIMARY KEY (id);
ALTER TABLE furrow.approval_copy ENABLE ROW LEVEL SECURITY;
CREATE INDEX approval_copy_user ON furrow.approval_copy USING btree (tenant_id, user_id, id DESC);
CREATE POLICY service ON furrow.approval_copy TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.approval_copy TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.approval_copy TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.approval_copy TO {service};

CREATE TABLE furrow.approval_definition (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    form_code text NOT NULL,
    version integer NOT NULL,
    name text NOT NULL,
    nodes jsonb NOT NULL,
    when_nobody text NOT NULL,
    when_applicant text NOT NULL,
    author_id bigint,
    created_at bigint NOT NULL,
    created_by bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE furrow.approval_definition ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.approval_definition ADD CONSTRAINT approval_definition_pkey PRIMARY KEY (id);
ALTER TABLE ONLY furrow.approval_definition ADD CONSTRAINT approval_definition_tenant_id_form_code_version_key UNIQUE (tenant_id, form_code, version);
ALTER TABLE furrow.approval_definition ENABLE ROW LEVEL SECURITY;
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, name, nodes, when_nobody, when_applicant, created_at, created_by, updated_by, updated_at ON furrow.approval_definition FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["form_code"], "kind": "approvalDefinition", "since": "form_code", "title": ["name"], "ignored": ["version", "author_id", "form_code"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.approval_definition FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["form_code"], "kind": "approvalDefinition", "since": "form_code", "title": ["name"], "ignored": ["version", "author_id", "form_code"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.approval_definition FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["form_code"], "kind": "approvalDefinition", "since": "form_code", "title": ["name"], "ignored": ["version", "author_id", "form_code"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.approval_definition FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.approval_definition FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.approval_definition TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.approval_definition TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT ON TABLE furrow.approval_definition TO {request};
GRANT SELECT,INSERT ON TABLE furrow.approval_definition TO {service};

CREATE TABLE furrow.approval_instance (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    form_code text NOT NULL,
    third_id bigint NOT NULL,
    document_code text NOT NULL,
    area_id bigint,
    definition_id bigint NOT NULL,
    path jsonb NOT NULL,
    picked jsonb DEFAULT '{}'::jsonb NOT NULL,
    step integer DEFAULT 0 NOT NULL,
    applicant_id bigint NOT NULL,
    applicant_name text NOT NULL,
    state text NOT NULL,
    round integer DEFAULT 1 NOT NULL,
    started_at bigint NOT NULL,
    ended_at bigint,
    CONSTRAINT approval_instance_check CHECK (((state = 'PENDING'::text) = (ended_at IS NULL))),
    CONSTRAINT approval_instance_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'REJECTED'::text, 'WITHDRAWN'::text, 'DELETED'::text])))
);
COMMENT ON COLUMN furrow.approval_instance.path IS 'the nodes that this round goes through, conditions decided: the document cannot change meanwhile';
COMMENT ON COLUMN furrow.approval_instance.step IS 'where in the path the round stands; its length once the round has ended well';
ALTER TABLE furrow.approval_instance ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.approval_instance ADD CONSTRAINT approval_instance_pkey PRIMARY KEY (id);
ALTER TABLE ONLY furrow.approval_instance ADD CONSTRAINT approval_instance_tenant_id_form_code_third_id_key UNIQUE (tenant_id, form_code, third_id);
ALTER TABLE furrow.approval_instance ENABLE ROW LEVEL SECURITY;
CREATE INDEX approval_instance_applicant ON furrow.approval_instance USING btree (tenant_id, applicant_id, started_at DESC, id DESC);
CREATE INDEX approval_instance_running ON furrow.approval_instance USING btree (tenant_id, definition_id) WHERE (state = 'PENDING'::text);
CREATE POLICY service ON furrow.approval_instance TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.approval_instance TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.approval_instance TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.approval_instance TO {service};

CREATE TABLE furrow.approval_record (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    instance_id bigint NOT NULL,
    round integer NOT NULL,
    at bigint NOT NULL,
    action text NOT NULL,
    actor_id bigint,
    actor_name text,
    node_name text,
    to_name text,
    comment text,
    definition_version integer
);
ALTER TABLE furrow.approval_record ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.approval_record ADD CONSTRAINT approval_record_pkey PRIMARY KEY (id);
ALTER TABLE furrow.approval_record ENABLE ROW LEVEL SECURITY;
CREATE INDEX approval_record_instance ON furrow.approval_record USING btree (instance_id, id);
CREATE POLICY service ON furrow.approval_record TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.approval_record TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT ON TABLE furrow.approval_record TO {request};
GRANT SELECT,INSERT ON TABLE furrow.approval_record TO {service};

CREATE TABLE furrow.approval_task (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    instance_id bigint NOT NULL,
    round integer NOT NULL,
    step integer NOT NULL,
    node_id text NOT NULL,
    node_name text NOT NULL,
    kind text NOT NULL,
    "position" integer NOT NULL,
    assignee_id bigint NOT NULL,
    assignee_name text NOT NULL,
    state text NOT NULL,
    comment text,
    created_at bigint NOT NULL,
    decided_at bigint,
    asked_at bigint,
    overdue_at bigint,
    CONSTRAINT approval_task_check CHECK (((state = ANY (ARRAY['WAITING'::text, 'PENDING'::text])) = (decided_at IS NULL))),
    CONSTRAINT approval_task_comment_check CHECK ((length(comment) <= 200)),
    CONSTRAINT approval_task_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'PENDING'::text, 'APPROVED'::text, 'REJECTED'::text, 'TRANSFERRED'::text, 'DONE'::text])))
);
ALTER TABLE furrow.approval_task ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.approval_task ADD CONSTRAINT approval_task_pkey PRIMARY KEY (id);
ALTER TABLE furrow.approval_task ENABLE ROW LEVEL SECURITY;
CREATE INDEX approval_task_assignee ON furrow.approval_task USING btree (tenant_id, assignee_id, id DESC);
CREATE INDEX approval_task_instance ON furrow.approval_task USING btree (instance_id, round, step, "position");
CREATE UNIQUE INDEX approval_task_open ON furrow.approval_task USING btree (instance_id, round, step, assignee_id) WHERE (state = ANY (ARRAY['WAITING'::text, 'PENDING'::text]));
CREATE INDEX approval_task_undecided ON furrow.approval_task USING btree (asked_at) WHERE ((state = 'PENDING'::text) AND (overdue_at IS NULL));
CREATE INDEX approval_task_waiting ON furrow.approval_task USING btree (tenant_id, assignee_id) WHERE (state = ANY (ARRAY['WAITING'::text, 'PENDING'::text]));
CREATE TRIGGER approval_task_stands BEFORE UPDATE ON furrow.approval_task FOR EACH ROW WHEN ((old.decided_at IS NOT NULL)) EXECUTE FUNCTION furrow.keep_decision();
CREATE POLICY service ON furrow.approval_task TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.approval_task TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.approval_task TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.approval_task TO {service};

CREATE TABLE furrow.area (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_name text NOT NULL,
    area_num text,
    area_center text DEFAULT ''::text NOT NULL,
    area_address text,
    area_cover text,
    area_measure numeric(12,2),
    organization_type text DEFAULT 'area'::text NOT NULL,
    parent_id bigint DEFAULT 0 NOT NULL,
    area_usage text DEFAULT 'plant'::text NOT NULL,
    default_flag integer DEFAULT 0 NOT NULL,
    enabled_flag integer DEFAULT 1 NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint NOT NULL,
    updated_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint NOT NULL,
    full_name text,
    leader_name text,
    phone text,
    landline text,
    altitude double precision,
    scene_images jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_by bigint,
    updated_by bigint
);
ALTER TABLE furrow.area ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.area ADD CONSTRAINT area_pkey PRIMARY KEY (id);
ALTER TABLE furrow.area ENABLE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX area_area_num_unique ON furrow.area USING btree (tenant_id, area_num);
CREATE INDEX area_name ON furrow.area USING btree (tenant_id, area_name, id);
CREATE UNIQUE INDEX area_one_default ON furrow.area USING btree (tenant_id) WHERE (default_flag = 1);
CREATE INDEX area_tenant ON furrow.area USING btree (tenant_id, id);
CREATE TRIGGER area_ends_novice AFTER INSERT ON furrow.area FOR EACH ROW WHEN ((new.organization_type = 'area'::text)) EXECUTE FUNCTION furrow.end_novice();
CREATE TRIGGER area_unit AFTER INSERT ON furrow.area FOR EACH ROW EXECUTE FUNCTION furrow.found_base();
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, area_name, area_num, area_center, area_address, area_cover, area_measure, organization_type, parent_id, area_usage, default_flag, enabled_flag, object_version_number, created_at, updated_at, full_name, leader_name, phone, landline, altitude, scene_images, created_by, updated_by ON furrow.area FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "area", "names": {"parent_id": ["area", "area_name"]}, "title": ["area_name"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.area FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "area", "names": {"parent_id": ["area", "area_name"]}, "title": ["area_name"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.area FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "area", "names": {"parent_id": ["area", "area_name"]}, "title": ["area_name"]}');
CREATE TRIGGER watch_changed AFTER UPDATE OF area_center ON furrow.area FOR EACH ROW WHEN ((old.area_center IS DISTINCT FROM new.area_center)) EXECUTE FUNCTION furrow.say_watched_row('tenant_id');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.area FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.area FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.area TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.area TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.area TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.area TO {service};

CREATE TABLE furrow.audit_entry (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    at bigint NOT NULL,
    user_id bigint,
    user_name text,
    address text,
    device text,
    act text,
    kind text NOT NULL,
    thing text NOT NULL,
    title text NOT NULL,
    verb text NOT NULL,
    changes jsonb NOT NULL,
    tx bigint NOT NULL,
    CONSTRAINT audit_entry_verb_check CHECK ((verb = ANY (ARRAY['made'::text, 'changed'::text, 'deleted'::text])))
);
COMMENT ON TABLE furrow.audit_entry IS 'who changed what and when, written by the database beside the change; nobody changes an entry';
COMMENT ON COLUMN furrow.audit_entry.tx IS 'of what one transaction does to one thing there is one entry';
ALTER TABLE furrow.audit_entry ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE ONLY furrow.audit_entry ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (id);
ALTER TABLE furrow.audit_entry ENABLE ROW LEVEL SECURITY;
CREATE INDEX audit_entry_age ON furrow.audit_entry USING btree (at);
CREATE INDEX audit_entry_newest ON furrow.audit_entry USING btree (tenant_id, id DESC);
CREATE INDEX audit_entry_person ON furrow.audit_entry USING btree (tenant_id, user_id, id DESC);
CREATE UNIQUE INDEX audit_entry_thing ON furrow.audit_entry USING btree (tenant_id, kind, thing, tx);
CREATE INDEX audit_entry_time ON furrow.audit_entry USING btree (tenant_id, at DESC, id DESC);
CREATE TRIGGER feeds_push AFTER INSERT ON furrow.audit_entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION furrow.feed_changes();
CREATE POLICY service ON furrow.audit_entry FOR SELECT TO {service} USING (true);
CREATE POLICY service_forgets ON furrow.audit_entry FOR DELETE TO {service} USING ((at < (((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint - ((180)::bigint * 86400000))));
CREATE POLICY tenant ON furrow.audit_entry TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT ON TABLE furrow.audit_entry TO {request};
GRANT SELECT,DELETE ON TABLE furrow.audit_entry TO {service};

CREATE TABLE furrow.banner (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    title text NOT NULL,
    image_address text,
    type_flag integer DEFAULT 0 NOT NULL,
    content text,
    "position" integer DEFAULT 0 NOT NULL,
    enabled_flag integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    object_version_number integer DEFAULT 1 NOT NULL,
    shown_from bigint,
    shown_until bigint,
    role_ids jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT banner_span CHECK ((shown_until > shown_from))
);
COMMENT ON COLUMN furrow.banner.type_flag IS '1: the link opens in a new window';
COMMENT ON COLUMN furrow.banner.shown_from IS 'ms UTC; before it /home does not show it';
COMMENT ON COLUMN furrow.banner.role_ids IS 'who is shown it; empty: everybody of the tenant';
ALTER TABLE furrow.banner ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.banner ADD CONSTRAINT banner_pkey PRIMARY KEY (id);
ALTER TABLE furrow.banner ENABLE ROW LEVEL SECURITY;
CREATE INDEX banner_tenant ON furrow.banner USING btree (tenant_id, "position", id);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, title, image_address, type_flag, content, enabled_flag, created_by, created_at, updated_by, updated_at, object_version_number, shown_from, shown_until, role_ids ON furrow.banner FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "banner", "title": ["title"], "ignored": ["position"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.banner FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "banner", "title": ["title"], "ignored": ["position"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.banner FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "banner", "title": ["title"], "ignored": ["position"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.banner FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.banner FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.banner TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.banner TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.banner TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.banner TO {service};

CREATE TABLE furrow.captcha (
    key text NOT NULL,
    answer_hash text NOT NULL,
    expires_at bigint NOT NULL
);
ALTER TABLE ONLY furrow.captcha ADD CONSTRAINT captcha_pkey PRIMARY KEY (key);
CREATE INDEX captcha_expiry ON furrow.captcha USING btree (expires_at);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.captcha TO {service};

CREATE TABLE furrow.command (
    id uuid NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    device_id bigint NOT NULL,
    switch_id bigint,
    circuit integer,
    status integer,
    author_id bigint,
    created_at bigint NOT NULL,
    expires_at bigint,
    state text NOT NULL,
    state_at bigint NOT NULL,
    message text,
    history jsonb DEFAULT '[]'::jsonb NOT NULL,
    after_id uuid,
    switch_name text,
    verb text NOT NULL,
    args jsonb NOT NULL,
    target text NOT NULL,
    cause text NOT NULL,
    cause_name text,
    priority text NOT NULL,
    max_run_ms bigint,
    claimed_by integer
);
COMMENT ON COLUMN furrow.command.device_id IS 'of device, or of past_device';
COMMENT ON COLUMN furrow.command.circuit IS 'of a switch';
COMMENT ON COLUMN furrow.command.status IS 'what the target must be seen as before the command is done; null where the answer of the device is all';
COMMENT ON COLUMN furrow.command.expires_at IS 'null where it waits for its device, however long that is away';
COMMENT ON COLUMN furrow.command.after_id IS 'the stop that a motor passes through before this command may leave';
COMMENT ON COLUMN furrow.command.switch_name IS 'of a switch that is no more';
COMMENT ON COLUMN furrow.command.verb IS 'of contract/devices/verbs.ts';
COMMENT ON COLUMN furrow.command.target IS 'what of the device it acts on; of all commands with one target at most one is under way';
COMMENT ON COLUMN furrow.command.max_run_ms IS 'what it starts is ended after this long';
COMMENT ON COLUMN furrow.command.claimed_by IS 'the number of the server that has it in hand: that server holds an advisory lock of this number';
ALTER TABLE ONLY furrow.command ADD CONSTRAINT command_pkey PRIMARY KEY (id);
ALTER TABLE furrow.command ENABLE ROW LEVEL SECURITY;
CREATE INDEX command_after ON furrow.command USING btree (after_id) WHERE (after_id IS NOT NULL);
CREATE INDEX command_age ON furrow.command USING btree (created_at);
CREATE INDEX command_area ON furrow.command USING btree (tenant_id, area_id, created_at DESC);
CREATE INDEX command_device ON furrow.command USING btree (device_id, created_at DESC);
CREATE INDEX command_open ON furrow.command USING btree (device_id) WHERE (state = ANY (ARRAY['queued'::text, 'sent'::text, 'acknowledged'::text]));
CREATE INDEX command_people ON furrow.command USING btree (area_id, created_at DESC, id DESC) WHERE (cause = 'user'::text);
CREATE INDEX command_switch ON furrow.command USING btree (switch_id, created_at DESC);
CREATE INDEX command_tenant ON furrow.command USING btree (tenant_id, created_at DESC);
CREATE POLICY service ON furrow.command TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.command TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.command TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.command TO {service};

CREATE TABLE furrow.consult (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    category_id bigint,
    title text NOT NULL,
    cover_picture text,
    content text DEFAULT ''::text NOT NULL,
    label text,
    article_source text,
    upload_date bigint NOT NULL,
    read_time bigint DEFAULT 0 NOT NULL,
    value_type integer,
    enabled_flag integer DEFAULT 1 NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint NOT NULL,
    updated_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint NOT NULL,
    created_by bigint,
    updated_by bigint,
    value_types jsonb DEFAULT '[]'::jsonb NOT NULL,
    published_from bigint,
    published_until bigint,
    CONSTRAINT consult_first_mark CHECK ((NOT (value_type IS DISTINCT FROM ((value_types ->> 0))::integer))),
    CONSTRAINT consult_span CHECK ((published_until > published_from))
);
COMMENT ON COLUMN furrow.consult.value_types IS 'where it stands out: 1 hot, 2 latest, 3 carousel, in order; value_type is the first of them';
COMMENT ON COLUMN furrow.consult.published_from IS 'ms UTC; before it nobody but who manages it sees it';
ALTER TABLE furrow.consult ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.consult ADD CONSTRAINT consult_pkey PRIMARY KEY (id);
ALTER TABLE furrow.consult ENABLE ROW LEVEL SECURITY;
CREATE INDEX consult_category_newest ON furrow.consult USING btree (tenant_id, category_id, upload_date DESC, id DESC);
CREATE INDEX consult_newest ON furrow.consult USING btree (tenant_id, upload_date DESC, id DESC);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, category_id, title, cover_picture, content, label, article_source, enabled_flag, object_version_number, created_at, updated_at, created_by, updated_by, value_types, published_from, published_until ON furrow.consult FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "article", "names": {"category_id": ["consult_category", "category_name"]}, "title": ["title"], "secret": ["content"], "ignored": ["read_time", "upload_date", "value_type"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.consult FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "article", "names": {"category_id": ["consult_category", "category_name"]}, "title": ["title"], "secret": ["content"], "ignored": ["read_time", "upload_date", "value_type"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.consult FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "article", "names": {"category_id": ["consult_category", "category_name"]}, "title": ["title"], "secret": ["content"], "ignored": ["read_time", "upload_date", "value_type"]}');
CREATE TRIGGER who_changed BEFORE UPDATE OF id, tenant_id, category_id, title, cover_picture, content, label, article_source, upload_date, value_type, enabled_flag, object_version_number, created_at, updated_at, created_by, updated_by, value_types, published_from, published_until ON furrow.consult FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.consult FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.consult TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.consult TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.consult TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.consult TO {service};

CREATE TABLE furrow.consult_category (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    category_name text NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    enabled_flag integer DEFAULT 1 NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint NOT NULL,
    updated_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint NOT NULL,
    created_by bigint,
    updated_by bigint
);
ALTER TABLE furrow.consult_category ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.consult_category ADD CONSTRAINT consult_category_category_name_unique UNIQUE (tenant_id, category_name);
ALTER TABLE ONLY furrow.consult_category ADD CONSTRAINT consult_category_pkey PRIMARY KEY (id);
ALTER TABLE furrow.consult_category ENABLE ROW LEVEL SECURITY;
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, category_name, "position", enabled_flag, object_version_number, created_at, updated_at, created_by, updated_by ON furrow.consult_category FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "articleCategory", "title": ["category_name"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.consult_category FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "articleCategory", "title": ["category_name"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.consult_category FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "articleCategory", "title": ["category_name"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.consult_category FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.consult_category FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.consult_category TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.consult_category TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.consult_category TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.consult_category TO {service};

CREATE TABLE furrow.crop (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    crop_name text NOT NULL,
    crop_en_name text,
    crop_kind text NOT NULL,
    crop_image text,
    description text,
    enabled_flag integer DEFAULT 1 NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint NOT NULL,
    updated_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint NOT NULL,
    created_by bigint,
    updated_by bigint
);
ALTER TABLE furrow.crop ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.crop ADD CONSTRAINT crop_pkey PRIMARY KEY (id);
ALTER TABLE furrow.crop ENABLE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX crop_crop_name_unique ON furrow.crop USING btree (tenant_id, crop_name);
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.crop FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.crop FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.crop TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.crop TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.crop TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.crop TO {service};

CREATE TABLE furrow.device (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    land_id bigint,
    parent_id bigint,
    device_type text NOT NULL,
    name text NOT NULL,
    eui text NOT NULL,
    device_serial text,
    iccid text,
    file_url text,
    longitude double precision,
    latitude double precision,
    secret_hash text NOT NULL,
    reporting_period integer DEFAULT 300000 NOT NULL,
    enabled_flag integer DEFAULT 1 NOT NULL,
    demo boolean DEFAULT false NOT NULL,
    presence text DEFAULT 'unknown'::text NOT NULL,
    presence_at bigint,
    heard_at bigint,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint NOT NULL,
    updated_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint NOT NULL,
    created_by bigint,
    updated_by bigint,
    token_hash text,
    mapping jsonb
);
COMMENT ON COLUMN furrow.device.reporting_period IS 'milliseconds';
COMMENT ON COLUMN furrow.device.token_hash IS 'SHA-256 of the access token by which it signs in without any other name, hex; null where it has none';
COMMENT ON COLUMN furrow.device.mapping IS 'what its words mean where it speaks a protocol that is not ours: contract/devices/mapping.ts';
ALTER TABLE furrow.device ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.device ADD CONSTRAINT device_pkey PRIMARY KEY (id);
ALTER TABLE ONLY furrow.device ADD CONSTRAINT device_tenant_id_eui_key UNIQUE (tenant_id, eui);
ALTER TABLE furrow.device ENABLE ROW LEVEL SECURITY;
CREATE INDEX device_area ON furrow.device USING btree (tenant_id, area_id, device_type, id);
CREATE INDEX device_area_name ON furrow.device USING btree (tenant_id, area_id, name, id);
CREATE INDEX device_name ON furrow.device USING btree (tenant_id, name, id);
CREATE INDEX device_parent ON furrow.device USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX device_presence ON furrow.device USING btree (tenant_id, presence, id);
CREATE UNIQUE INDEX device_token ON furrow.device USING btree (token_hash) WHERE (token_hash IS NOT NULL);
CREATE INDEX device_type ON furrow.device USING btree (tenant_id, device_type, id);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, area_id, land_id, parent_id, device_type, name, eui, device_serial, iccid, file_url, longitude, latitude, secret_hash, reporting_period, enabled_flag, object_version_number, created_at, updated_at, created_by, updated_by, token_hash, mapping ON furrow.device FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "device", "names": {"area_id": ["area", "area_name"], "land_id": ["land", "land_name"], "parent_id": ["device", "name"]}, "title": ["name"], "secret": ["secret_hash", "token_hash"], "ignored": ["presence", "presence_at", "heard_at", "demo"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.device FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "device", "names": {"area_id": ["area", "area_name"], "land_id": ["land", "land_name"], "parent_id": ["device", "name"]}, "title": ["name"], "secret": ["secret_hash", "token_hash"], "ignored": ["presence", "presence_at", "heard_at", "demo"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.device FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "device", "names": {"area_id": ["area", "area_name"], "land_id": ["land", "land_name"], "parent_id": ["device", "name"]}, "title": ["name"], "secret": ["secret_hash", "token_hash"], "ignored": ["presence", "presence_at", "heard_at", "demo"]}');
CREATE TRIGGER device_gone_tells AFTER DELETE ON furrow.device FOR EACH ROW EXECUTE FUNCTION furrow.tell_device();
CREATE TRIGGER device_kept BEFORE DELETE ON furrow.device FOR EACH ROW EXECUTE FUNCTION furrow.keep_past_device();
CREATE TRIGGER device_made_tells AFTER INSERT ON furrow.device FOR EACH ROW WHEN ((new.parent_id IS NOT NULL)) EXECUTE FUNCTION furrow.tell_device();
CREATE TRIGGER device_tells AFTER UPDATE OF tenant_id, eui, parent_id, enabled_flag, area_id, device_type, secret_hash, reporting_period, name, token_hash, mapping ON furrow.device FOR EACH ROW WHEN ((((((((((((old.tenant_id IS DISTINCT FROM new.tenant_id) OR (old.eui IS DISTINCT FROM new.eui)) OR (old.parent_id IS DISTINCT FROM new.parent_id)) OR (old.enabled_flag IS DISTINCT FROM new.enabled_flag)) OR (old.area_id IS DISTINCT FROM new.area_id)) OR (old.device_type IS DISTINCT FROM new.device_type)) OR (old.secret_hash IS DISTINCT FROM new.secret_hash)) OR (old.reporting_period IS DISTINCT FROM new.reporting_period)) OR (old.name IS DISTINCT FROM new.name)) OR (old.token_hash IS DISTINCT FROM new.token_hash)) OR (old.mapping IS DISTINCT FROM new.mapping))) EXECUTE FUNCTION furrow.tell_device();
CREATE TRIGGER watch_changed AFTER UPDATE OF area_id, land_id, device_type, reporting_period, parent_id, enabled_flag ON furrow.device FOR EACH ROW WHEN (((((((old.area_id IS DISTINCT FROM new.area_id) OR (old.land_id IS DISTINCT FROM new.land_id)) OR (old.device_type IS DISTINCT FROM new.device_type)) OR (old.reporting_period IS DISTINCT FROM new.reporting_period)) OR (old.parent_id IS DISTINCT FROM new.parent_id)) OR (old.enabled_flag IS DISTINCT FROM new.enabled_flag))) EXECUTE FUNCTION furrow.say_watched_row('tenant_id');
CREATE TRIGGER watch_gone AFTER DELETE ON furrow.device REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION furrow.say_watched();
CREATE TRIGGER watch_made AFTER INSERT ON furrow.device REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION furrow.say_watched();
CREATE TRIGGER who_changed BEFORE UPDATE OF id, tenant_id, area_id, land_id, parent_id, device_type, name, eui, device_serial, iccid, file_url, longitude, latitude, secret_hash, reporting_period, enabled_flag, demo, object_version_number, created_at, updated_at, created_by, updated_by, token_hash, mapping ON furrow.device FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.device FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.device TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.device TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.device TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.device TO {service};

CREATE TABLE furrow.device_heard (
    device_id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    heard_at bigint NOT NULL,
    through_id bigint
)
WITH (fillfactor='50');
COMMENT ON COLUMN furrow.device_heard.through_id IS 'the gateway by whose connection it was heard; null where by its own';
ALTER TABLE ONLY furrow.device_heard ADD CONSTRAINT device_heard_pkey PRIMARY KEY (device_id);
ALTER TABLE furrow.device_heard ENABLE ROW LEVEL SECURITY;
CREATE INDEX device_heard_through ON furrow.device_heard USING btree (through_id) WHERE (through_id IS NOT NULL);
CREATE POLICY service ON furrow.device_heard TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.device_heard TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT ON TABLE furrow.device_heard TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.device_heard TO {service};

CREATE TABLE furrow.device_loss (
    device_id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    told_at bigint NOT NULL
);
COMMENT ON TABLE furrow.device_loss IS 'when the loss of a device was last told to those who watch over it';
ALTER TABLE ONLY furrow.device_loss ADD CONSTRAINT device_loss_pkey PRIMARY KEY (device_id);
ALTER TABLE furrow.device_loss ENABLE ROW LEVEL SECURITY;
CREATE POLICY service ON furrow.device_loss TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.device_loss TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.device_loss TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.device_loss TO {service};

CREATE TABLE furrow.document_number (
    tenant_id bigint NOT NULL,
    prefix text NOT NULL,
    day text NOT NULL,
    last integer NOT NULL
);
ALTER TABLE ONLY furrow.document_number ADD CONSTRAINT document_number_pkey PRIMARY KEY (tenant_id, prefix, day);
ALTER TABLE furrow.document_number ENABLE ROW LEVEL SECURITY;
CREATE POLICY service ON furrow.document_number TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.document_number TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.document_number TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.document_number TO {service};

CREATE TABLE furrow.file (
    id uuid NOT NULL,
    tenant_id bigint NOT NULL,
    owner_id bigint,
    bucket text NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    content_type text NOT NULL,
    bytes bigint NOT NULL,
    sha256 text NOT NULL,
    width integer,
    height integer,
    attachment_id uuid,
    created_at bigint NOT NULL
);
COMMENT ON COLUMN furrow.file.owner_id IS 'null: a device brought it';
COMMENT ON COLUMN furrow.file.attachment_id IS 'shared by the attachments of one thing';
ALTER TABLE ONLY furrow.file ADD CONSTRAINT file_of_tenant UNIQUE (tenant_id, id);
ALTER TABLE ONLY furrow.file ADD CONSTRAINT file_pkey PRIMARY KEY (id);
ALTER TABLE furrow.file ENABLE ROW LEVEL SECURITY;
CREATE INDEX file_attachment ON furrow.file USING btree (tenant_id, attachment_id, created_at) WHERE (attachment_id IS NOT NULL);
CREATE INDEX file_named_together ON furrow.file USING btree (attachment_id) WHERE (attachment_id IS NOT NULL);
CREATE INDEX file_tenant ON furrow.file USING btree (tenant_id, created_at);
CREATE POLICY service ON furrow.file TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.file TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.file TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.file TO {service};

CREATE TABLE furrow.file_use (
    tenant_id bigint NOT NULL,
    holder text NOT NULL,
    holder_id bigint NOT NULL,
    file_id uuid,
    attachment_id uuid,
    CONSTRAINT file_use_names_one CHECK ((num_nonnulls(file_id, attachment_id) = 1))
);
COMMENT ON TABLE furrow.file_use IS 'a row (holder: its table) that uses a file, or all files that share an attachment id; a used file is not swept';
ALTER TABLE ONLY furrow.file_use ADD CONSTRAINT file_use_once UNIQUE NULLS NOT DISTINCT (tenant_id, holder, holder_id, file_id, attachment_id);
ALTER TABLE furrow.file_use ENABLE ROW LEVEL SECURITY;
CREATE INDEX file_use_of_attachment ON furrow.file_use USING btree (tenant_id, attachment_id) WHERE (attachment_id IS NOT NULL);
CREATE INDEX file_use_of_file ON furrow.file_use USING btree (tenant_id, file_id) WHERE (file_id IS NOT NULL);
CREATE POLICY service ON furrow.file_use TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.file_use TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.file_use TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.file_use TO {service};

CREATE TABLE furrow.ingest_writer (
    writer uuid NOT NULL,
    batch bigint NOT NULL,
    at bigint NOT NULL
)
WITH (fillfactor='20');
COMMENT ON TABLE furrow.ingest_writer IS 'the last batch that each process of the ingest committed, by number';
ALTER TABLE ONLY furrow.ingest_writer ADD CONSTRAINT ingest_writer_pkey PRIMARY KEY (writer);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.ingest_writer TO {service};

CREATE TABLE furrow.item (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    device_id bigint NOT NULL,
    area_id bigint NOT NULL,
    code text NOT NULL,
    name text,
    unit text,
    icon text,
    description text,
    low double precision,
    high double precision,
    hidden integer DEFAULT 0 NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    last_ts bigint,
    last_value double precision,
    object_version_number integer DEFAULT 1 NOT NULL,
    last_place integer DEFAULT 0 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
)
WITH (fillfactor='60');
ALTER TABLE furrow.item ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.item ADD CONSTRAINT item_device_id_code_key UNIQUE (device_id, code);
ALTER TABLE ONLY furrow.item ADD CONSTRAINT item_pkey PRIMARY KEY (id);
ALTER TABLE furrow.item ENABLE ROW LEVEL SECURITY;
CREATE INDEX item_area ON furrow.item USING btree (tenant_id, area_id, id);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, code, name, unit, icon, description, low, high, hidden, "position", object_version_number, created_by, created_at, updated_by, updated_at ON furrow.item FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "item", "names": {"device_id": ["device", "name"]}, "title": ["device_id", "code"], "ignored": ["last_ts", "last_place", "last_value", "area_id", "device_id"], "silentlyMade": true}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.item FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "item", "names": {"device_id": ["device", "name"]}, "title": ["device_id", "code"], "ignored": ["last_ts", "last_place", "last_value", "area_id", "device_id"], "silentlyMade": true}');
CREATE TRIGGER watch_changed AFTER UPDATE OF code ON furrow.item FOR EACH ROW WHEN ((old.code IS DISTINCT FROM new.code)) EXECUTE FUNCTION furrow.say_watched_row('tenant_id');
CREATE TRIGGER watch_gone AFTER DELETE ON furrow.item REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION furrow.say_watched();
CREATE TRIGGER watch_made AFTER INSERT ON furrow.item REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION furrow.say_watched();
CREATE TRIGGER who_changed BEFORE UPDATE OF id, tenant_id, device_id, area_id, code, name, unit, icon, description, low, high, hidden, "position", object_version_number, created_by, created_at, updated_by, updated_at ON furrow.item FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.item FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.item TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.item TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.item TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.item TO {service};

CREATE TABLE furrow.land (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    land_name text NOT NULL,
    land_type text NOT NULL,
    nurture_kind text,
    land_measure numeric(12,2),
    land_profile jsonb,
    land_center text,
    profile_color text,
    outline_color text,
    outline_width double precision DEFAULT 2 NOT NULL,
    opacity double precision DEFAULT 0.35 NOT NULL,
    variety_id bigint,
    enabled_flag integer DEFAULT 1 NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint NOT NULL,
    updated_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint NOT NULL,
    land_state text GENERATED ALWAYS AS (
CASE
    WHEN (enabled_flag = 0) THEN 'resting'::text
    WHEN (variety_id IS NULL) THEN 'free'::text
    ELSE 'planted'::text
END) STORED NOT NULL,
    created_by bigint,
    updated_by bigint
);
ALTER TABLE furrow.land ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.land ADD CONSTRAINT land_pkey PRIMARY KEY (id);
ALTER TABLE furrow.land ENABLE ROW LEVEL SECURITY;
CREATE INDEX land_area ON furrow.land USING btree (tenant_id, area_id, id);
CREATE INDEX land_area_state ON furrow.land USING btree (tenant_id, area_id, land_state);
CREATE INDEX land_variety ON furrow.land USING btree (variety_id) WHERE (variety_id IS NOT NULL);
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.land FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.land FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.land TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.land TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.land TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.land TO {service};

CREATE TABLE furrow.loose_file (
    tenant_id bigint NOT NULL,
    id uuid NOT NULL,
    due bigint NOT NULL
);
ALTER TABLE ONLY furrow.loose_file ADD CONSTRAINT loose_file_pkey PRIMARY KEY (tenant_id, id);
ALTER TABLE furrow.loose_file ENABLE ROW LEVEL SECURITY;
CREATE INDEX loose_file_due ON furrow.loose_file USING btree (due);
CREATE POLICY service ON furrow.loose_file TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.loose_file TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.loose_file TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.loose_file TO {service};

CREATE TABLE furrow.membership (
    tenant_id bigint NOT NULL,
    user_id bigint NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    unit_id bigint,
    title text,
    object_version_number integer DEFAULT 1 NOT NULL
);
ALTER TABLE ONLY furrow.membership ADD CONSTRAINT membership_pkey PRIMARY KEY (tenant_id, user_id);
ALTER TABLE furrow.membership ENABLE ROW LEVEL SECURITY;
CREATE INDEX membership_unit ON furrow.membership USING btree (tenant_id, unit_id);
CREATE INDEX membership_user ON furrow.membership USING btree (user_id);
CREATE TRIGGER audit_changed AFTER UPDATE OF tenant_id, user_id, created_by, created_at, updated_by, updated_at, unit_id, title, object_version_number ON furrow.membership FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["user_id"], "kind": "member", "names": {"unit_id": ["org_unit_named", "name"], "user_id": ["app_user", "real_name"]}, "title": ["user_id"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.membership FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["user_id"], "kind": "member", "names": {"unit_id": ["org_unit_named", "name"], "user_id": ["app_user", "real_name"]}, "title": ["user_id"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.membership FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["user_id"], "kind": "member", "names": {"unit_id": ["org_unit_named", "name"], "user_id": ["app_user", "real_name"]}, "title": ["user_id"]}');
CREATE TRIGGER member_kept BEFORE DELETE ON furrow.membership FOR EACH ROW EXECUTE FUNCTION furrow.keep_past_member();
CREATE TRIGGER membership_tells AFTER INSERT OR DELETE OR UPDATE ON furrow.membership FOR EACH ROW EXECUTE FUNCTION furrow.tell_gate('user', 'user_id');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.membership FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.membership FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY own ON furrow.membership TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
CREATE POLICY service ON furrow.membership TO {service} USING (true) WITH CHECK (true);
GRANT SELECT ON TABLE furrow.membership TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.membership TO {service};
GRANT UPDATE(unit_id) ON TABLE furrow.membership TO {request};
GRANT UPDATE(title) ON TABLE furrow.membership TO {request};
GRANT UPDATE(object_version_number) ON TABLE furrow.membership TO {request};

CREATE TABLE furrow.menu_theme (
    tenant_id bigint NOT NULL,
    user_id bigint NOT NULL,
    open integer DEFAULT 1 NOT NULL,
    theme jsonb NOT NULL,
    updated_at bigint NOT NULL
);
ALTER TABLE ONLY furrow.menu_theme ADD CONSTRAINT menu_theme_pkey PRIMARY KEY (tenant_id, user_id);
ALTER TABLE furrow.menu_theme ENABLE ROW LEVEL SECURITY;
CREATE POLICY service ON furrow.menu_theme TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.menu_theme TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.menu_theme TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.menu_theme TO {service};

CREATE TABLE furrow.notice (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    status text DEFAULT 'PUBLISHED'::text NOT NULL,
    category text DEFAULT 'CLOUDSCIENTO'::text NOT NULL,
    receiver_type text DEFAULT 'ANNOUNCE'::text NOT NULL,
    attachment_id uuid,
    published_at bigint,
    published_by text DEFAULT ''::text NOT NULL,
    author_id bigint,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint NOT NULL,
    updated_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint NOT NULL,
    created_by bigint,
    updated_by bigint,
    everybody boolean DEFAULT true NOT NULL,
    edition integer DEFAULT 1 NOT NULL,
    attachments jsonb DEFAULT '[]'::jsonb NOT NULL,
    withdrawn_at bigint,
    withdrawn_by text
);
COMMENT ON COLUMN furrow.notice.body IS 'HTML, made harmless before it was stored';
COMMENT ON COLUMN furrow.notice.everybody IS 'else it is for those whom notice_audience names, and for nobody where that names nobody who is there';
COMMENT ON COLUMN furrow.notice.edition IS 'counted up where it is news again: who has read an earlier one has not read this';
COMMENT ON COLUMN furrow.notice.attachments IS 'files beside those of attachment_id, as [{id, name}]';
ALTER TABLE furrow.notice ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.notice ADD CONSTRAINT notice_pkey PRIMARY KEY (id);
ALTER TABLE furrow.notice ENABLE ROW LEVEL SECURITY;
CREATE INDEX notice_managed ON furrow.notice USING btree (tenant_id, id DESC);
CREATE INDEX notice_published ON furrow.notice USING btree (tenant_id, published_at DESC, id DESC) WHERE (status = 'PUBLISHED'::text);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, title, body, status, attachment_id, object_version_number, created_at, updated_at, created_by, updated_by, everybody, attachments ON furrow.notice FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "notice", "title": ["title"], "secret": ["body", "attachments", "attachment_id"], "ignored": ["category", "receiver_type", "edition", "author_id", "published_by", "published_at", "withdrawn_at", "withdrawn_by"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.notice FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "notice", "title": ["title"], "secret": ["body", "attachments", "attachment_id"], "ignored": ["category", "receiver_type", "edition", "author_id", "published_by", "published_at", "withdrawn_at", "withdrawn_by"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.notice FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "notice", "title": ["title"], "secret": ["body", "attachments", "attachment_id"], "ignored": ["category", "receiver_type", "edition", "author_id", "published_by", "published_at", "withdrawn_at", "withdrawn_by"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.notice FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.notice FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.notice TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.notice TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.notice TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.notice TO {service};

CREATE TABLE furrow.notice_read (
    tenant_id bigint NOT NULL,
    notice_id bigint NOT NULL,
    user_id bigint NOT NULL,
    read_at bigint NOT NULL,
    edition integer DEFAULT 1 NOT NULL
);
ALTER TABLE ONLY furrow.notice_read ADD CONSTRAINT notice_read_pkey PRIMARY KEY (notice_id, user_id);
ALTER TABLE furrow.notice_read ENABLE ROW LEVEL SECURITY;
CREATE INDEX notice_read_user ON furrow.notice_read USING btree (tenant_id, user_id);
CREATE POLICY service ON furrow.notice_read TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.notice_read TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.notice_read TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.notice_read TO {service};

CREATE TABLE furrow.online_log (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    device_id bigint NOT NULL,
    at bigint NOT NULL,
    presence text NOT NULL
);
ALTER TABLE furrow.online_log ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.online_log ADD CONSTRAINT online_log_pkey PRIMARY KEY (id);
ALTER TABLE furrow.online_log ENABLE ROW LEVEL SECURITY;
CREATE INDEX online_log_age ON furrow.online_log USING btree (at);
CREATE INDEX online_log_device ON furrow.online_log USING btree (device_id, at DESC);
CREATE POLICY service ON furrow.online_log TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.online_log TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.online_log TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.online_log TO {service};

CREATE TABLE furrow.tenant (
    id bigint NOT NULL,
    name text NOT NULL,
    num text NOT NULL,
    domain text,
    time_zone text DEFAULT 'Asia/Shanghai'::text NOT NULL,
    novice boolean DEFAULT false NOT NULL,
    deployment jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint NOT NULL,
    created_by bigint,
    updated_by bigint,
    updated_at bigint,
    demands_second_factor boolean DEFAULT false NOT NULL
);
ALTER TABLE furrow.tenant ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.tenant ADD CONSTRAINT tenant_domain_key UNIQUE (domain);
ALTER TABLE ONLY furrow.tenant ADD CONSTRAINT tenant_num_key UNIQUE (num);
ALTER TABLE ONLY furrow.tenant ADD CONSTRAINT tenant_pkey PRIMARY KEY (id);
ALTER TABLE furrow.tenant ENABLE ROW LEVEL SECURITY;
CREATE TRIGGER audit_changed AFTER UPDATE OF id, name, num, domain, time_zone, novice, deployment, created_at, created_by, updated_by, updated_at, demands_second_factor ON furrow.tenant FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "tenant", "title": ["name"], "tenant": "self"}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.tenant FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "tenant", "title": ["name"], "tenant": "self"}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.tenant FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "tenant", "title": ["name"], "tenant": "self"}');
CREATE TRIGGER tenant_corporation AFTER INSERT ON furrow.tenant FOR EACH ROW EXECUTE FUNCTION furrow.found_corporation();
CREATE TRIGGER tenant_root AFTER INSERT ON furrow.tenant FOR EACH ROW EXECUTE FUNCTION furrow.found_root();
CREATE TRIGGER tenant_tells AFTER UPDATE ON furrow.tenant FOR EACH ROW EXECUTE FUNCTION furrow.tell_gate('tenant', 'id');
CREATE TRIGGER watch_changed AFTER UPDATE OF time_zone ON furrow.tenant FOR EACH ROW WHEN ((old.time_zone IS DISTINCT FROM new.time_zone)) EXECUTE FUNCTION furrow.say_watched_row('id');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.tenant FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.tenant FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY own ON furrow.tenant TO {request} USING ((id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
CREATE POLICY service ON furrow.tenant TO {service} USING (true) WITH CHECK (true);
GRANT SELECT ON TABLE furrow.tenant TO {request};
GRANT SELECT,INSERT,UPDATE ON TABLE furrow.tenant TO {service};

CREATE TABLE furrow.outbox (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    user_id bigint,
    kind text NOT NULL,
    key text,
    severity text DEFAULT 'info'::text NOT NULL,
    link text,
    body jsonb DEFAULT '{}'::jsonb NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at bigint DEFAULT 0 NOT NULL,
    error text,
    dead_at bigint,
    created_at bigint NOT NULL,
    cause text,
    CONSTRAINT outbox_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warning'::text, 'critical'::text])))
);
COMMENT ON TABLE furrow.outbox IS 'what is to be told, committed with what happened and deleted once told; with dead_at it was given up';
COMMENT ON COLUMN furrow.outbox.key IS 'of two with one key the second is not taken';
COMMENT ON COLUMN furrow.outbox.cause IS 'why it could not be told, as far as it was foreseen; error has the words for a technician';
ALTER TABLE furrow.outbox ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.outbox ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);
ALTER TABLE furrow.outbox ENABLE ROW LEVEL SECURITY;
CREATE INDEX outbox_dead ON furrow.outbox USING btree (tenant_id, id DESC) WHERE (dead_at IS NOT NULL);
CREATE UNIQUE INDEX outbox_key ON furrow.outbox USING btree (tenant_id, kind, key) WHERE (key IS NOT NULL);
CREATE INDEX outbox_waiting ON furrow.outbox USING btree (tenant_id, id) WHERE (dead_at IS NULL);
CREATE TRIGGER outbox_posted AFTER INSERT ON furrow.outbox REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION furrow.say_outbox();
CREATE POLICY service ON furrow.outbox TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.outbox TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.outbox TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.outbox TO {service};

CREATE TABLE furrow.past_device (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    device_type text NOT NULL,
    name text NOT NULL,
    eui text NOT NULL,
    deleted_at bigint NOT NULL
);
ALTER TABLE ONLY furrow.past_device ADD CONSTRAINT past_device_pkey PRIMARY KEY (id);
ALTER TABLE furrow.past_device ENABLE ROW LEVEL SECURITY;
CREATE INDEX past_device_age ON furrow.past_device USING btree (deleted_at);
CREATE POLICY service ON furrow.past_device TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.past_device TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT ON TABLE furrow.past_device TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.past_device TO {service};

CREATE TABLE furrow.past_member (
    tenant_id bigint NOT NULL,
    user_id bigint NOT NULL,
    real_name text NOT NULL,
    left_at bigint NOT NULL,
    roles jsonb DEFAULT '[]'::jsonb NOT NULL,
    unit_id bigint,
    title text
);
COMMENT ON TABLE furrow.past_member IS 'who has left a tenant, by the name at that time: what they wrote there is still theirs';
COMMENT ON COLUMN furrow.past_member.roles IS 'what they had, to be offered where they come back';
ALTER TABLE ONLY furrow.past_member ADD CONSTRAINT past_member_pkey PRIMARY KEY (tenant_id, user_id);
ALTER TABLE furrow.past_member ENABLE ROW LEVEL SECURITY;
CREATE POLICY service ON furrow.past_member TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.past_member TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT ON TABLE furrow.past_member TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.past_member TO {service};

CREATE TABLE furrow.phone_code (
    key text NOT NULL,
    phone text NOT NULL,
    code_hash text NOT NULL,
    network text NOT NULL,
    sent_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    tries integer DEFAULT 0 NOT NULL
);
ALTER TABLE ONLY furrow.phone_code ADD CONSTRAINT phone_code_pkey PRIMARY KEY (key);
CREATE INDEX phone_code_age ON furrow.phone_code USING btree (sent_at);
CREATE INDEX phone_code_of_network ON furrow.phone_code USING btree (network, sent_at);
CREATE INDEX phone_code_of_phone ON furrow.phone_code USING btree (phone, sent_at);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.phone_code TO {service};

CREATE TABLE furrow.reading (
    item_id bigint NOT NULL,
    ts bigint NOT NULL,
    value double precision,
    tenant_id bigint NOT NULL,
    place integer DEFAULT 0 NOT NULL,
    calibration_id bigint
)
PARTITION BY RANGE (ts);
COMMENT ON COLUMN furrow.reading.place IS '0: the device gave the time; from 1: its order among those to which the server gave this millisecond';
COMMENT ON COLUMN furrow.reading.calibration_id IS 'under which it was stored; null where as the device sent it';
ALTER TABLE ONLY furrow.reading ADD CONSTRAINT reading_pkey PRIMARY KEY (item_id, ts, place) INCLUDE (value, tenant_id);
ALTER TABLE furrow.reading ENABLE ROW LEVEL SECURITY;
CREATE POLICY service ON furrow.reading TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.reading TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT ON TABLE furrow.reading TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.reading TO {service};

CREATE TABLE furrow.reading_hour (
    item_id bigint NOT NULL,
    bucket bigint NOT NULL,
    tenant_id bigint NOT NULL,
    n integer NOT NULL,
    sum double precision NOT NULL,
    min double precision NOT NULL,
    max double precision NOT NULL,
    first double precision NOT NULL,
    last double precision NOT NULL
)
WITH (autovacuum_vacuum_insert_threshold='5000', autovacuum_vacuum_insert_scale_factor='0.02');
ALTER TABLE ONLY furrow.reading_hour ADD CONSTRAINT reading_hour_pkey PRIMARY KEY (item_id, bucket) INCLUDE (n, sum, min, max, tenant_id);
ALTER TABLE furrow.reading_hour ENABLE ROW LEVEL SECURITY;
CREATE POLICY service ON furrow.reading_hour TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.reading_hour TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT ON TABLE furrow.reading_hour TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.reading_hour TO {service};

CREATE TABLE furrow.reading_minute (
    item_id bigint NOT NULL,
    bucket bigint NOT NULL,
    tenant_id bigint NOT NULL,
    n integer NOT NULL,
    sum double precision NOT NULL,
    min double precision NOT NULL,
    max double precision NOT NULL,
    first double precision NOT NULL,
    last double precision NOT NULL
)
WITH (autovacuum_vacuum_insert_threshold='20000', autovacuum_vacuum_insert_scale_factor='0.02');
COMMENT ON TABLE furrow.reading_minute IS 'only of hours that hold more readings than minutes: elsewhere reading itself is the shorter table';
ALTER TABLE ONLY furrow.reading_minute ADD CONSTRAINT reading_minute_pkey PRIMARY KEY (item_id, bucket) INCLUDE (n, sum, min, max, tenant_id);
ALTER TABLE furrow.reading_minute ENABLE ROW LEVEL SECURITY;
CREATE POLICY service ON furrow.reading_minute TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.reading_minute TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT ON TABLE furrow.reading_minute TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.reading_minute TO {service};

CREATE TABLE furrow.rejected_count (
    tenant_id bigint NOT NULL,
    device_id bigint NOT NULL,
    hour bigint NOT NULL,
    reason text NOT NULL,
    n bigint NOT NULL
);
COMMENT ON TABLE furrow.rejected_count IS 'what was acknowledged and not stored: readings (or states, or messages that say neither) by device, hour (its start, ms UTC) and reason';
ALTER TABLE ONLY furrow.rejected_count ADD CONSTRAINT rejected_count_pkey PRIMARY KEY (device_id, hour, reason);
ALTER TABLE furrow.rejected_count ENABLE ROW LEVEL SECURITY;
CREATE INDEX rejected_count_age ON furrow.rejected_count USING btree (hour);
CREATE POLICY service ON furrow.rejected_count TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.rejected_count TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT ON TABLE furrow.rejected_count TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.rejected_count TO {service};

CREATE TABLE furrow.rejected_message (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    device_id bigint NOT NULL,
    at bigint NOT NULL,
    topic text NOT NULL,
    payload text NOT NULL,
    reason text NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    notes jsonb DEFAULT '[]'::jsonb NOT NULL
);
ALTER TABLE furrow.rejected_message ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.rejected_message ADD CONSTRAINT rejected_message_pkey PRIMARY KEY (id);
ALTER TABLE furrow.rejected_message ENABLE ROW LEVEL SECURITY;
CREATE INDEX rejected_device ON furrow.rejected_message USING btree (device_id, id DESC);
CREATE POLICY service ON furrow.rejected_message TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.rejected_message TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.rejected_message TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.rejected_message TO {service};

CREATE TABLE furrow.retention (
    one boolean DEFAULT true NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT retention_one_check CHECK (one)
);
COMMENT ON TABLE furrow.retention IS 'what the clock said when retention last moved, ms UTC';
ALTER TABLE ONLY furrow.retention ADD CONSTRAINT retention_pkey PRIMARY KEY (one);
GRANT SELECT,UPDATE ON TABLE furrow.retention TO {service};

CREATE TABLE furrow.role (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    name text NOT NULL,
    codes text[] DEFAULT '{}'::text[] NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE furrow.role ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.role ADD CONSTRAINT role_pkey PRIMARY KEY (id);
ALTER TABLE ONLY furrow.role ADD CONSTRAINT role_tenant_id_name_key UNIQUE (tenant_id, name);
ALTER TABLE furrow.role ENABLE ROW LEVEL SECURITY;
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, name, codes, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.role FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "role", "title": ["name"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.role FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "role", "title": ["name"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.role FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "role", "title": ["name"]}');
CREATE TRIGGER role_tells AFTER DELETE OR UPDATE ON furrow.role FOR EACH ROW EXECUTE FUNCTION furrow.tell_gate('tenant', 'tenant_id');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.role FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.role FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.role TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.role TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.role TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.role TO {service};

CREATE TABLE furrow.role_assignment (
    tenant_id bigint NOT NULL,
    user_id bigint NOT NULL,
    role_id bigint NOT NULL,
    area_ids bigint[],
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    object_version_number integer DEFAULT 1 NOT NULL,
    unit_ids bigint[],
    named_ids bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    CONSTRAINT role_assignment_check CHECK (((unit_ids IS NULL) OR (area_ids IS NOT NULL)))
);
COMMENT ON COLUMN furrow.role_assignment.area_ids IS 'null: every base';
COMMENT ON COLUMN furrow.role_assignment.unit_ids IS 'companies, whose bases area_ids then holds beside those of named_ids; null where none is named';
ALTER TABLE ONLY furrow.role_assignment ADD CONSTRAINT role_assignment_pkey PRIMARY KEY (tenant_id, user_id, role_id);
ALTER TABLE furrow.role_assignment ENABLE ROW LEVEL SECURITY;
CREATE INDEX role_assignment_role ON furrow.role_assignment USING btree (tenant_id, role_id);
CREATE TRIGGER assignment_bases BEFORE INSERT OR UPDATE ON furrow.role_assignment FOR EACH ROW WHEN ((new.unit_ids IS NOT NULL)) EXECUTE FUNCTION furrow.derive_bases();
CREATE TRIGGER audit_changed AFTER UPDATE OF tenant_id, user_id, role_id, area_ids, created_by, created_at, updated_by, updated_at, object_version_number, unit_ids ON furrow.role_assignment FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["user_id", "role_id"], "kind": "grant", "names": {"role_id": ["role", "name"], "user_id": ["app_user", "real_name"], "area_ids": ["area", "area_name"], "unit_ids": ["org_unit_named", "name"]}, "title": ["user_id", "role_id"], "ignored": ["named_ids"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.role_assignment FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["user_id", "role_id"], "kind": "grant", "names": {"role_id": ["role", "name"], "user_id": ["app_user", "real_name"], "area_ids": ["area", "area_name"], "unit_ids": ["org_unit_named", "name"]}, "title": ["user_id", "role_id"], "ignored": ["named_ids"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.role_assignment FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["user_id", "role_id"], "kind": "grant", "names": {"role_id": ["role", "name"], "user_id": ["app_user", "real_name"], "area_ids": ["area", "area_name"], "unit_ids": ["org_unit_named", "name"]}, "title": ["user_id", "role_id"], "ignored": ["named_ids"]}');
CREATE TRIGGER role_assignment_tells AFTER INSERT OR DELETE OR UPDATE ON furrow.role_assignment FOR EACH ROW EXECUTE FUNCTION furrow.tell_gate('user', 'user_id');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.role_assignment FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.role_assignment FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.role_assignment TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.role_assignment TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.role_assignment TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.role_assignment TO {service};

CREATE TABLE furrow.rollup_dirty (
    item_id bigint NOT NULL,
    hour bigint NOT NULL,
    tenant_id bigint NOT NULL
);
COMMENT ON TABLE furrow.rollup_dirty IS 'hours whose roll-ups do not hold every reading: a curve reads these from reading itself';
ALTER TABLE ONLY furrow.rollup_dirty ADD CONSTRAINT rollup_dirty_pkey PRIMARY KEY (item_id, hour);
ALTER TABLE furrow.rollup_dirty ENABLE ROW LEVEL SECURITY;
CREATE INDEX rollup_dirty_hour ON furrow.rollup_dirty USING btree (hour, item_id);
CREATE POLICY service ON furrow.rollup_dirty TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.rollup_dirty TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT ON TABLE furrow.rollup_dirty TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.rollup_dirty TO {service};

CREATE TABLE furrow.server_secret (
    name text NOT NULL,
    value text NOT NULL
);
ALTER TABLE ONLY furrow.server_secret ADD CONSTRAINT server_secret_pkey PRIMARY KEY (name);
GRANT SELECT,INSERT ON TABLE furrow.server_secret TO {service};

CREATE TABLE furrow.session (
    id uuid NOT NULL,
    user_id bigint NOT NULL,
    device text NOT NULL,
    token_hash text NOT NULL,
    previous_hash text,
    rotated_at bigint,
    created_at bigint NOT NULL,
    used_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    revoked_at bigint,
    address text DEFAULT ''::text NOT NULL,
    provider_factor boolean DEFAULT false NOT NULL
);
COMMENT ON COLUMN furrow.session.provider_factor IS 'whoever signed it in elsewhere says that a second factor was asked for there';
ALTER TABLE ONLY furrow.session ADD CONSTRAINT session_pkey PRIMARY KEY (id);
CREATE INDEX session_expiry ON furrow.session USING btree (expires_at);
CREATE INDEX session_of_user ON furrow.session USING btree (user_id);
CREATE INDEX session_previous ON furrow.session USING btree (previous_hash);
CREATE INDEX session_revoked ON furrow.session USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);
CREATE UNIQUE INDEX session_token ON furrow.session USING btree (token_hash);
CREATE TRIGGER forget_browsers AFTER UPDATE OF revoked_at ON furrow.session FOR EACH ROW WHEN ((new.revoked_at IS NOT NULL)) EXECUTE FUNCTION furrow.forget_browsers();
CREATE TRIGGER move_browsers_end AFTER UPDATE OF expires_at ON furrow.session FOR EACH ROW WHEN ((new.expires_at IS DISTINCT FROM old.expires_at)) EXECUTE FUNCTION furrow.move_browsers_end();
CREATE TRIGGER session_gone_tells AFTER DELETE ON furrow.session FOR EACH ROW EXECUTE FUNCTION furrow.tell_gate('session', 'id');
CREATE TRIGGER session_tells AFTER UPDATE OF revoked_at ON furrow.session FOR EACH ROW WHEN ((old.revoked_at IS DISTINCT FROM new.revoked_at)) EXECUTE FUNCTION furrow.tell_gate('session', 'id');
CREATE TRIGGER session_tells_viewings AFTER UPDATE OF revoked_at ON furrow.session FOR EACH ROW WHEN ((old.revoked_at IS DISTINCT FROM new.revoked_at)) EXECUTE FUNCTION furrow.tell_viewings();
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.session TO {service};

CREATE TABLE furrow.sign_in_failure (
    subject text NOT NULL,
    at bigint NOT NULL
);
CREATE INDEX sign_in_failure_age ON furrow.sign_in_failure USING btree (at);
CREATE INDEX sign_in_failure_subject ON furrow.sign_in_failure USING btree (subject, at);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.sign_in_failure TO {service};

CREATE TABLE furrow.sub_module (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    code text NOT NULL,
    name text NOT NULL,
    path text NOT NULL,
    type text NOT NULL,
    icon text DEFAULT ''::text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
COMMENT ON TABLE furrow.sub_module IS 'links that a tenant put beside the modules of the console';
ALTER TABLE furrow.sub_module ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.sub_module ADD CONSTRAINT sub_module_pkey PRIMARY KEY (id);
ALTER TABLE ONLY furrow.sub_module ADD CONSTRAINT sub_module_tenant_id_code_key UNIQUE (tenant_id, code);
ALTER TABLE furrow.sub_module ENABLE ROW LEVEL SECURITY;
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.sub_module FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.sub_module FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.sub_module TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.sub_module TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.sub_module TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.sub_module TO {service};

CREATE TABLE furrow.switch (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    device_id bigint NOT NULL,
    area_id bigint NOT NULL,
    circuit integer NOT NULL,
    name text,
    kind text DEFAULT 'ordinary'::text NOT NULL,
    related_equip bigint,
    status integer,
    status_at bigint,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    icon text
)
WITH (fillfactor='60');
ALTER TABLE furrow.switch ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.switch ADD CONSTRAINT switch_device_id_circuit_key UNIQUE (device_id, circuit);
ALTER TABLE ONLY furrow.switch ADD CONSTRAINT switch_pkey PRIMARY KEY (id);
ALTER TABLE furrow.switch ENABLE ROW LEVEL SECURITY;
CREATE INDEX switch_area ON furrow.switch USING btree (tenant_id, area_id, id);
CREATE UNIQUE INDEX switch_related ON furrow.switch USING btree (related_equip) WHERE (related_equip IS NOT NULL);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, circuit, name, kind, related_equip, object_version_number, created_by, created_at, updated_by, updated_at, icon ON furrow.switch FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "switch", "names": {"device_id": ["device", "name"], "related_equip": ["switch", "name"]}, "title": ["device_id", "name", "circuit"], "ignored": ["status", "status_at", "area_id", "device_id"], "silentlyMade": true}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.switch FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "switch", "names": {"device_id": ["device", "name"], "related_equip": ["switch", "name"]}, "title": ["device_id", "name", "circuit"], "ignored": ["status", "status_at", "area_id", "device_id"], "silentlyMade": true}');
CREATE TRIGGER switch_kept BEFORE DELETE ON furrow.switch FOR EACH ROW EXECUTE FUNCTION furrow.keep_switch_name();
CREATE TRIGGER who_changed BEFORE UPDATE OF id, tenant_id, device_id, area_id, circuit, name, kind, related_equip, object_version_number, created_by, created_at, updated_by, updated_at, icon ON furrow.switch FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.switch FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.switch TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.switch TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.switch TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.switch TO {service};

CREATE TABLE furrow.task_type (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    name text NOT NULL,
    code text,
    usage text NOT NULL,
    color text,
    sort double precision DEFAULT 0 NOT NULL,
    description text,
    enabled_flag integer DEFAULT 1 NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint NOT NULL,
    updated_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint NOT NULL,
    created_by bigint,
    updated_by bigint
);
ALTER TABLE furrow.task_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.task_type ADD CONSTRAINT task_type_pkey PRIMARY KEY (id);
ALTER TABLE furrow.task_type ENABLE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX task_type_code_unique ON furrow.task_type USING btree (tenant_id, code);
CREATE UNIQUE INDEX task_type_name_unique ON furrow.task_type USING btree (tenant_id, name);
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.task_type FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.task_type FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.task_type TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.task_type TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.task_type TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.task_type TO {service};

CREATE TABLE furrow.tenant_screen (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    screen_name text NOT NULL,
    screen_image text,
    screen_address text NOT NULL,
    screen_type integer DEFAULT 1 NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    enabled_flag integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE furrow.tenant_screen ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.tenant_screen ADD CONSTRAINT tenant_screen_pkey PRIMARY KEY (id);
ALTER TABLE furrow.tenant_screen ENABLE ROW LEVEL SECURITY;
CREATE INDEX tenant_screen_tenant ON furrow.tenant_screen USING btree (tenant_id, "position", id);
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.tenant_screen FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.tenant_screen FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.tenant_screen TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.tenant_screen TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.tenant_screen TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.tenant_screen TO {service};

CREATE TABLE furrow.tenant_setting (
    tenant_id bigint NOT NULL,
    consult_flag integer DEFAULT 0 NOT NULL,
    portal jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    sim_expiry_days integer[] DEFAULT '{30,7,1,0}'::integer[] NOT NULL,
    sim_usage_percents integer[] DEFAULT '{80,100}'::integer[] NOT NULL,
    sim_limits_version integer DEFAULT 0 NOT NULL
);
COMMENT ON COLUMN furrow.tenant_setting.sim_expiry_days IS 'days before the end of a SIM card at which people are told, the longest first';
COMMENT ON COLUMN furrow.tenant_setting.sim_usage_percents IS 'shares of the month''s allowance, %, at which people are told, the lowest first';
ALTER TABLE ONLY furrow.tenant_setting ADD CONSTRAINT tenant_setting_pkey PRIMARY KEY (tenant_id);
ALTER TABLE furrow.tenant_setting ENABLE ROW LEVEL SECURITY;
CREATE TRIGGER audit_changed AFTER UPDATE OF tenant_id, consult_flag, portal, created_by, created_at, updated_by, updated_at, sim_expiry_days, sim_usage_percents ON furrow.tenant_setting FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["tenant_id"], "kind": "tenantSetting", "title": [], "ignored": ["sim_limits_version"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.tenant_setting FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["tenant_id"], "kind": "tenantSetting", "title": [], "ignored": ["sim_limits_version"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.tenant_setting FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["tenant_id"], "kind": "tenantSetting", "title": [], "ignored": ["sim_limits_version"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.tenant_setting FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.tenant_setting FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.tenant_setting TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.tenant_setting TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.tenant_setting TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.tenant_setting TO {service};

CREATE TABLE furrow.user_message (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    user_id bigint NOT NULL,
    kind text DEFAULT 'notify'::text NOT NULL,
    subject_key text NOT NULL,
    content_key text NOT NULL,
    params jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at bigint NOT NULL,
    read_flag integer DEFAULT 0 NOT NULL,
    severity text DEFAULT 'info'::text NOT NULL,
    link text,
    key text
);
ALTER TABLE furrow.user_message ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.user_message ADD CONSTRAINT user_message_pkey PRIMARY KEY (id);
ALTER TABLE furrow.user_message ENABLE ROW LEVEL SECURITY;
CREATE INDEX user_message_age ON furrow.user_message USING btree (created_at);
CREATE UNIQUE INDEX user_message_key ON furrow.user_message USING btree (tenant_id, user_id, key) WHERE (key IS NOT NULL);
CREATE INDEX user_message_user ON furrow.user_message USING btree (tenant_id, user_id, read_flag, id DESC);
CREATE POLICY service ON furrow.user_message TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.user_message TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.user_message TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.user_message TO {service};

CREATE TABLE furrow.variety (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    name text NOT NULL,
    variety_image text,
    en_name text,
    crop_id bigint,
    source text,
    growth_days double precision,
    expected_yield numeric(12,2),
    description text,
    enabled_flag integer DEFAULT 1 NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint NOT NULL,
    updated_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint NOT NULL,
    created_by bigint,
    updated_by bigint,
    stages jsonb DEFAULT '[]'::jsonb NOT NULL
);
ALTER TABLE furrow.variety ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.variety ADD CONSTRAINT variety_pkey PRIMARY KEY (id);
ALTER TABLE furrow.variety ENABLE ROW LEVEL SECURITY;
CREATE INDEX variety_crop ON furrow.variety USING btree (crop_id) WHERE (crop_id IS NOT NULL);
CREATE UNIQUE INDEX variety_name_unique ON furrow.variety USING btree (tenant_id, name);
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.variety FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.variety FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.variety TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.variety TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.variety TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.variety TO {service};

CREATE TABLE furrow.work_bench (
    tenant_id bigint NOT NULL,
    user_id bigint NOT NULL,
    entries jsonb DEFAULT '[]'::jsonb NOT NULL,
    updated_at bigint NOT NULL
);
ALTER TABLE ONLY furrow.work_bench ADD CONSTRAINT work_bench_pkey PRIMARY KEY (tenant_id, user_id);
ALTER TABLE furrow.work_bench ENABLE ROW LEVEL SECURITY;
CREATE POLICY service ON furrow.work_bench TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.work_bench TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.work_bench TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.work_bench TO {service};

CREATE TABLE furrow.worker (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    name text NOT NULL,
    code text,
    worker_type text NOT NULL,
    phone text,
    address text,
    remark text,
    enabled_flag integer DEFAULT 1 NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint NOT NULL,
    updated_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint NOT NULL,
    created_by bigint,
    updated_by bigint,
    user_id bigint
);
ALTER TABLE furrow.worker ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.worker ADD CONSTRAINT worker_pkey PRIMARY KEY (id);
ALTER TABLE furrow.worker ENABLE ROW LEVEL SECURITY;
CREATE INDEX worker_area ON furrow.worker USING btree (tenant_id, area_id, id);
CREATE UNIQUE INDEX worker_code_unique ON furrow.worker USING btree (tenant_id, code);
CREATE INDEX worker_user ON furrow.worker USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.worker FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.worker FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.worker TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.worker TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.worker TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.worker TO {service};

-- server/ground/documents

CREATE TABLE furrow.document (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    code text NOT NULL,
    title text NOT NULL,
    needed_by date,
    remark text,
    applicant_id bigint NOT NULL,
    applicant_name text NOT NULL,
    audit_status text DEFAULT 'draft'::text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    submitted_at bigint,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    updated_by bigint,
    form_code text NOT NULL,
    progress text DEFAULT 'none'::text NOT NULL,
    close_reason text,
    source_id bigint,
    store_id bigint,
    partner_id bigint,
    attachments jsonb DEFAULT '[]'::jsonb NOT NULL,
    land_id bigint,
    batch_id bigint,
    to_area_id bigint,
    to_store_id bigint,
    direction text,
    blind_flag integer,
    CONSTRAINT document_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
    CONSTRAINT document_progress_check CHECK ((progress = ANY (ARRAY['none'::text, 'partial'::text, 'full'::text, 'closed'::text]))),
    CONSTRAINT purchase_application_audit_status_check CHECK ((audit_status = ANY (ARRAY['draft'::text, 'submitted'::text, 'approved'::text, 'rejected'::text, 'deleted'::text])))
);
COMMENT ON TABLE furrow.document IS 'headers of the documents that are approved, of every kind; what a deleted one was called stays its own';
COMMENT ON COLUMN furrow.document.progress IS 'derived from its lines whenever one is done, given up or undone';
COMMENT ON COLUMN furrow.document.attachments IS 'files of the document, in their order: id and name, so that the trail can say which';
COMMENT ON COLUMN furrow.document.batch_id IS 'what it is for, of what stood on the plot when the document was saved';
ALTER TABLE furrow.document ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY ( SEQUENCE NAME furrow.purchase_application_id_seq START WITH 1 INCREMENT BY 1 NO MINVALUE NO MAXVALUE CACHE 1 );
ALTER TABLE ONLY furrow.document ADD CONSTRAINT document_code_unique UNIQUE (tenant_id, code);
ALTER TABLE ONLY furrow.document ADD CONSTRAINT purchase_application_pkey PRIMARY KEY (id);
ALTER TABLE furrow.document ENABLE ROW LEVEL SECURITY;
CREATE INDEX document_applicant ON furrow.document USING btree (tenant_id, form_code, applicant_id, id DESC) WHERE (audit_status <> 'deleted'::text);
CREATE INDEX document_batch ON furrow.document USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX document_land ON furrow.document USING btree (tenant_id, land_id, id DESC) WHERE (land_id IS NOT NULL);
CREATE INDEX document_newest ON furrow.document USING btree (tenant_id, form_code, id DESC) WHERE (audit_status <> 'deleted'::text);
CREATE INDEX document_of_land ON furrow.document USING btree (land_id) WHERE (land_id IS NOT NULL);
CREATE INDEX document_partner ON furrow.document USING btree (partner_id) WHERE (partner_id IS NOT NULL);
CREATE INDEX document_source ON furrow.document USING btree (source_id) WHERE (source_id IS NOT NULL);
CREATE INDEX document_store ON furrow.document USING btree (store_id) WHERE (store_id IS NOT NULL);
CREATE INDEX document_to_area ON furrow.document USING btree (to_area_id) WHERE (to_area_id IS NOT NULL);
CREATE INDEX document_to_store ON furrow.document USING btree (to_store_id) WHERE (to_store_id IS NOT NULL);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, area_id, title, needed_by, remark, audit_status, created_at, updated_at, submitted_at, object_version_number, created_by, updated_by, close_reason, store_id, partner_id, attachments, land_id, batch_id, to_area_id, to_store_id, direction, blind_flag ON furrow.document FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "aplionform", "names": {"area_id": ["area", "area_name"], "land_id": ["land", "land_name"], "batch_id": ["batch", "batch_name"], "store_id": ["store", "name"], "partner_id": ["partner", "name"], "to_area_id": ["area", "area_name"], "to_store_id": ["store", "name"]}, "title": ["code", "title"], "ignored": ["applicant_id", "applicant_name", "code", "form_code", "progress", "source_id"], "kindFrom": "form_code"}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.document FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "aplionform", "names": {"area_id": ["area", "area_name"], "land_id": ["land", "land_name"], "batch_id": ["batch", "batch_name"], "store_id": ["store", "name"], "partner_id": ["partner", "name"], "to_area_id": ["area", "area_name"], "to_store_id": ["store", "name"]}, "title": ["code", "title"], "ignored": ["applicant_id", "applicant_name", "code", "form_code", "progress", "source_id"], "kindFrom": "form_code"}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.document FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "aplionform", "names": {"area_id": ["area", "area_name"], "land_id": ["land", "land_name"], "batch_id": ["batch", "batch_name"], "store_id": ["store", "name"], "partner_id": ["partner", "name"], "to_area_id": ["area", "area_name"], "to_store_id": ["store", "name"]}, "title": ["code", "title"], "ignored": ["applicant_id", "applicant_name", "code", "form_code", "progress", "source_id"], "kindFrom": "form_code"}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.document FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.document FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.document TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.document TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.document TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.document TO {service};

CREATE TABLE furrow.document_line (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    document_id bigint NOT NULL,
    "position" integer NOT NULL,
    product_name text,
    specification text,
    unit text,
    quantity numeric(7,2),
    price numeric(7,2),
    remark text,
    form_code text NOT NULL,
    product_id bigint,
    unit_kind text,
    lot_no text,
    expires_on date,
    source_line_id bigint,
    stock_quantity numeric(20,6) NOT NULL,
    done numeric(20,6) DEFAULT 0 NOT NULL,
    reserved numeric(20,6) DEFAULT 0 NOT NULL,
    taken numeric(20,6) DEFAULT 0 NOT NULL,
    counted numeric(20,6),
    book numeric(20,6),
    book_at bigint,
    CONSTRAINT document_line_done CHECK ((done >= (0)::numeric)),
    CONSTRAINT document_line_names CHECK (((product_id IS NOT NULL) OR (product_name IS NOT NULL))),
    CONSTRAINT document_line_reserved CHECK ((reserved >= (0)::numeric)),
    CONSTRAINT document_line_taken CHECK (((taken >= (0)::numeric) AND (taken <= done))),
    CONSTRAINT purchase_application_line_price_check CHECK (((price > (0)::numeric) AND (price <= (99999)::numeric))),
    CONSTRAINT purchase_application_line_quantity_check CHECK (((quantity > (0)::numeric) AND (quantity <= (99999)::numeric)))
);
COMMENT ON TABLE furrow.document_line IS 'lines keep their id as long as they stand in their document: others refer to them';
COMMENT ON COLUMN furrow.document_line.stock_quantity IS 'what it asks for, in the unit in which the product is kept; done and reserved likewise';
COMMENT ON COLUMN furrow.document_line.taken IS 'how much of what was done others took on: it arrived, or was given back';
COMMENT ON COLUMN furrow.document_line.book IS 'what the ledger said when its count was written, at book_at (ms)';
ALTER TABLE furrow.document_line ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY ( SEQUENCE NAME furrow.purchase_application_line_id_seq START WITH 1 INCREMENT BY 1 NO MINVALUE NO MAXVALUE CACHE 1 );
ALTER TABLE ONLY furrow.document_line ADD CONSTRAINT document_line_place UNIQUE (document_id, "position") DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY furrow.document_line ADD CONSTRAINT purchase_application_line_pkey PRIMARY KEY (id);
ALTER TABLE furrow.document_line ENABLE ROW LEVEL SECURITY;
CREATE INDEX document_line_product ON furrow.document_line USING btree (product_id) WHERE (product_id IS NOT NULL);
CREATE INDEX document_line_reserving ON furrow.document_line USING btree (tenant_id, product_id) WHERE (reserved > (0)::numeric);
CREATE INDEX document_line_source ON furrow.document_line USING btree (source_line_id) WHERE (source_line_id IS NOT NULL);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, product_name, specification, unit, quantity, price, remark, product_id, unit_kind, lot_no, expires_on, counted ON furrow.document_line FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["document_id"], "kind": "aplionform", "part": "lines", "names": {"product_id": ["product", "name"], "document_id": ["document", "title"]}, "title": ["document_id"], "ignored": ["document_id", "position", "form_code", "stock_quantity", "done", "taken", "reserved", "source_line_id", "book", "book_at"], "kindFrom": "form_code"}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.document_line FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["document_id"], "kind": "aplionform", "part": "lines", "names": {"product_id": ["product", "name"], "document_id": ["document", "title"]}, "title": ["document_id"], "ignored": ["document_id", "position", "form_code", "stock_quantity", "done", "taken", "reserved", "source_line_id", "book", "book_at"], "kindFrom": "form_code"}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.document_line FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["document_id"], "kind": "aplionform", "part": "lines", "names": {"product_id": ["product", "name"], "document_id": ["document", "title"]}, "title": ["document_id"], "ignored": ["document_id", "position", "form_code", "stock_quantity", "done", "taken", "reserved", "source_line_id", "book", "book_at"], "kindFrom": "form_code"}');
CREATE POLICY service ON furrow.document_line TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.document_line TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.document_line TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.document_line TO {service};

-- server/ground/history

CREATE TABLE furrow.rollup_horizon (
    only_one boolean DEFAULT true NOT NULL,
    version bigint NOT NULL,
    hour bigint NOT NULL,
    CONSTRAINT rollup_horizon_only_one_check CHECK (only_one)
);
COMMENT ON TABLE furrow.rollup_horizon IS 'one row: hours up to this one are marked by each batch of readings, whatever its writer remembers';
ALTER TABLE ONLY furrow.rollup_horizon ADD CONSTRAINT rollup_horizon_pkey PRIMARY KEY (only_one);
GRANT SELECT,UPDATE ON TABLE furrow.rollup_horizon TO {service};

-- server/ground/http

CREATE TABLE furrow.done_call (
    tenant_id bigint NOT NULL,
    user_id bigint NOT NULL,
    key text NOT NULL,
    digest text NOT NULL,
    at bigint NOT NULL,
    answer text
);
COMMENT ON COLUMN furrow.done_call.digest IS 'of the call and its input: another act under the same key is refused';
COMMENT ON COLUMN furrow.done_call.answer IS 'as it was sent; null until it is known, and where it is too long or carries a secret';
ALTER TABLE ONLY furrow.done_call ADD CONSTRAINT done_call_pkey PRIMARY KEY (tenant_id, user_id, key);
ALTER TABLE furrow.done_call ENABLE ROW LEVEL SECURITY;
CREATE INDEX done_call_age ON furrow.done_call USING btree (at);
CREATE INDEX done_call_user ON furrow.done_call USING btree (tenant_id, user_id, at);
CREATE POLICY service ON furrow.done_call TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.done_call TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.done_call TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.done_call TO {service};

-- server/ground/ingest

CREATE TABLE furrow.calculation (
    item_id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    device_id bigint NOT NULL,
    formula text NOT NULL,
    first_id bigint NOT NULL,
    second_id bigint,
    per_ms integer,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    CONSTRAINT calculation_check CHECK (((item_id <> first_id) AND (item_id IS DISTINCT FROM second_id) AND (first_id IS DISTINCT FROM second_id)))
);
COMMENT ON TABLE furrow.calculation IS 'items whose readings the server makes of the readings of others of their device';
COMMENT ON COLUMN furrow.calculation.formula IS 'of contract/devices/formula.ts';
COMMENT ON COLUMN furrow.calculation.per_ms IS 'of a flow: the time to which its unit refers, ms';
ALTER TABLE ONLY furrow.calculation ADD CONSTRAINT calculation_pkey PRIMARY KEY (item_id);
ALTER TABLE furrow.calculation ENABLE ROW LEVEL SECURITY;
CREATE INDEX calculation_device ON furrow.calculation USING btree (device_id);
CREATE INDEX calculation_first ON furrow.calculation USING btree (first_id);
CREATE INDEX calculation_second ON furrow.calculation USING btree (second_id) WHERE (second_id IS NOT NULL);
CREATE TRIGGER calculation_tells AFTER INSERT OR DELETE OR UPDATE ON furrow.calculation FOR EACH ROW EXECUTE FUNCTION furrow.tell_treatment();
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.calculation FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.calculation FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.calculation TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.calculation TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.calculation TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.calculation TO {service};

CREATE TABLE furrow.calibration (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    device_id bigint NOT NULL,
    item_id bigint NOT NULL,
    since bigint NOT NULL,
    factor double precision NOT NULL,
    "offset" double precision NOT NULL,
    reason text NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    CONSTRAINT calibration_check CHECK (((factor <> (0)::double precision) AND (abs(factor) < 'Infinity'::double precision) AND (abs("offset") < 'Infinity'::double precision)))
);
COMMENT ON TABLE furrow.calibration IS 'each calibration of an item, never changed: value = what the device sent * factor + offset';
COMMENT ON COLUMN furrow.calibration.since IS 'readings from this moment on, ms UTC; of several that hold the one made last';
ALTER TABLE furrow.calibration ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE ONLY furrow.calibration ADD CONSTRAINT calibration_pkey PRIMARY KEY (id);
ALTER TABLE furrow.calibration ENABLE ROW LEVEL SECURITY;
CREATE INDEX calibration_device ON furrow.calibration USING btree (device_id);
CREATE INDEX calibration_item ON furrow.calibration USING btree (item_id, id DESC);
CREATE TRIGGER calibration_tells AFTER INSERT ON furrow.calibration FOR EACH ROW EXECUTE FUNCTION furrow.tell_treatment();
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.calibration FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.calibration FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.calibration TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.calibration TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT ON TABLE furrow.calibration TO {request};
GRANT SELECT,INSERT ON TABLE furrow.calibration TO {service};

CREATE TABLE furrow.device_word (
    tenant_id bigint NOT NULL,
    device_id bigint NOT NULL,
    scope text NOT NULL,
    name text NOT NULL,
    value text NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT device_word_scope_check CHECK ((scope = ANY (ARRAY['telemetry'::text, 'attribute'::text])))
)
WITH (fillfactor='60');
COMMENT ON COLUMN furrow.device_word.scope IS 'attribute: what it says of itself; telemetry: what it says beside its readings';
COMMENT ON COLUMN furrow.device_word.value IS 'JSON, as it was said';
COMMENT ON COLUMN furrow.device_word.at IS 'the time that it gave, else that of its arrival, ms UTC';
ALTER TABLE ONLY furrow.device_word ADD CONSTRAINT device_word_pkey PRIMARY KEY (device_id, scope, name);
ALTER TABLE furrow.device_word ENABLE ROW LEVEL SECURITY;
CREATE INDEX device_word_firmware ON furrow.device_word USING btree (device_id) WHERE (name = ANY (ARRAY['firmware'::text, 'fw_version'::text, 'current_fw_version'::text, 'Properties/Firmware'::text, 'Properties/Firmware Version'::text]));
CREATE POLICY service ON furrow.device_word TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.device_word TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT ON TABLE furrow.device_word TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.device_word TO {service};

CREATE TABLE furrow.switch_change (
    switch_id bigint NOT NULL,
    at bigint NOT NULL,
    id bigint NOT NULL,
    status integer NOT NULL,
    tenant_id bigint NOT NULL
);
COMMENT ON TABLE furrow.switch_change IS 'each word of a device on a switch that differs from the one before it, by the time at which the server heard it';
ALTER TABLE furrow.switch_change ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE ONLY furrow.switch_change ADD CONSTRAINT switch_change_pkey PRIMARY KEY (switch_id, at, id) INCLUDE (status);
ALTER TABLE furrow.switch_change ENABLE ROW LEVEL SECURITY;
CREATE INDEX switch_change_age ON furrow.switch_change USING btree (at);
CREATE TRIGGER feeds_push AFTER INSERT ON furrow.switch_change REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION furrow.feed_states();
CREATE POLICY service ON furrow.switch_change TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.switch_change TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT ON TABLE furrow.switch_change TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.switch_change TO {service};

-- server/ground/push

CREATE TABLE furrow.push_delivery (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    tenant_id bigint NOT NULL,
    target_id bigint NOT NULL,
    nth bigint NOT NULL,
    records text NOT NULL,
    n integer NOT NULL,
    created_at bigint NOT NULL,
    first_at bigint NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_at bigint DEFAULT 0 NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    resent boolean DEFAULT false NOT NULL,
    dead_at bigint,
    why text,
    code integer,
    said text DEFAULT ''::text NOT NULL,
    CONSTRAINT push_delivery_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'dead'::text])))
);
COMMENT ON COLUMN furrow.push_delivery.records IS 'JSON, an array: what is sent again is the same to the letter';
ALTER TABLE furrow.push_delivery ALTER COLUMN nth ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE ONLY furrow.push_delivery ADD CONSTRAINT push_delivery_pkey PRIMARY KEY (id);
ALTER TABLE furrow.push_delivery ENABLE ROW LEVEL SECURITY;
CREATE INDEX push_delivery_dead ON furrow.push_delivery USING btree (target_id, nth) WHERE (state = 'dead'::text);
CREATE INDEX push_delivery_waiting ON furrow.push_delivery USING btree (target_id, nth) WHERE (state = 'waiting'::text);
CREATE TRIGGER delivery_tells AFTER UPDATE OF state ON furrow.push_delivery FOR EACH ROW WHEN ((new.state = 'waiting'::text)) EXECUTE FUNCTION furrow.tell_push();
CREATE POLICY service ON furrow.push_delivery TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.push_delivery TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.push_delivery TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.push_delivery TO {service};

CREATE TABLE furrow.push_feed (
    tenant_id bigint NOT NULL,
    id bigint DEFAULT furrow.push_next_id() NOT NULL,
    source text NOT NULL,
    at bigint NOT NULL,
    n integer NOT NULL,
    refs jsonb,
    batch bytea
);
COMMENT ON TABLE furrow.push_feed IS 'what was committed and is to be sent, in order: one row a batch of readings or a statement, kept until all targets of the tenant are past it';
COMMENT ON COLUMN furrow.push_feed.batch IS 'of readings: item ids, times and values as doubles, then places as ints, in columns (batchBytes.ts)';
ALTER TABLE ONLY furrow.push_feed ALTER COLUMN batch SET STORAGE EXTERNAL;
ALTER TABLE ONLY furrow.push_feed ADD CONSTRAINT push_feed_pkey PRIMARY KEY (tenant_id, id);
ALTER TABLE furrow.push_feed ENABLE ROW LEVEL SECURITY;
CREATE POLICY service ON furrow.push_feed TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.push_feed TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT ON TABLE furrow.push_feed TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.push_feed TO {service};

CREATE TABLE furrow.push_progress (
    target_id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    cursor bigint NOT NULL,
    part_id bigint,
    part_at integer DEFAULT 0 NOT NULL,
    delivered bigint DEFAULT 0 NOT NULL,
    dropped bigint DEFAULT 0 NOT NULL,
    success_at bigint,
    error_at bigint,
    why text,
    code integer
)
WITH (fillfactor='50');
COMMENT ON COLUMN furrow.push_progress.cursor IS 'all of the feed up to here was looked at; of the row part_id so many as part_at, too';
ALTER TABLE ONLY furrow.push_progress ADD CONSTRAINT push_progress_pkey PRIMARY KEY (target_id);
ALTER TABLE furrow.push_progress ENABLE ROW LEVEL SECURITY;
CREATE POLICY service ON furrow.push_progress TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.push_progress TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT ON TABLE furrow.push_progress TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.push_progress TO {service};

CREATE TABLE furrow.push_target (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    address text NOT NULL,
    format text DEFAULT 'json'::text NOT NULL,
    topic text DEFAULT ''::text NOT NULL,
    user_name text DEFAULT ''::text NOT NULL,
    password text,
    secret text,
    key_id text NOT NULL,
    headers text,
    header_names text[] DEFAULT '{}'::text[] NOT NULL,
    sources text[] NOT NULL,
    area_ids bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    device_types text[] DEFAULT '{}'::text[] NOT NULL,
    device_ids bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    item_codes text[] DEFAULT '{}'::text[] NOT NULL,
    things text[] DEFAULT '{}'::text[] NOT NULL,
    batch_size integer NOT NULL,
    interval_seconds integer NOT NULL,
    retention_hours integer NOT NULL,
    enabled_flag integer DEFAULT 1 NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    CONSTRAINT push_target_format_check CHECK ((format = ANY (ARRAY['json'::text, 'ndjson'::text]))),
    CONSTRAINT push_target_kind_check CHECK ((kind = ANY (ARRAY['webhook'::text, 'mqtt'::text, 'http'::text])))
);
COMMENT ON COLUMN furrow.push_target.secret IS 'sealed, as are password and headers: what a receiver knows this product by, and this product a receiver';
COMMENT ON COLUMN furrow.push_target.key_id IS 'names the secret to the receiver';
ALTER TABLE furrow.push_target ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.push_target ADD CONSTRAINT push_target_pkey PRIMARY KEY (id);
ALTER TABLE furrow.push_target ENABLE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX push_target_name_unique ON furrow.push_target USING btree (tenant_id, name);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, name, kind, address, format, topic, user_name, password, secret, headers, header_names, sources, area_ids, device_types, device_ids, item_codes, things, batch_size, interval_seconds, retention_hours, enabled_flag, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.push_target FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "dataPush", "names": {"area_ids": ["area", "area_name"], "device_ids": ["device", "name"]}, "title": ["name"], "secret": ["secret", "password", "headers"], "ignored": ["key_id"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.push_target FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "dataPush", "names": {"area_ids": ["area", "area_name"], "device_ids": ["device", "name"]}, "title": ["name"], "secret": ["secret", "password", "headers"], "ignored": ["key_id"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.push_target FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "dataPush", "names": {"area_ids": ["area", "area_name"], "device_ids": ["device", "name"]}, "title": ["name"], "secret": ["secret", "password", "headers"], "ignored": ["key_id"]}');
CREATE TRIGGER target_progress AFTER INSERT ON furrow.push_target FOR EACH ROW EXECUTE FUNCTION furrow.found_progress();
CREATE TRIGGER target_tells AFTER INSERT OR DELETE OR UPDATE ON furrow.push_target FOR EACH ROW EXECUTE FUNCTION furrow.tell_push();
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.push_target FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.push_target FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.push_target TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.push_target TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.push_target TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.push_target TO {service};

-- server/ground/watch

CREATE TABLE furrow.watch_state (
    tenant_id bigint NOT NULL,
    kind text NOT NULL,
    rule_id bigint NOT NULL,
    device_id bigint NOT NULL,
    ordinal integer NOT NULL,
    fingerprint text NOT NULL,
    kept jsonb NOT NULL,
    kept_at bigint NOT NULL,
    tells_loss boolean DEFAULT false NOT NULL
)
WITH (fillfactor='50');
COMMENT ON TABLE furrow.watch_state IS 'one row a watch: what machines/watch/evaluator.ts keeps';
COMMENT ON COLUMN furrow.watch_state.fingerprint IS 'a digest of the bound rule that it is of: of another it says nothing';
COMMENT ON COLUMN furrow.watch_state.tells_loss IS 'people are told by it where its device is lost, whatever else is so';
ALTER TABLE ONLY furrow.watch_state ADD CONSTRAINT watch_state_pkey PRIMARY KEY (tenant_id, kind, rule_id, device_id, ordinal);
ALTER TABLE furrow.watch_state ENABLE ROW LEVEL SECURITY;
CREATE INDEX watch_state_loss ON furrow.watch_state USING btree (device_id) WHERE tells_loss;
CREATE POLICY service ON furrow.watch_state TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.watch_state TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT ON TABLE furrow.watch_state TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.watch_state TO {service};

-- server/inventory

CREATE TABLE furrow.bill_type (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    name text NOT NULL,
    document_kind text NOT NULL,
    direction text NOT NULL,
    prefix text NOT NULL,
    approval_flag integer DEFAULT 1 NOT NULL,
    default_flag integer DEFAULT 0 NOT NULL,
    enabled_flag integer DEFAULT 1 NOT NULL,
    remark text,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE furrow.bill_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.bill_type ADD CONSTRAINT bill_type_pkey PRIMARY KEY (id);
ALTER TABLE furrow.bill_type ENABLE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX bill_type_one_default ON furrow.bill_type USING btree (tenant_id, document_kind) WHERE (default_flag = 1);
CREATE UNIQUE INDEX bill_type_prefix_unique ON furrow.bill_type USING btree (tenant_id, prefix);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, name, document_kind, direction, prefix, approval_flag, default_flag, enabled_flag, remark, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.bill_type FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "billType", "title": ["name"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.bill_type FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "billType", "title": ["name"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.bill_type FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "billType", "title": ["name"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.bill_type FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.bill_type FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.bill_type TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.bill_type TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.bill_type TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.bill_type TO {service};

CREATE TABLE furrow.default_store (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    store_id bigint NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE furrow.default_store ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.default_store ADD CONSTRAINT default_store_area_id_key UNIQUE (area_id);
ALTER TABLE ONLY furrow.default_store ADD CONSTRAINT default_store_pkey PRIMARY KEY (id);
ALTER TABLE furrow.default_store ENABLE ROW LEVEL SECURITY;
CREATE INDEX default_store_store ON furrow.default_store USING btree (store_id);
CREATE INDEX default_store_tenant ON furrow.default_store USING btree (tenant_id);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, area_id, store_id, created_by, created_at, updated_by, updated_at ON furrow.default_store FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["tenant_id"], "kind": "inventoryOption", "part": "default_stores", "names": {"area_id": ["area", "area_name"], "store_id": ["store", "name"]}, "title": []}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.default_store FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["tenant_id"], "kind": "inventoryOption", "part": "default_stores", "names": {"area_id": ["area", "area_name"], "store_id": ["store", "name"]}, "title": []}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.default_store FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["tenant_id"], "kind": "inventoryOption", "part": "default_stores", "names": {"area_id": ["area", "area_name"], "store_id": ["store", "name"]}, "title": []}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.default_store FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.default_store FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.default_store TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.default_store TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.default_store TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.default_store TO {service};

CREATE TABLE furrow.inventory_option (
    tenant_id bigint NOT NULL,
    negative_flag integer DEFAULT 1 NOT NULL,
    over_receipt_percent integer DEFAULT 0 NOT NULL,
    receipt_value text DEFAULT 'zero'::text NOT NULL,
    expired_flag integer DEFAULT 1 NOT NULL,
    expiring_days integer DEFAULT 30 NOT NULL,
    closed_through date,
    object_version_number integer DEFAULT 0 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    CONSTRAINT inventory_option_expiring_days_check CHECK (((expiring_days >= 1) AND (expiring_days <= 365))),
    CONSTRAINT inventory_option_over_receipt_percent_check CHECK (((over_receipt_percent >= 0) AND (over_receipt_percent <= 100)))
);
COMMENT ON COLUMN furrow.inventory_option.object_version_number IS '0: nobody has saved it yet';
ALTER TABLE ONLY furrow.inventory_option ADD CONSTRAINT inventory_option_pkey PRIMARY KEY (tenant_id);
ALTER TABLE furrow.inventory_option ENABLE ROW LEVEL SECURITY;
CREATE TRIGGER audit_changed AFTER UPDATE OF tenant_id, negative_flag, over_receipt_percent, receipt_value, expired_flag, expiring_days, closed_through, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.inventory_option FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["tenant_id"], "kind": "inventoryOption", "title": [], "silentlyMade": true}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.inventory_option FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["tenant_id"], "kind": "inventoryOption", "title": [], "silentlyMade": true}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.inventory_option FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.inventory_option FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.inventory_option TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.inventory_option TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.inventory_option TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.inventory_option TO {service};

CREATE TABLE furrow.land_safety (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    land_id bigint NOT NULL,
    posting_id bigint,
    product_id bigint NOT NULL,
    interval_days double precision NOT NULL,
    effective_at bigint NOT NULL,
    safe_from date NOT NULL,
    activity_id bigint,
    CONSTRAINT land_safety_cause CHECK ((num_nonnulls(posting_id, activity_id) = 1))
);
COMMENT ON TABLE furrow.land_safety IS 'what a plot remembers of products with a safety interval that were issued to it or sprayed on it; gone when the posting is taken back or the spray is deleted';
COMMENT ON COLUMN furrow.land_safety.interval_days IS 'as the product had it then';
ALTER TABLE furrow.land_safety ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE ONLY furrow.land_safety ADD CONSTRAINT land_safety_activity UNIQUE (activity_id, product_id);
ALTER TABLE ONLY furrow.land_safety ADD CONSTRAINT land_safety_pkey PRIMARY KEY (id);
ALTER TABLE ONLY furrow.land_safety ADD CONSTRAINT land_safety_posting_id_product_id_key UNIQUE (posting_id, product_id);
ALTER TABLE furrow.land_safety ENABLE ROW LEVEL SECURITY;
CREATE INDEX land_safety_land ON furrow.land_safety USING btree (tenant_id, land_id, safe_from DESC, id DESC);
CREATE INDEX land_safety_of_land ON furrow.land_safety USING btree (land_id);
CREATE INDEX land_safety_product ON furrow.land_safety USING btree (product_id);
CREATE POLICY service ON furrow.land_safety TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.land_safety TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.land_safety TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.land_safety TO {service};

CREATE TABLE furrow.measure_unit (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    name text NOT NULL,
    symbol text NOT NULL,
    dimension text NOT NULL,
    numerator integer DEFAULT 1 NOT NULL,
    denominator integer DEFAULT 1 NOT NULL,
    enabled_flag integer DEFAULT 1 NOT NULL,
    remark text,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    CONSTRAINT measure_unit_denominator_check CHECK ((denominator > 0)),
    CONSTRAINT measure_unit_numerator_check CHECK ((numerator > 0))
);
COMMENT ON COLUMN furrow.measure_unit.numerator IS 'one of it is numerator / denominator of the basic unit of its dimension';
ALTER TABLE furrow.measure_unit ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.measure_unit ADD CONSTRAINT measure_unit_pkey PRIMARY KEY (id);
ALTER TABLE furrow.measure_unit ENABLE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX measure_unit_name_unique ON furrow.measure_unit USING btree (tenant_id, name);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, name, symbol, dimension, numerator, denominator, enabled_flag, remark, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.measure_unit FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "measureUnit", "title": ["name"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.measure_unit FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "measureUnit", "title": ["name"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.measure_unit FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "measureUnit", "title": ["name"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.measure_unit FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.measure_unit FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.measure_unit TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.measure_unit TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.measure_unit TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.measure_unit TO {service};

CREATE TABLE furrow.partner (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    name text NOT NULL,
    code text,
    category text NOT NULL,
    abbreviation text,
    staff text,
    representative text,
    phone text,
    email text,
    address text,
    bank text,
    bank_account text,
    tax_number text,
    enabled_flag integer DEFAULT 1 NOT NULL,
    remark text,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE furrow.partner ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.partner ADD CONSTRAINT partner_pkey PRIMARY KEY (id);
ALTER TABLE furrow.partner ENABLE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX partner_code_unique ON furrow.partner USING btree (tenant_id, code);
CREATE INDEX partner_tenant ON furrow.partner USING btree (tenant_id, id DESC);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, name, code, category, abbreviation, staff, representative, phone, email, address, bank, bank_account, tax_number, enabled_flag, remark, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.partner FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "partner", "title": ["name"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.partner FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "partner", "title": ["name"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.partner FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "partner", "title": ["name"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.partner FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.partner FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.partner TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.partner TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.partner TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.partner TO {service};

CREATE TABLE furrow.product (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    name text NOT NULL,
    code text,
    barcode text,
    product_type text NOT NULL,
    model text,
    specification text,
    standard_id bigint,
    alias text,
    brand text,
    stock_unit_id bigint NOT NULL,
    purchase_unit_id bigint,
    purchase_numerator integer DEFAULT 1 NOT NULL,
    purchase_denominator integer DEFAULT 1 NOT NULL,
    retail_unit_id bigint,
    retail_numerator integer DEFAULT 1 NOT NULL,
    retail_denominator integer DEFAULT 1 NOT NULL,
    retail_price numeric(7,2),
    vip_price numeric(7,2),
    cost_price numeric(7,2),
    lot_flag integer DEFAULT 0 NOT NULL,
    expiry_flag integer DEFAULT 0 NOT NULL,
    shelf_days double precision,
    pictures jsonb DEFAULT '[]'::jsonb NOT NULL,
    category text,
    registration_no text,
    active_ingredient text,
    toxicity text,
    safety_interval_days double precision,
    dose_min numeric(7,2),
    dose_max numeric(7,2),
    dose_unit_id bigint,
    target_crops text,
    enabled_flag integer DEFAULT 1 NOT NULL,
    remark text,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    CONSTRAINT product_check CHECK ((dose_min <= dose_max)),
    CONSTRAINT product_purchase_denominator_check CHECK ((purchase_denominator > 0)),
    CONSTRAINT product_purchase_numerator_check CHECK ((purchase_numerator > 0)),
    CONSTRAINT product_retail_denominator_check CHECK ((retail_denominator > 0)),
    CONSTRAINT product_retail_numerator_check CHECK ((retail_numerator > 0))
);
COMMENT ON COLUMN furrow.product.purchase_numerator IS 'one purchase unit is purchase_numerator / purchase_denominator stock units; retail likewise';
ALTER TABLE furrow.product ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.product ADD CONSTRAINT product_pkey PRIMARY KEY (id);
ALTER TABLE furrow.product ENABLE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX product_barcode_unique ON furrow.product USING btree (tenant_id, barcode);
CREATE UNIQUE INDEX product_code_unique ON furrow.product USING btree (tenant_id, code);
CREATE INDEX product_dose_unit ON furrow.product USING btree (dose_unit_id) WHERE (dose_unit_id IS NOT NULL);
CREATE INDEX product_purchase_unit ON furrow.product USING btree (purchase_unit_id) WHERE (purchase_unit_id IS NOT NULL);
CREATE INDEX product_retail_unit ON furrow.product USING btree (retail_unit_id) WHERE (retail_unit_id IS NOT NULL);
CREATE INDEX product_standard_of ON furrow.product USING btree (standard_id) WHERE (standard_id IS NOT NULL);
CREATE INDEX product_stock_unit ON furrow.product USING btree (stock_unit_id);
CREATE INDEX product_tenant ON furrow.product USING btree (tenant_id, id DESC);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, name, code, barcode, product_type, model, specification, standard_id, alias, brand, stock_unit_id, purchase_unit_id, purchase_numerator, purchase_denominator, retail_unit_id, retail_numerator, retail_denominator, retail_price, vip_price, cost_price, lot_flag, expiry_flag, shelf_days, pictures, category, registration_no, active_ingredient, toxicity, safety_interval_days, dose_min, dose_max, dose_unit_id, target_crops, enabled_flag, remark, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.product FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "product", "names": {"standard_id": ["product_standard", "name"], "dose_unit_id": ["measure_unit", "name"], "stock_unit_id": ["measure_unit", "name"], "retail_unit_id": ["measure_unit", "name"], "purchase_unit_id": ["measure_unit", "name"]}, "title": ["name"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.product FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "product", "names": {"standard_id": ["product_standard", "name"], "dose_unit_id": ["measure_unit", "name"], "stock_unit_id": ["measure_unit", "name"], "retail_unit_id": ["measure_unit", "name"], "purchase_unit_id": ["measure_unit", "name"]}, "title": ["name"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.product FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "product", "names": {"standard_id": ["product_standard", "name"], "dose_unit_id": ["measure_unit", "name"], "stock_unit_id": ["measure_unit", "name"], "retail_unit_id": ["measure_unit", "name"], "purchase_unit_id": ["measure_unit", "name"]}, "title": ["name"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.product FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.product FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.product TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.product TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.product TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.product TO {service};

CREATE TABLE furrow.product_standard (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    name text NOT NULL,
    code text,
    enabled_flag integer DEFAULT 1 NOT NULL,
    remark text,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE furrow.product_standard ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.product_standard ADD CONSTRAINT product_standard_pkey PRIMARY KEY (id);
ALTER TABLE furrow.product_standard ENABLE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX product_standard_name_unique ON furrow.product_standard USING btree (tenant_id, name);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, name, code, enabled_flag, remark, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.product_standard FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "productStandard", "title": ["name"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.product_standard FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "productStandard", "title": ["name"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.product_standard FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "productStandard", "title": ["name"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.product_standard FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.product_standard FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.product_standard TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.product_standard TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.product_standard TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.product_standard TO {service};

CREATE TABLE furrow.shop (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    store_id bigint,
    name text NOT NULL,
    code text,
    manager_name text,
    manager_phone text,
    address text,
    opening_hours text,
    enabled_flag integer DEFAULT 1 NOT NULL,
    remark text,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE furrow.shop ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.shop ADD CONSTRAINT shop_pkey PRIMARY KEY (id);
ALTER TABLE furrow.shop ENABLE ROW LEVEL SECURITY;
CREATE INDEX shop_area ON furrow.shop USING btree (tenant_id, area_id, id);
CREATE INDEX shop_base ON furrow.shop USING btree (area_id);
CREATE UNIQUE INDEX shop_code_unique ON furrow.shop USING btree (tenant_id, code);
CREATE INDEX shop_store ON furrow.shop USING btree (store_id) WHERE (store_id IS NOT NULL);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, area_id, store_id, name, code, manager_name, manager_phone, address, opening_hours, enabled_flag, remark, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.shop FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "shop", "names": {"area_id": ["area", "area_name"], "store_id": ["store", "name"]}, "title": ["name"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.shop FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "shop", "names": {"area_id": ["area", "area_name"], "store_id": ["store", "name"]}, "title": ["name"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.shop FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "shop", "names": {"area_id": ["area", "area_name"], "store_id": ["store", "name"]}, "title": ["name"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.shop FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.shop FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.shop TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.shop TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.shop TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.shop TO {service};

CREATE TABLE furrow.stock_balance (
    tenant_id bigint NOT NULL,
    product_id bigint NOT NULL,
    store_id bigint NOT NULL,
    transit boolean DEFAULT false NOT NULL,
    on_hand numeric(20,6) DEFAULT 0 NOT NULL,
    reserved numeric(20,6) DEFAULT 0 NOT NULL,
    value numeric(20,6) DEFAULT 0 NOT NULL,
    counted_at bigint,
    CONSTRAINT stock_balance_check CHECK (((on_hand > (0)::numeric) OR (value = (0)::numeric))),
    CONSTRAINT stock_balance_reserved_check CHECK ((reserved >= (0)::numeric)),
    CONSTRAINT stock_balance_value_check CHECK ((value >= (0)::numeric))
);
COMMENT ON TABLE furrow.stock_balance IS 'what the rows of the ledger come to, and what is promised of it; transit: on its way to the store';
COMMENT ON COLUMN furrow.stock_balance.counted_at IS 'when a stocktaking was settled here last, ms: nothing is posted before it';
ALTER TABLE ONLY furrow.stock_balance ADD CONSTRAINT stock_balance_pkey PRIMARY KEY (tenant_id, product_id, store_id, transit);
ALTER TABLE furrow.stock_balance ENABLE ROW LEVEL SECURITY;
CREATE INDEX stock_balance_product ON furrow.stock_balance USING btree (product_id);
CREATE INDEX stock_balance_store ON furrow.stock_balance USING btree (store_id);
CREATE POLICY service ON furrow.stock_balance TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.stock_balance TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.stock_balance TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.stock_balance TO {service};

CREATE TABLE furrow.stock_entry (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    posting_id bigint NOT NULL,
    line_id bigint NOT NULL,
    kind text NOT NULL,
    product_id bigint NOT NULL,
    store_id bigint NOT NULL,
    transit boolean DEFAULT false NOT NULL,
    lot_id bigint,
    quantity numeric(20,6) NOT NULL,
    value numeric(20,6) NOT NULL,
    effective_at bigint NOT NULL,
    CONSTRAINT stock_entry_check CHECK (((kind = 'move'::text) = (quantity <> (0)::numeric))),
    CONSTRAINT stock_entry_kind_check CHECK ((kind = ANY (ARRAY['move'::text, 'revalue'::text])))
);
COMMENT ON TABLE furrow.stock_entry IS 'the ledger: its id is the order in which it was written; nobody changes or deletes a row';
ALTER TABLE furrow.stock_entry ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE ONLY furrow.stock_entry ADD CONSTRAINT stock_entry_pkey PRIMARY KEY (id);
ALTER TABLE furrow.stock_entry ENABLE ROW LEVEL SECURITY;
CREATE INDEX stock_entry_line ON furrow.stock_entry USING btree (line_id);
CREATE INDEX stock_entry_lot ON furrow.stock_entry USING btree (lot_id, store_id, transit) WHERE (lot_id IS NOT NULL);
CREATE INDEX stock_entry_place ON furrow.stock_entry USING btree (tenant_id, product_id, store_id, transit, effective_at, id) INCLUDE (quantity, value);
CREATE INDEX stock_entry_posting ON furrow.stock_entry USING btree (posting_id);
CREATE INDEX stock_entry_store ON furrow.stock_entry USING btree (store_id);
CREATE INDEX stock_entry_time ON furrow.stock_entry USING btree (tenant_id, effective_at, id);
CREATE POLICY service ON furrow.stock_entry TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.stock_entry TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT ON TABLE furrow.stock_entry TO {request};
GRANT SELECT,INSERT ON TABLE furrow.stock_entry TO {service};

CREATE TABLE furrow.stock_limit (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    store_id bigint NOT NULL,
    product_id bigint NOT NULL,
    min_quantity numeric(7,2),
    max_quantity numeric(7,2),
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    CONSTRAINT stock_limit_check CHECK ((min_quantity <= max_quantity)),
    CONSTRAINT stock_limit_check1 CHECK (((min_quantity IS NOT NULL) OR (max_quantity IS NOT NULL)))
);
ALTER TABLE furrow.stock_limit ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.stock_limit ADD CONSTRAINT stock_limit_pkey PRIMARY KEY (id);
ALTER TABLE furrow.stock_limit ENABLE ROW LEVEL SECURITY;
CREATE INDEX stock_limit_product ON furrow.stock_limit USING btree (product_id);
CREATE UNIQUE INDEX stock_limit_product_unique ON furrow.stock_limit USING btree (store_id, product_id);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, product_id, min_quantity, max_quantity, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.stock_limit FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["store_id"], "kind": "store", "part": "limits", "names": {"store_id": ["store", "name"], "product_id": ["product", "name"]}, "title": ["store_id"], "ignored": ["store_id"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.stock_limit FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["store_id"], "kind": "store", "part": "limits", "names": {"store_id": ["store", "name"], "product_id": ["product", "name"]}, "title": ["store_id"], "ignored": ["store_id"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.stock_limit FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["store_id"], "kind": "store", "part": "limits", "names": {"store_id": ["store", "name"], "product_id": ["product", "name"]}, "title": ["store_id"], "ignored": ["store_id"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.stock_limit FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.stock_limit FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.stock_limit TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.stock_limit TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.stock_limit TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.stock_limit TO {service};

CREATE TABLE furrow.stock_lot (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    product_id bigint NOT NULL,
    lot_no text NOT NULL,
    expires_on date
);
ALTER TABLE furrow.stock_lot ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.stock_lot ADD CONSTRAINT stock_lot_pkey PRIMARY KEY (id);
ALTER TABLE ONLY furrow.stock_lot ADD CONSTRAINT stock_lot_tenant_id_product_id_lot_no_key UNIQUE (tenant_id, product_id, lot_no);
ALTER TABLE furrow.stock_lot ENABLE ROW LEVEL SECURITY;
CREATE INDEX stock_lot_product ON furrow.stock_lot USING btree (product_id);
CREATE POLICY service ON furrow.stock_lot TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.stock_lot TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.stock_lot TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.stock_lot TO {service};

CREATE TABLE furrow.stock_lot_balance (
    tenant_id bigint NOT NULL,
    lot_id bigint NOT NULL,
    store_id bigint NOT NULL,
    transit boolean DEFAULT false NOT NULL,
    on_hand numeric(20,6) DEFAULT 0 NOT NULL,
    reserved numeric(20,6) DEFAULT 0 NOT NULL,
    CONSTRAINT stock_lot_balance_reserved_check CHECK ((reserved >= (0)::numeric))
);
ALTER TABLE ONLY furrow.stock_lot_balance ADD CONSTRAINT stock_lot_balance_pkey PRIMARY KEY (lot_id, store_id, transit);
ALTER TABLE furrow.stock_lot_balance ENABLE ROW LEVEL SECURITY;
CREATE INDEX stock_lot_balance_store ON furrow.stock_lot_balance USING btree (store_id);
CREATE INDEX stock_lot_balance_tenant ON furrow.stock_lot_balance USING btree (tenant_id);
CREATE POLICY service ON furrow.stock_lot_balance TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.stock_lot_balance TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.stock_lot_balance TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.stock_lot_balance TO {service};

CREATE TABLE furrow.stock_posting (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    document_id bigint NOT NULL,
    kind text NOT NULL,
    effective_at bigint NOT NULL,
    at bigint NOT NULL,
    user_id bigint NOT NULL,
    user_name text NOT NULL,
    reason text,
    reverses_id bigint,
    CONSTRAINT stock_posting_check CHECK (((kind = 'reverse'::text) = (reverses_id IS NOT NULL))),
    CONSTRAINT stock_posting_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'reverse'::text])))
);
COMMENT ON TABLE furrow.stock_posting IS 'goods that moved in one step; nobody changes or deletes one, a mistake is taken back by another';
ALTER TABLE furrow.stock_posting ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE ONLY furrow.stock_posting ADD CONSTRAINT stock_posting_pkey PRIMARY KEY (id);
ALTER TABLE ONLY furrow.stock_posting ADD CONSTRAINT stock_posting_reverses_id_key UNIQUE (reverses_id);
ALTER TABLE furrow.stock_posting ENABLE ROW LEVEL SECURITY;
CREATE INDEX stock_posting_document ON furrow.stock_posting USING btree (document_id, id);
CREATE INDEX stock_posting_tenant ON furrow.stock_posting USING btree (tenant_id, id DESC);
CREATE POLICY service ON furrow.stock_posting TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.stock_posting TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT ON TABLE furrow.stock_posting TO {request};
GRANT SELECT,INSERT ON TABLE furrow.stock_posting TO {service};

CREATE TABLE furrow.store (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    name text NOT NULL,
    warehouse_code text,
    address text,
    manager_name text,
    manager_phone text,
    negative_flag integer DEFAULT 0 NOT NULL,
    enabled_flag integer DEFAULT 1 NOT NULL,
    remark text,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE furrow.store ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.store ADD CONSTRAINT store_pkey PRIMARY KEY (id);
ALTER TABLE furrow.store ENABLE ROW LEVEL SECURITY;
CREATE INDEX store_area ON furrow.store USING btree (tenant_id, area_id, id);
CREATE INDEX store_base ON furrow.store USING btree (area_id);
CREATE UNIQUE INDEX store_warehouse_code_unique ON furrow.store USING btree (tenant_id, warehouse_code);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, area_id, name, warehouse_code, address, manager_name, manager_phone, negative_flag, enabled_flag, remark, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.store FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "store", "names": {"area_id": ["area", "area_name"]}, "title": ["name"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.store FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "store", "names": {"area_id": ["area", "area_name"]}, "title": ["name"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.store FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "store", "names": {"area_id": ["area", "area_name"]}, "title": ["name"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.store FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.store FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.store TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.store TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.store TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.store TO {service};

-- server/media

CREATE TABLE furrow.picture (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    picture_name text NOT NULL,
    folder_id bigint,
    tags jsonb DEFAULT '[]'::jsonb NOT NULL,
    file_url text NOT NULL,
    file_id uuid NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE furrow.picture ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.picture ADD CONSTRAINT picture_once UNIQUE (tenant_id, file_id);
ALTER TABLE ONLY furrow.picture ADD CONSTRAINT picture_pkey PRIMARY KEY (id);
ALTER TABLE furrow.picture ENABLE ROW LEVEL SECURITY;
CREATE INDEX picture_in_folder ON furrow.picture USING btree (tenant_id, folder_id, id DESC);
CREATE INDEX picture_newest ON furrow.picture USING btree (tenant_id, id DESC);
CREATE INDEX picture_tags ON furrow.picture USING gin (tags);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, picture_name, folder_id, tags, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.picture FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "picture", "names": {"folder_id": ["picture_folder", "folder_name"]}, "title": ["picture_name"], "ignored": ["file_id", "file_url"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.picture FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "picture", "names": {"folder_id": ["picture_folder", "folder_name"]}, "title": ["picture_name"], "ignored": ["file_id", "file_url"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.picture FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "picture", "names": {"folder_id": ["picture_folder", "folder_name"]}, "title": ["picture_name"], "ignored": ["file_id", "file_url"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.picture FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.picture FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.picture TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.picture TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.picture TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.picture TO {service};

CREATE TABLE furrow.picture_folder (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    folder_name text NOT NULL,
    parent_id bigint,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE furrow.picture_folder ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.picture_folder ADD CONSTRAINT picture_folder_of_tenant UNIQUE (tenant_id, id);
ALTER TABLE ONLY furrow.picture_folder ADD CONSTRAINT picture_folder_pkey PRIMARY KEY (id);
ALTER TABLE furrow.picture_folder ENABLE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX picture_folder_folder_name_unique ON furrow.picture_folder USING btree (tenant_id, COALESCE(parent_id, (0)::bigint), lower(folder_name));
CREATE INDEX picture_folder_under ON furrow.picture_folder USING btree (tenant_id, parent_id);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, folder_name, parent_id, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.picture_folder FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "pictureFolder", "names": {"parent_id": ["picture_folder", "folder_name"]}, "title": ["folder_name"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.picture_folder FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "pictureFolder", "names": {"parent_id": ["picture_folder", "folder_name"]}, "title": ["folder_name"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.picture_folder FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "pictureFolder", "names": {"parent_id": ["picture_folder", "folder_name"]}, "title": ["folder_name"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.picture_folder FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.picture_folder FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.picture_folder TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.picture_folder TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.picture_folder TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.picture_folder TO {service};

CREATE TABLE furrow.promo_video (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    title text NOT NULL,
    file_url text NOT NULL,
    file_id uuid NOT NULL,
    poster_url text,
    seconds integer NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    enabled_flag integer DEFAULT 0 NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE furrow.promo_video ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.promo_video ADD CONSTRAINT promo_video_pkey PRIMARY KEY (id);
ALTER TABLE furrow.promo_video ENABLE ROW LEVEL SECURITY;
CREATE INDEX promo_video_order ON furrow.promo_video USING btree (tenant_id, "position", id);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, title, enabled_flag, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.promo_video FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "promoVideo", "title": ["title"], "ignored": ["file_id", "file_url", "poster_url", "position", "seconds"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.promo_video FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "promoVideo", "title": ["title"], "ignored": ["file_id", "file_url", "poster_url", "position", "seconds"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.promo_video FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "promoVideo", "title": ["title"], "ignored": ["file_id", "file_url", "poster_url", "position", "seconds"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.promo_video FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.promo_video FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.promo_video TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.promo_video TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.promo_video TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.promo_video TO {service};

-- server/news

CREATE TABLE furrow.consult_read (
    tenant_id bigint NOT NULL,
    day date NOT NULL,
    consult_id bigint NOT NULL,
    network bytea NOT NULL,
    visitor bytea NOT NULL
);
COMMENT ON TABLE furrow.consult_read IS 'who was counted today, as sums under a secret: no address is kept, and nothing of an earlier day';
ALTER TABLE ONLY furrow.consult_read ADD CONSTRAINT consult_read_pkey PRIMARY KEY (consult_id, day, network, visitor);
ALTER TABLE furrow.consult_read ENABLE ROW LEVEL SECURITY;
CREATE INDEX consult_read_day ON furrow.consult_read USING btree (day);
CREATE POLICY service ON furrow.consult_read TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.consult_read TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.consult_read TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.consult_read TO {service};

CREATE TABLE furrow.consult_trash (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    title text NOT NULL,
    deleted_at bigint NOT NULL,
    fields jsonb NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE ONLY furrow.consult_trash ADD CONSTRAINT consult_trash_pkey PRIMARY KEY (id);
ALTER TABLE furrow.consult_trash ENABLE ROW LEVEL SECURITY;
CREATE INDEX consult_trash_newest ON furrow.consult_trash USING btree (tenant_id, deleted_at DESC, id DESC);
CREATE INDEX consult_trash_oldest ON furrow.consult_trash USING btree (deleted_at);
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.consult_trash FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.consult_trash FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.consult_trash TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.consult_trash TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.consult_trash TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.consult_trash TO {service};

CREATE TABLE furrow.consult_version (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    consult_id bigint NOT NULL,
    version integer NOT NULL,
    title text NOT NULL,
    fields jsonb NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
COMMENT ON TABLE furrow.consult_version IS 'what an article said before it was changed; it outlives the article while that is in the trash';
ALTER TABLE furrow.consult_version ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.consult_version ADD CONSTRAINT consult_version_consult_id_version_key UNIQUE (consult_id, version);
ALTER TABLE ONLY furrow.consult_version ADD CONSTRAINT consult_version_pkey PRIMARY KEY (id);
ALTER TABLE furrow.consult_version ENABLE ROW LEVEL SECURITY;
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.consult_version FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.consult_version FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.consult_version TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.consult_version TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.consult_version TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.consult_version TO {service};

-- server/notices

CREATE TABLE furrow.notice_audience (
    tenant_id bigint NOT NULL,
    notice_id bigint NOT NULL,
    kind text NOT NULL,
    target_id bigint NOT NULL,
    CONSTRAINT notice_audience_kind_check CHECK ((kind = ANY (ARRAY['role'::text, 'unit'::text, 'area'::text, 'user'::text])))
);
COMMENT ON TABLE furrow.notice_audience IS 'whom announcements name; who that is, is asked when somebody reads, so what is gone meanwhile names nobody';
ALTER TABLE ONLY furrow.notice_audience ADD CONSTRAINT notice_audience_pkey PRIMARY KEY (notice_id, kind, target_id);
ALTER TABLE furrow.notice_audience ENABLE ROW LEVEL SECURITY;
CREATE INDEX notice_audience_tenant ON furrow.notice_audience USING btree (tenant_id, notice_id);
CREATE POLICY service ON furrow.notice_audience TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.notice_audience TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.notice_audience TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.notice_audience TO {service};

-- server/organization

CREATE TABLE furrow.corporation (
    tenant_id bigint NOT NULL,
    english_name text,
    credit_code text,
    legal_person text,
    address text,
    contact text,
    phone text,
    licences jsonb DEFAULT '[]'::jsonb NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE ONLY furrow.corporation ADD CONSTRAINT corporation_pkey PRIMARY KEY (tenant_id);
ALTER TABLE furrow.corporation ENABLE ROW LEVEL SECURITY;
CREATE TRIGGER audit_changed AFTER UPDATE OF tenant_id, english_name, credit_code, legal_person, address, contact, phone, licences, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.corporation FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["tenant_id"], "kind": "tenant", "names": {"tenant_id": ["tenant", "name"]}, "title": ["tenant_id"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.corporation FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["tenant_id"], "kind": "tenant", "names": {"tenant_id": ["tenant", "name"]}, "title": ["tenant_id"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.corporation FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.corporation FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.corporation TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.corporation TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.corporation TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.corporation TO {service};

CREATE TABLE furrow.entry_link (
    token_hash text NOT NULL,
    user_id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    purpose text NOT NULL,
    made_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint,
    CONSTRAINT entry_link_purpose_check CHECK ((purpose = ANY (ARRAY['begin'::text, 'reset'::text])))
);
COMMENT ON TABLE furrow.entry_link IS 'links by which somebody chooses a password, once; only the newest of a user is good';
ALTER TABLE ONLY furrow.entry_link ADD CONSTRAINT entry_link_pkey PRIMARY KEY (token_hash);
ALTER TABLE furrow.entry_link ENABLE ROW LEVEL SECURITY;
CREATE INDEX entry_link_user ON furrow.entry_link USING btree (user_id, made_at);
CREATE POLICY service ON furrow.entry_link TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.entry_link TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.entry_link TO {service};

CREATE TABLE furrow.leader_line (
    tenant_id bigint NOT NULL,
    user_id bigint NOT NULL,
    leader_id bigint NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    CONSTRAINT approval_leader_check CHECK ((user_id <> leader_id))
);
COMMENT ON TABLE furrow.leader_line IS 'a leader who was named for one person, and stands before those of the units';
ALTER TABLE ONLY furrow.leader_line ADD CONSTRAINT approval_leader_pkey PRIMARY KEY (tenant_id, user_id);
ALTER TABLE furrow.leader_line ENABLE ROW LEVEL SECURITY;
CREATE INDEX leader_line_leader ON furrow.leader_line USING btree (tenant_id, leader_id);
CREATE TRIGGER audit_changed AFTER UPDATE OF tenant_id, user_id, leader_id, created_by, created_at, updated_by, updated_at ON furrow.leader_line FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["user_id"], "kind": "leader", "names": {"user_id": ["app_user", "real_name"], "leader_id": ["app_user", "real_name"]}, "title": ["user_id"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.leader_line FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["user_id"], "kind": "leader", "names": {"user_id": ["app_user", "real_name"], "leader_id": ["app_user", "real_name"]}, "title": ["user_id"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.leader_line FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["user_id"], "kind": "leader", "names": {"user_id": ["app_user", "real_name"], "leader_id": ["app_user", "real_name"]}, "title": ["user_id"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.leader_line FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.leader_line FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.leader_line TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.leader_line TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.leader_line TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.leader_line TO {service};

CREATE TABLE furrow.org_unit (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    kind text NOT NULL,
    parent_id bigint,
    area_id bigint,
    name text,
    code text,
    sort integer DEFAULT 0 NOT NULL,
    leader_id bigint,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    CONSTRAINT org_unit_check CHECK (((kind = 'enterprise'::text) = (parent_id IS NULL))),
    CONSTRAINT org_unit_check1 CHECK (((kind = 'base'::text) = (area_id IS NOT NULL))),
    CONSTRAINT org_unit_check2 CHECK (((kind = ANY (ARRAY['company'::text, 'department'::text])) = (name IS NOT NULL))),
    CONSTRAINT org_unit_kind_check CHECK ((kind = ANY (ARRAY['enterprise'::text, 'company'::text, 'base'::text, 'department'::text])))
);
COMMENT ON COLUMN furrow.org_unit.name IS 'of companies and departments; an enterprise is called as its tenant and a base as its area';
ALTER TABLE furrow.org_unit ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.org_unit ADD CONSTRAINT org_unit_area_id_key UNIQUE (area_id);
ALTER TABLE ONLY furrow.org_unit ADD CONSTRAINT org_unit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY furrow.org_unit ADD CONSTRAINT org_unit_tenant_id_id_key UNIQUE (tenant_id, id);
ALTER TABLE furrow.org_unit ENABLE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX org_unit_code_unique ON furrow.org_unit USING btree (tenant_id, code);
CREATE UNIQUE INDEX org_unit_name_unique ON furrow.org_unit USING btree (tenant_id, parent_id, lower(name)) WHERE (name IS NOT NULL);
CREATE INDEX org_unit_parent ON furrow.org_unit USING btree (tenant_id, parent_id, sort, id);
CREATE UNIQUE INDEX org_unit_root ON furrow.org_unit USING btree (tenant_id) WHERE (kind = 'enterprise'::text);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, parent_id, name, code, leader_id, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.org_unit FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "orgUnit", "names": {"id": ["org_unit_named", "name"], "leader_id": ["app_user", "real_name"], "parent_id": ["org_unit_named", "name"]}, "title": ["id"], "ignored": ["area_id", "kind", "sort"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.org_unit FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "orgUnit", "names": {"id": ["org_unit_named", "name"], "leader_id": ["app_user", "real_name"], "parent_id": ["org_unit_named", "name"]}, "title": ["id"], "ignored": ["area_id", "kind", "sort"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.org_unit FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['company'::text, 'department'::text]))) EXECUTE FUNCTION furrow.record_audit('{"key":["id"],"kind":"orgUnit","title":["id"],"ignored":["area_id","kind","sort"],"names":{"id":["org_unit_named","name"],"parent_id":["org_unit_named","name"],"leader_id":["app_user","real_name"]}}');
CREATE TRIGGER unit_followed AFTER INSERT OR DELETE OR UPDATE OF parent_id ON furrow.org_unit FOR EACH ROW EXECUTE FUNCTION furrow.follow_tree();
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.org_unit FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.org_unit FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.org_unit TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.org_unit TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.org_unit TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.org_unit TO {service};

CREATE TABLE furrow.sim_card (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    area_id bigint NOT NULL,
    iccid text NOT NULL,
    msisdn text,
    carrier text,
    plan_name text,
    allowance_mb double precision,
    expires_on date,
    card_state text NOT NULL,
    device_eui text,
    remark text,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint,
    asked_at bigint,
    read_at bigint,
    read_fault text
);
COMMENT ON COLUMN furrow.sim_card.asked_at IS 'when the carrier was asked last';
COMMENT ON COLUMN furrow.sim_card.read_at IS 'when it was read last; read_fault says why it was not since';
ALTER TABLE furrow.sim_card ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.sim_card ADD CONSTRAINT sim_card_pkey PRIMARY KEY (id);
ALTER TABLE furrow.sim_card ENABLE ROW LEVEL SECURITY;
CREATE INDEX sim_card_area ON furrow.sim_card USING btree (tenant_id, area_id, id);
CREATE UNIQUE INDEX sim_card_iccid_unique ON furrow.sim_card USING btree (tenant_id, iccid);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, area_id, iccid, msisdn, carrier, plan_name, allowance_mb, expires_on, card_state, device_eui, remark, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.sim_card FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "simCard", "names": {"area_id": ["area", "area_name"]}, "title": ["iccid"], "ignored": ["asked_at", "read_at", "read_fault"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.sim_card FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "simCard", "names": {"area_id": ["area", "area_name"]}, "title": ["iccid"], "ignored": ["asked_at", "read_at", "read_fault"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.sim_card FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "simCard", "names": {"area_id": ["area", "area_name"]}, "title": ["iccid"], "ignored": ["asked_at", "read_at", "read_fault"]}');
CREATE TRIGGER who_changed BEFORE UPDATE OF id, tenant_id, area_id, iccid, msisdn, carrier, plan_name, allowance_mb, expires_on, card_state, device_eui, remark, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.sim_card FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.sim_card FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.sim_card TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.sim_card TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.sim_card TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.sim_card TO {service};

CREATE TABLE furrow.sim_source (
    tenant_id bigint NOT NULL,
    address text NOT NULL,
    method text NOT NULL,
    header_name text NOT NULL,
    secret text,
    fields jsonb NOT NULL,
    enabled_flag integer NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
COMMENT ON COLUMN furrow.sim_source.secret IS 'sealed';
ALTER TABLE ONLY furrow.sim_source ADD CONSTRAINT sim_source_pkey PRIMARY KEY (tenant_id);
ALTER TABLE furrow.sim_source ENABLE ROW LEVEL SECURITY;
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.sim_source FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.sim_source FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.sim_source TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.sim_source TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.sim_source TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.sim_source TO {service};

CREATE TABLE furrow.sim_trial (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    asked text NOT NULL,
    tried_at bigint NOT NULL
);
COMMENT ON TABLE furrow.sim_trial IS 'how the carrier was asked when a card was read whole; forgotten after a day';
COMMENT ON COLUMN furrow.sim_trial.asked IS 'sealed: a secret is part of it';
ALTER TABLE furrow.sim_trial ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.sim_trial ADD CONSTRAINT sim_trial_pkey PRIMARY KEY (id);
ALTER TABLE furrow.sim_trial ENABLE ROW LEVEL SECURITY;
CREATE INDEX sim_trial_tenant ON furrow.sim_trial USING btree (tenant_id, id DESC);
CREATE POLICY service ON furrow.sim_trial TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.sim_trial TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.sim_trial TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.sim_trial TO {service};

CREATE TABLE furrow.sim_usage (
    tenant_id bigint NOT NULL,
    sim_card_id bigint NOT NULL,
    month text NOT NULL,
    used_mb double precision NOT NULL,
    said_at bigint NOT NULL,
    said_by bigint
);
ALTER TABLE ONLY furrow.sim_usage ADD CONSTRAINT sim_usage_pkey PRIMARY KEY (sim_card_id, month);
ALTER TABLE furrow.sim_usage ENABLE ROW LEVEL SECURITY;
CREATE INDEX sim_usage_tenant ON furrow.sim_usage USING btree (tenant_id, month);
CREATE POLICY service ON furrow.sim_usage TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.sim_usage TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.sim_usage TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.sim_usage TO {service};

CREATE TABLE furrow.sim_warning (
    tenant_id bigint NOT NULL,
    sim_card_id bigint NOT NULL,
    kind text NOT NULL,
    about text NOT NULL,
    threshold integer NOT NULL,
    told_at bigint NOT NULL,
    CONSTRAINT sim_warning_kind_check CHECK ((kind = ANY (ARRAY['expiry'::text, 'usage'::text])))
);
COMMENT ON TABLE furrow.sim_warning IS 'which limits a card has passed: each is told once, whatever the clock, an edit or a restart does';
ALTER TABLE ONLY furrow.sim_warning ADD CONSTRAINT sim_warning_pkey PRIMARY KEY (sim_card_id, kind, about, threshold);
ALTER TABLE furrow.sim_warning ENABLE ROW LEVEL SECURITY;
CREATE INDEX sim_warning_tenant ON furrow.sim_warning USING btree (tenant_id, sim_card_id, told_at DESC);
CREATE POLICY service ON furrow.sim_warning TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.sim_warning TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.sim_warning TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.sim_warning TO {service};

CREATE TABLE furrow.user_invitation (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    asked text NOT NULL,
    user_id bigint,
    roles jsonb NOT NULL,
    invited_by bigint NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    made_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ended_at bigint,
    CONSTRAINT user_invitation_state_check CHECK ((state = ANY (ARRAY['open'::text, 'accepted'::text, 'refused'::text, 'withdrawn'::text])))
);
COMMENT ON COLUMN furrow.user_invitation.asked IS 'what was typed: who it is stands beside it, and is not told before they accept';
ALTER TABLE furrow.user_invitation ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.user_invitation ADD CONSTRAINT user_invitation_pkey PRIMARY KEY (id);
ALTER TABLE furrow.user_invitation ENABLE ROW LEVEL SECURITY;
CREATE INDEX user_invitation_tenant ON furrow.user_invitation USING btree (tenant_id, made_at DESC);
CREATE INDEX user_invitation_user ON furrow.user_invitation USING btree (user_id);
CREATE POLICY service ON furrow.user_invitation TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.user_invitation TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.user_invitation TO {service};

-- server/panoramas

CREATE TABLE furrow.panorama (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    picture_id uuid NOT NULL,
    name text NOT NULL,
    enabled_flag integer DEFAULT 1 NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE furrow.panorama ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.panorama ADD CONSTRAINT panorama_pkey PRIMARY KEY (id);
ALTER TABLE furrow.panorama ENABLE ROW LEVEL SECURITY;
CREATE INDEX panorama_picture_of ON furrow.panorama USING btree (picture_id);
CREATE INDEX panorama_tenant ON furrow.panorama USING btree (tenant_id, id DESC);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, name, enabled_flag, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.panorama FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "panorama", "title": ["name"], "ignored": ["picture_id"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.panorama FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "panorama", "title": ["name"], "ignored": ["picture_id"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.panorama FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "panorama", "title": ["name"], "ignored": ["picture_id"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.panorama FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.panorama FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.panorama TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.panorama TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.panorama TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.panorama TO {service};

CREATE TABLE furrow.panorama_picture (
    id uuid NOT NULL,
    tenant_id bigint NOT NULL,
    pack_id uuid,
    width integer NOT NULL,
    height integer NOT NULL,
    state text DEFAULT 'making'::text NOT NULL,
    progress integer DEFAULT 0 NOT NULL,
    why jsonb,
    index jsonb,
    created_at bigint NOT NULL,
    CONSTRAINT panorama_picture_state_check CHECK ((state = ANY (ARRAY['making'::text, 'ready'::text, 'failed'::text])))
);
COMMENT ON TABLE furrow.panorama_picture IS 'an uploaded panorama, under the id of its file, and gone with it';
COMMENT ON COLUMN furrow.panorama_picture.pack_id IS 'the file that holds all that was made of it, see index';
COMMENT ON COLUMN furrow.panorama_picture.why IS 'the code of a failure, and the figures of its words';
ALTER TABLE ONLY furrow.panorama_picture ADD CONSTRAINT panorama_picture_pkey PRIMARY KEY (id);
ALTER TABLE furrow.panorama_picture ENABLE ROW LEVEL SECURITY;
CREATE INDEX panorama_picture_of_tenant ON furrow.panorama_picture USING btree (tenant_id, id);
CREATE INDEX panorama_picture_pack_of ON furrow.panorama_picture USING btree (tenant_id, pack_id);
CREATE POLICY service ON furrow.panorama_picture TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.panorama_picture TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.panorama_picture TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.panorama_picture TO {service};

CREATE TABLE furrow.panorama_scene (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    vr_id bigint NOT NULL,
    panorama_id bigint NOT NULL,
    place integer NOT NULL,
    name text NOT NULL,
    cover text DEFAULT ''::text NOT NULL,
    hot_spot_json text DEFAULT ''::text NOT NULL,
    visual_json text DEFAULT ''::text NOT NULL,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE furrow.panorama_scene ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.panorama_scene ADD CONSTRAINT panorama_scene_pkey PRIMARY KEY (id);
ALTER TABLE furrow.panorama_scene ENABLE ROW LEVEL SECURITY;
CREATE INDEX panorama_scene_of ON furrow.panorama_scene USING btree (vr_id, place, id);
CREATE INDEX panorama_scene_panorama ON furrow.panorama_scene USING btree (panorama_id);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, vr_id, panorama_id, name, cover, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.panorama_scene FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "panoramaScene", "names": {"vr_id": ["panorama_vr", "name"], "panorama_id": ["panorama", "name"]}, "title": ["name"], "ignored": ["hot_spot_json", "visual_json", "place"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.panorama_scene FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "panoramaScene", "names": {"vr_id": ["panorama_vr", "name"], "panorama_id": ["panorama", "name"]}, "title": ["name"], "ignored": ["hot_spot_json", "visual_json", "place"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.panorama_scene FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "panoramaScene", "names": {"vr_id": ["panorama_vr", "name"], "panorama_id": ["panorama", "name"]}, "title": ["name"], "ignored": ["hot_spot_json", "visual_json", "place"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.panorama_scene FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.panorama_scene FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.panorama_scene TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.panorama_scene TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.panorama_scene TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.panorama_scene TO {service};

CREATE TABLE furrow.panorama_vr (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    name text NOT NULL,
    cover text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    enabled_flag integer DEFAULT 1 NOT NULL,
    publish_key text,
    published_at bigint,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
COMMENT ON COLUMN furrow.panorama_vr.publish_key IS 'who knows it sees the tour; null where it is not published';
ALTER TABLE furrow.panorama_vr ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.panorama_vr ADD CONSTRAINT panorama_vr_pkey PRIMARY KEY (id);
ALTER TABLE ONLY furrow.panorama_vr ADD CONSTRAINT panorama_vr_publish_key_key UNIQUE (publish_key);
ALTER TABLE furrow.panorama_vr ENABLE ROW LEVEL SECURITY;
CREATE INDEX panorama_vr_tenant ON furrow.panorama_vr USING btree (tenant_id, id DESC);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, name, cover, description, enabled_flag, publish_key, published_at, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.panorama_vr FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "panoramaVr", "title": ["name"], "secret": ["publish_key"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.panorama_vr FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "panoramaVr", "title": ["name"], "secret": ["publish_key"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.panorama_vr FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "panoramaVr", "title": ["name"], "secret": ["publish_key"]}');
CREATE TRIGGER who_changed BEFORE UPDATE ON furrow.panorama_vr FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.panorama_vr FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.panorama_vr TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.panorama_vr TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.panorama_vr TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.panorama_vr TO {service};

CREATE TABLE furrow.panorama_vr_area (
    tenant_id bigint NOT NULL,
    vr_id bigint NOT NULL,
    area_id bigint NOT NULL
);
ALTER TABLE ONLY furrow.panorama_vr_area ADD CONSTRAINT panorama_vr_area_pkey PRIMARY KEY (vr_id, area_id);
ALTER TABLE furrow.panorama_vr_area ENABLE ROW LEVEL SECURITY;
CREATE INDEX panorama_vr_area_of ON furrow.panorama_vr_area USING btree (area_id);
CREATE TRIGGER audit_changed AFTER UPDATE OF tenant_id, area_id ON furrow.panorama_vr_area FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["vr_id"], "kind": "panoramaVr", "part": "bases", "names": {"vr_id": ["panorama_vr", "name"], "area_id": ["area", "area_name"]}, "title": ["vr_id"], "ignored": ["vr_id"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.panorama_vr_area FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["vr_id"], "kind": "panoramaVr", "part": "bases", "names": {"vr_id": ["panorama_vr", "name"], "area_id": ["area", "area_name"]}, "title": ["vr_id"], "ignored": ["vr_id"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.panorama_vr_area FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["vr_id"], "kind": "panoramaVr", "part": "bases", "names": {"vr_id": ["panorama_vr", "name"], "area_id": ["area", "area_name"]}, "title": ["vr_id"], "ignored": ["vr_id"]}');
CREATE POLICY service ON furrow.panorama_vr_area TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.panorama_vr_area TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.panorama_vr_area TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.panorama_vr_area TO {service};

-- server/session

CREATE TABLE furrow.application (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    user_id bigint NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    enabled_flag integer DEFAULT 1 NOT NULL,
    client_id text NOT NULL,
    scopes text[] DEFAULT '{}'::text[] NOT NULL,
    area_ids bigint[],
    per_minute integer NOT NULL,
    expires_at bigint,
    secret_hash text,
    secret_key uuid,
    secret_at bigint,
    old_secret_hash text,
    old_secret_key uuid,
    old_secret_until bigint,
    used_at bigint,
    object_version_number integer DEFAULT 1 NOT NULL,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
COMMENT ON TABLE furrow.application IS 'a program of somebody else that calls in its own name';
COMMENT ON COLUMN furrow.application.user_id IS 'under which it writes: an account that nobody signs in to';
COMMENT ON COLUMN furrow.application.area_ids IS 'null: every base';
COMMENT ON COLUMN furrow.application.secret_key IS 'what the tokens name that were given for this secret';
ALTER TABLE furrow.application ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.application ADD CONSTRAINT application_client_id_key UNIQUE (client_id);
ALTER TABLE ONLY furrow.application ADD CONSTRAINT application_old_secret_key_key UNIQUE (old_secret_key);
ALTER TABLE ONLY furrow.application ADD CONSTRAINT application_pkey PRIMARY KEY (id);
ALTER TABLE ONLY furrow.application ADD CONSTRAINT application_secret_key_key UNIQUE (secret_key);
ALTER TABLE ONLY furrow.application ADD CONSTRAINT application_tenant_id_name_key UNIQUE (tenant_id, name);
ALTER TABLE ONLY furrow.application ADD CONSTRAINT application_user_id_key UNIQUE (user_id);
ALTER TABLE furrow.application ENABLE ROW LEVEL SECURITY;
CREATE TRIGGER application_identity BEFORE INSERT OR UPDATE OF name, user_id ON furrow.application FOR EACH ROW EXECUTE FUNCTION furrow.identify_application();
CREATE TRIGGER application_kept AFTER DELETE ON furrow.application FOR EACH ROW EXECUTE FUNCTION furrow.keep_past_application();
CREATE TRIGGER application_tells AFTER DELETE OR UPDATE OF enabled_flag, scopes, area_ids, per_minute, expires_at, secret_key, old_secret_key, old_secret_until ON furrow.application FOR EACH ROW EXECUTE FUNCTION furrow.tell_gate('user', 'user_id');
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, name, description, enabled_flag, scopes, area_ids, per_minute, expires_at, secret_hash, old_secret_until, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.application FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "application", "names": {"area_ids": ["area", "area_name"]}, "title": ["name"], "secret": ["secret_hash"], "ignored": ["user_id", "client_id", "secret_key", "secret_at", "old_secret_hash", "old_secret_key", "used_at"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.application FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "application", "names": {"area_ids": ["area", "area_name"]}, "title": ["name"], "secret": ["secret_hash"], "ignored": ["user_id", "client_id", "secret_key", "secret_at", "old_secret_hash", "old_secret_key", "used_at"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.application FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "application", "names": {"area_ids": ["area", "area_name"]}, "title": ["name"], "secret": ["secret_hash"], "ignored": ["user_id", "client_id", "secret_key", "secret_at", "old_secret_hash", "old_secret_key", "used_at"]}');
CREATE TRIGGER who_changed BEFORE UPDATE OF id, tenant_id, user_id, name, description, enabled_flag, client_id, scopes, area_ids, per_minute, expires_at, secret_hash, secret_key, secret_at, old_secret_hash, old_secret_key, old_secret_until, object_version_number, created_by, created_at, updated_by, updated_at ON furrow.application FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.application FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.application TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.application TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.application TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.application TO {service};

CREATE TABLE furrow.client_use (
    tenant_id bigint NOT NULL,
    application_id bigint,
    token_id bigint,
    hour bigint NOT NULL,
    calls integer NOT NULL,
    refused integer NOT NULL,
    limited integer NOT NULL,
    CONSTRAINT client_use_check CHECK (((application_id IS NULL) <> (token_id IS NULL)))
);
COMMENT ON TABLE furrow.client_use IS 'how often who is no person has called within an hour (ms UTC), written once a minute at most';
ALTER TABLE ONLY furrow.client_use ADD CONSTRAINT client_use_application_id_token_id_hour_key UNIQUE NULLS NOT DISTINCT (application_id, token_id, hour);
ALTER TABLE furrow.client_use ENABLE ROW LEVEL SECURITY;
CREATE INDEX client_use_age ON furrow.client_use USING btree (hour);
CREATE POLICY service ON furrow.client_use TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.client_use TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT ON TABLE furrow.client_use TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.client_use TO {service};

CREATE TABLE furrow.external_attempt (
    state_hash text NOT NULL,
    ticket_hash text NOT NULL,
    nonce text NOT NULL,
    verifier text NOT NULL,
    user_id bigint,
    expires_at bigint NOT NULL
);
COMMENT ON TABLE furrow.external_attempt IS 'somebody was sent to the other service and has not come back yet';
COMMENT ON COLUMN furrow.external_attempt.ticket_hash IS 'of what the browser that was sent keeps: no other browser finishes it';
COMMENT ON COLUMN furrow.external_attempt.user_id IS 'who links an account; null where somebody signs in';
ALTER TABLE ONLY furrow.external_attempt ADD CONSTRAINT external_attempt_pkey PRIMARY KEY (state_hash);
CREATE INDEX external_attempt_age ON furrow.external_attempt USING btree (expires_at);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.external_attempt TO {service};

CREATE TABLE furrow.external_login (
    id bigint NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    since bigint NOT NULL
);
COMMENT ON COLUMN furrow.external_login.id IS 'the user';
ALTER TABLE ONLY furrow.external_login ADD CONSTRAINT external_login_issuer_subject_key UNIQUE (issuer, subject);
ALTER TABLE ONLY furrow.external_login ADD CONSTRAINT external_login_pkey PRIMARY KEY (id);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, issuer, subject, since ON furrow.external_login FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "externalLogin", "names": {"id": ["app_user", "real_name"]}, "title": ["id"], "secret": ["subject"], "tenant": "member"}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.external_login FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "externalLogin", "names": {"id": ["app_user", "real_name"]}, "title": ["id"], "secret": ["subject"], "tenant": "member"}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.external_login FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "externalLogin", "names": {"id": ["app_user", "real_name"]}, "title": ["id"], "secret": ["subject"], "tenant": "member"}');
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.external_login TO {service};

CREATE TABLE furrow.personal_token (
    id bigint NOT NULL,
    tenant_id bigint NOT NULL,
    user_id bigint NOT NULL,
    name text NOT NULL,
    scopes text[] NOT NULL,
    expires_at bigint NOT NULL,
    token_hash text NOT NULL,
    key uuid NOT NULL,
    used_at bigint,
    created_by bigint,
    created_at bigint,
    updated_by bigint,
    updated_at bigint
);
ALTER TABLE furrow.personal_token ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE ONLY furrow.personal_token ADD CONSTRAINT personal_token_key_key UNIQUE (key);
ALTER TABLE ONLY furrow.personal_token ADD CONSTRAINT personal_token_pkey PRIMARY KEY (id);
ALTER TABLE ONLY furrow.personal_token ADD CONSTRAINT personal_token_token_hash_key UNIQUE (token_hash);
ALTER TABLE furrow.personal_token ENABLE ROW LEVEL SECURITY;
CREATE INDEX personal_token_of_user ON furrow.personal_token USING btree (tenant_id, user_id);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, name, scopes, expires_at, created_by, created_at, updated_by, updated_at ON furrow.personal_token FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "personalToken", "names": {"user_id": ["app_user", "real_name"]}, "title": ["user_id", "name"], "ignored": ["user_id", "token_hash", "key", "used_at"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.personal_token FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "personalToken", "names": {"user_id": ["app_user", "real_name"]}, "title": ["user_id", "name"], "ignored": ["user_id", "token_hash", "key", "used_at"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.personal_token FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "personalToken", "names": {"user_id": ["app_user", "real_name"]}, "title": ["user_id", "name"], "ignored": ["user_id", "token_hash", "key", "used_at"]}');
CREATE TRIGGER personal_token_tells AFTER DELETE OR UPDATE OF scopes, expires_at ON furrow.personal_token FOR EACH ROW EXECUTE FUNCTION furrow.tell_gate('session', 'key');
CREATE TRIGGER who_changed BEFORE UPDATE OF id, tenant_id, user_id, name, scopes, expires_at, token_hash, key, created_by, created_at, updated_by, updated_at ON furrow.personal_token FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE TRIGGER who_made BEFORE INSERT ON furrow.personal_token FOR EACH ROW EXECUTE FUNCTION furrow.write_who();
CREATE POLICY service ON furrow.personal_token TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.personal_token TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))) WITH CHECK ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.personal_token TO {request};
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.personal_token TO {service};

CREATE TABLE furrow.second_factor (
    id bigint NOT NULL,
    secret text NOT NULL,
    last_step bigint NOT NULL,
    recovery text[] NOT NULL,
    since bigint NOT NULL
);
COMMENT ON COLUMN furrow.second_factor.id IS 'the user';
COMMENT ON COLUMN furrow.second_factor.secret IS 'sealed (server/ground/seal.ts)';
COMMENT ON COLUMN furrow.second_factor.last_step IS 'the newest time step of which a code was used: a code is good once';
COMMENT ON COLUMN furrow.second_factor.recovery IS 'hashes of the codes that are left';
ALTER TABLE ONLY furrow.second_factor ADD CONSTRAINT second_factor_pkey PRIMARY KEY (id);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, secret, recovery, since ON furrow.second_factor FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "secondFactor", "names": {"id": ["app_user", "real_name"]}, "title": ["id"], "secret": ["secret", "recovery"], "tenant": "member", "ignored": ["last_step"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.second_factor FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "secondFactor", "names": {"id": ["app_user", "real_name"]}, "title": ["id"], "secret": ["secret", "recovery"], "tenant": "member", "ignored": ["last_step"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.second_factor FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "secondFactor", "names": {"id": ["app_user", "real_name"]}, "title": ["id"], "secret": ["secret", "recovery"], "tenant": "member", "ignored": ["last_step"]}');
CREATE TRIGGER second_factor_tells AFTER INSERT OR DELETE ON furrow.second_factor FOR EACH ROW EXECUTE FUNCTION furrow.tell_gate('user', 'id');
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.second_factor TO {service};

CREATE TABLE furrow.second_factor_offer (
    user_id bigint NOT NULL,
    secret text NOT NULL,
    at bigint NOT NULL
);
COMMENT ON TABLE furrow.second_factor_offer IS 'begun and not confirmed yet; it proves nothing';
ALTER TABLE ONLY furrow.second_factor_offer ADD CONSTRAINT second_factor_offer_pkey PRIMARY KEY (user_id);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.second_factor_offer TO {service};

CREATE TABLE furrow.sign_in_challenge (
    key_hash text NOT NULL,
    user_id bigint NOT NULL,
    password_mark text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    expires_at bigint NOT NULL
);
COMMENT ON TABLE furrow.sign_in_challenge IS 'a password was right, and a second factor is waited for';
COMMENT ON COLUMN furrow.sign_in_challenge.password_mark IS 'of the password as it was then: another one ends it';
ALTER TABLE ONLY furrow.sign_in_challenge ADD CONSTRAINT sign_in_challenge_pkey PRIMARY KEY (key_hash);
CREATE INDEX sign_in_challenge_age ON furrow.sign_in_challenge USING btree (expires_at);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.sign_in_challenge TO {service};

CREATE TABLE furrow.try_limit (
    subject text NOT NULL,
    tries double precision NOT NULL,
    at bigint NOT NULL
)
WITH (fillfactor='50');
COMMENT ON TABLE furrow.try_limit IS 'tries that were left to a subject at a moment (ms UTC); they are refilled steadily';
ALTER TABLE ONLY furrow.try_limit ADD CONSTRAINT try_limit_pkey PRIMARY KEY (subject);
CREATE INDEX try_limit_age ON furrow.try_limit USING btree (at);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.try_limit TO {service};

CREATE TABLE furrow.viewing (
    id uuid NOT NULL,
    tenant_id bigint NOT NULL,
    viewer_id bigint NOT NULL,
    viewed_id bigint NOT NULL,
    session_id uuid,
    began_at bigint NOT NULL,
    ends_at bigint NOT NULL,
    ended_at bigint
);
ALTER TABLE ONLY furrow.viewing ADD CONSTRAINT viewing_pkey PRIMARY KEY (id);
ALTER TABLE furrow.viewing ENABLE ROW LEVEL SECURITY;
CREATE INDEX viewing_open ON furrow.viewing USING btree (ends_at) WHERE (ended_at IS NULL);
CREATE INDEX viewing_session ON furrow.viewing USING btree (session_id);
CREATE INDEX viewing_tenant ON furrow.viewing USING btree (tenant_id);
CREATE TRIGGER audit_changed AFTER UPDATE OF id, tenant_id, viewer_id, viewed_id, ended_at ON furrow.viewing FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "viewing", "names": {"viewed_id": ["app_user", "real_name"], "viewer_id": ["app_user", "real_name"]}, "title": ["viewed_id"], "ignored": ["session_id", "began_at", "ends_at"]}');
CREATE TRIGGER audit_deleted BEFORE DELETE ON furrow.viewing FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "viewing", "names": {"viewed_id": ["app_user", "real_name"], "viewer_id": ["app_user", "real_name"]}, "title": ["viewed_id"], "ignored": ["session_id", "began_at", "ends_at"]}');
CREATE TRIGGER audit_made AFTER INSERT ON furrow.viewing FOR EACH ROW EXECUTE FUNCTION furrow.record_audit('{"key": ["id"], "kind": "viewing", "names": {"viewed_id": ["app_user", "real_name"], "viewer_id": ["app_user", "real_name"]}, "title": ["viewed_id"], "ignored": ["session_id", "began_at", "ends_at"]}');
CREATE TRIGGER viewing_gone_tells AFTER DELETE ON furrow.viewing FOR EACH ROW EXECUTE FUNCTION furrow.tell_gate('session', 'id');
CREATE TRIGGER viewing_tells AFTER UPDATE OF ended_at ON furrow.viewing FOR EACH ROW WHEN ((old.ended_at IS DISTINCT FROM new.ended_at)) EXECUTE FUNCTION furrow.tell_gate('session', 'id');
CREATE POLICY service ON furrow.viewing TO {service} USING (true) WITH CHECK (true);
CREATE POLICY tenant ON furrow.viewing TO {request} USING ((tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE furrow.viewing TO {service};

CREATE VIEW furrow.org_unit_named WITH (security_invoker='true') AS
 SELECT unit.id,
    unit.tenant_id,
    COALESCE(unit.name, area.area_name, tenant.name) AS name
   FROM ((furrow.org_unit unit
     JOIN furrow.tenant ON ((tenant.id = unit.tenant_id)))
     LEFT JOIN furrow.area ON ((area.id = unit.area_id)));
GRANT SELECT ON TABLE furrow.org_unit_named TO {request};
GRANT SELECT ON TABLE furrow.org_unit_named TO {service};

-- What refers to tables of others

ALTER TABLE ONLY furrow.activity ADD CONSTRAINT activity_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id);
ALTER TABLE ONLY furrow.activity ADD CONSTRAINT activity_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES furrow.batch(id);
ALTER TABLE ONLY furrow.activity ADD CONSTRAINT activity_land_id_fkey FOREIGN KEY (land_id) REFERENCES furrow.land(id);
ALTER TABLE ONLY furrow.activity_material ADD CONSTRAINT activity_material_activity_id_fkey FOREIGN KEY (activity_id) REFERENCES furrow.activity(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.activity_material ADD CONSTRAINT activity_material_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES furrow.document(id);
ALTER TABLE ONLY furrow.activity_material ADD CONSTRAINT activity_material_product_id_fkey FOREIGN KEY (product_id) REFERENCES furrow.product(id);
ALTER TABLE ONLY furrow.activity_material ADD CONSTRAINT activity_material_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.activity ADD CONSTRAINT activity_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.activity_worker ADD CONSTRAINT activity_worker_activity_id_fkey FOREIGN KEY (activity_id) REFERENCES furrow.activity(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.activity_worker ADD CONSTRAINT activity_worker_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.activity_worker ADD CONSTRAINT activity_worker_worker_id_fkey FOREIGN KEY (worker_id) REFERENCES furrow.worker(id);
ALTER TABLE ONLY furrow.alarm ADD CONSTRAINT alarm_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.alarm ADD CONSTRAINT alarm_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES furrow.app_user(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.alarm_attempt ADD CONSTRAINT alarm_attempt_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES furrow.alarm_delivery(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.alarm_attempt ADD CONSTRAINT alarm_attempt_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.alarm_browser ADD CONSTRAINT alarm_browser_session_id_fkey FOREIGN KEY (session_id) REFERENCES furrow.session(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.alarm_browser ADD CONSTRAINT alarm_browser_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.alarm_browser ADD CONSTRAINT alarm_browser_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.alarm_channel ADD CONSTRAINT alarm_channel_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES furrow.alarm_staff(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.alarm_channel ADD CONSTRAINT alarm_channel_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.alarm_delivery ADD CONSTRAINT alarm_delivery_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.alarm_delivery ADD CONSTRAINT alarm_delivery_browser_id_fkey FOREIGN KEY (browser_id) REFERENCES furrow.alarm_browser(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.alarm_delivery ADD CONSTRAINT alarm_delivery_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES furrow.alarm_channel(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.alarm_delivery ADD CONSTRAINT alarm_delivery_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES furrow.alarm_staff(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.alarm_delivery ADD CONSTRAINT alarm_delivery_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.alarm ADD CONSTRAINT alarm_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.device(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.alarm_duty ADD CONSTRAINT alarm_duty_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.alarm_duty ADD CONSTRAINT alarm_duty_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.alarm_escalation ADD CONSTRAINT alarm_escalation_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.alarm_escalation ADD CONSTRAINT alarm_escalation_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.alarm_event ADD CONSTRAINT alarm_event_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES furrow.alarm(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.alarm_event ADD CONSTRAINT alarm_event_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.alarm ADD CONSTRAINT alarm_land_id_fkey FOREIGN KEY (land_id) REFERENCES furrow.land(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.alarm_picture ADD CONSTRAINT alarm_picture_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.camera(device_id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.alarm_picture ADD CONSTRAINT alarm_picture_id_fkey FOREIGN KEY (id) REFERENCES furrow.alarm(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.alarm_picture_reach ADD CONSTRAINT alarm_picture_reach_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.alarm_picture_reach ADD CONSTRAINT alarm_picture_reach_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.alarm_picture ADD CONSTRAINT alarm_picture_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.alarm_rule ADD CONSTRAINT alarm_rule_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.alarm ADD CONSTRAINT alarm_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES furrow.alarm_rule(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.alarm_rule ADD CONSTRAINT alarm_rule_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.alarm_silence ADD CONSTRAINT alarm_silence_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.alarm_silence ADD CONSTRAINT alarm_silence_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.alarm_staff_area ADD CONSTRAINT alarm_staff_area_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.alarm_staff_area ADD CONSTRAINT alarm_staff_area_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES furrow.alarm_staff(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.alarm_staff_area ADD CONSTRAINT alarm_staff_area_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.alarm_staff ADD CONSTRAINT alarm_staff_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.alarm_staff ADD CONSTRAINT alarm_staff_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.alarm ADD CONSTRAINT alarm_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.alarm_trial ADD CONSTRAINT alarm_trial_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.alarm_trial ADD CONSTRAINT alarm_trial_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES furrow.alarm_rule(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.alarm_trial ADD CONSTRAINT alarm_trial_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.alarm_trial ADD CONSTRAINT alarm_trial_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.app_user ADD CONSTRAINT app_user_current_tenant_id_fkey FOREIGN KEY (current_tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.app_user ADD CONSTRAINT app_user_default_tenant_id_fkey FOREIGN KEY (default_tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.application ADD CONSTRAINT application_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.application ADD CONSTRAINT application_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.approval_copy ADD CONSTRAINT approval_copy_instance_id_fkey FOREIGN KEY (instance_id) REFERENCES furrow.approval_instance(id);
ALTER TABLE ONLY furrow.approval_copy ADD CONSTRAINT approval_copy_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.approval_copy ADD CONSTRAINT approval_copy_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.approval_definition ADD CONSTRAINT approval_definition_author_id_fkey FOREIGN KEY (author_id) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.approval_definition ADD CONSTRAINT approval_definition_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.approval_instance ADD CONSTRAINT approval_instance_applicant_id_fkey FOREIGN KEY (applicant_id) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.approval_instance ADD CONSTRAINT approval_instance_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id);
ALTER TABLE ONLY furrow.approval_instance ADD CONSTRAINT approval_instance_definition_id_fkey FOREIGN KEY (definition_id) REFERENCES furrow.approval_definition(id);
ALTER TABLE ONLY furrow.approval_instance ADD CONSTRAINT approval_instance_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.leader_line ADD CONSTRAINT approval_leader_leader_id_fkey FOREIGN KEY (leader_id) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.leader_line ADD CONSTRAINT approval_leader_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.leader_line ADD CONSTRAINT approval_leader_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.approval_record ADD CONSTRAINT approval_record_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.approval_record ADD CONSTRAINT approval_record_instance_id_fkey FOREIGN KEY (instance_id) REFERENCES furrow.approval_instance(id);
ALTER TABLE ONLY furrow.approval_record ADD CONSTRAINT approval_record_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.approval_task ADD CONSTRAINT approval_task_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.approval_task ADD CONSTRAINT approval_task_instance_id_fkey FOREIGN KEY (instance_id) REFERENCES furrow.approval_instance(id);
ALTER TABLE ONLY furrow.approval_task ADD CONSTRAINT approval_task_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.area ADD CONSTRAINT area_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.audit_entry ADD CONSTRAINT audit_entry_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.banner ADD CONSTRAINT banner_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.batch_cost ADD CONSTRAINT batch_cost_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES furrow.batch(id);
ALTER TABLE ONLY furrow.batch_cost ADD CONSTRAINT batch_cost_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.batch_harvest ADD CONSTRAINT batch_harvest_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES furrow.batch(id);
ALTER TABLE ONLY furrow.batch_harvest ADD CONSTRAINT batch_harvest_document_id_fkey FOREIGN KEY (document_id) REFERENCES furrow.document(id);
ALTER TABLE ONLY furrow.batch_harvest ADD CONSTRAINT batch_harvest_product_id_fkey FOREIGN KEY (product_id) REFERENCES furrow.product(id);
ALTER TABLE ONLY furrow.batch_harvest ADD CONSTRAINT batch_harvest_store_id_fkey FOREIGN KEY (store_id) REFERENCES furrow.store(id);
ALTER TABLE ONLY furrow.batch_harvest ADD CONSTRAINT batch_harvest_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.batch_herd ADD CONSTRAINT batch_herd_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES furrow.batch(id);
ALTER TABLE ONLY furrow.batch_herd ADD CONSTRAINT batch_herd_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.bill_type ADD CONSTRAINT bill_type_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.calculation ADD CONSTRAINT calculation_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.device(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.calculation ADD CONSTRAINT calculation_first_id_fkey FOREIGN KEY (first_id) REFERENCES furrow.item(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.calculation ADD CONSTRAINT calculation_item_id_fkey FOREIGN KEY (item_id) REFERENCES furrow.item(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.calculation ADD CONSTRAINT calculation_second_id_fkey FOREIGN KEY (second_id) REFERENCES furrow.item(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.calculation ADD CONSTRAINT calculation_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.calibration ADD CONSTRAINT calibration_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.device(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.calibration ADD CONSTRAINT calibration_item_id_fkey FOREIGN KEY (item_id) REFERENCES furrow.item(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.calibration ADD CONSTRAINT calibration_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.camera_cloud ADD CONSTRAINT camera_cloud_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.camera ADD CONSTRAINT camera_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.device(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.camera ADD CONSTRAINT camera_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES furrow.device(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.camera ADD CONSTRAINT camera_moved_by_fkey FOREIGN KEY (moved_by) REFERENCES furrow.app_user(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.camera_preset ADD CONSTRAINT camera_preset_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.camera(device_id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.camera_preset ADD CONSTRAINT camera_preset_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.camera_recording ADD CONSTRAINT camera_recording_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.camera(device_id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.camera_recording ADD CONSTRAINT camera_recording_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.camera_segment ADD CONSTRAINT camera_segment_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.camera(device_id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.camera_segment ADD CONSTRAINT camera_segment_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.camera_share ADD CONSTRAINT camera_share_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.camera_share ADD CONSTRAINT camera_share_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.camera(device_id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.camera_share ADD CONSTRAINT camera_share_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.camera_split ADD CONSTRAINT camera_split_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.camera_split ADD CONSTRAINT camera_split_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.camera_split ADD CONSTRAINT camera_split_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.camera ADD CONSTRAINT camera_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.capture ADD CONSTRAINT capture_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.camera(device_id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.capture_plan ADD CONSTRAINT capture_plan_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.camera(device_id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.capture ADD CONSTRAINT capture_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES furrow.capture_plan(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.capture_plan ADD CONSTRAINT capture_plan_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.capture ADD CONSTRAINT capture_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.client_use ADD CONSTRAINT client_use_application_id_fkey FOREIGN KEY (application_id) REFERENCES furrow.application(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.client_use ADD CONSTRAINT client_use_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.client_use ADD CONSTRAINT client_use_token_id_fkey FOREIGN KEY (token_id) REFERENCES furrow.personal_token(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.command ADD CONSTRAINT command_after_id_fkey FOREIGN KEY (after_id) REFERENCES furrow.command(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.command ADD CONSTRAINT command_author_id_fkey FOREIGN KEY (author_id) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.command ADD CONSTRAINT command_switch_id_fkey FOREIGN KEY (switch_id) REFERENCES furrow.switch(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.command ADD CONSTRAINT command_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.consult ADD CONSTRAINT consult_category_id_fkey FOREIGN KEY (category_id) REFERENCES furrow.consult_category(id);
ALTER TABLE ONLY furrow.consult_category ADD CONSTRAINT consult_category_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.consult_read ADD CONSTRAINT consult_read_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.consult ADD CONSTRAINT consult_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.consult_trash ADD CONSTRAINT consult_trash_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.consult_version ADD CONSTRAINT consult_version_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.corporation ADD CONSTRAINT corporation_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.crop ADD CONSTRAINT crop_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.default_store ADD CONSTRAINT default_store_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.default_store ADD CONSTRAINT default_store_store_id_fkey FOREIGN KEY (store_id) REFERENCES furrow.store(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.default_store ADD CONSTRAINT default_store_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.device ADD CONSTRAINT device_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id);
ALTER TABLE ONLY furrow.device_firmware ADD CONSTRAINT device_firmware_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.device(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.device_firmware ADD CONSTRAINT device_firmware_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.device_heard ADD CONSTRAINT device_heard_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.device(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.device_heard ADD CONSTRAINT device_heard_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.device_heard ADD CONSTRAINT device_heard_through_id_fkey FOREIGN KEY (through_id) REFERENCES furrow.device(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.device ADD CONSTRAINT device_land_id_fkey FOREIGN KEY (land_id) REFERENCES furrow.land(id);
ALTER TABLE ONLY furrow.device_loss ADD CONSTRAINT device_loss_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.device(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.device_loss ADD CONSTRAINT device_loss_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.device ADD CONSTRAINT device_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES furrow.device(id);
ALTER TABLE ONLY furrow.device ADD CONSTRAINT device_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.device_word ADD CONSTRAINT device_word_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.device(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.device_word ADD CONSTRAINT device_word_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.document ADD CONSTRAINT document_land_id_fkey FOREIGN KEY (land_id) REFERENCES furrow.land(id);
ALTER TABLE ONLY furrow.document ADD CONSTRAINT document_land_period_id_fkey FOREIGN KEY (batch_id) REFERENCES furrow.batch(id);
ALTER TABLE ONLY furrow.document_line ADD CONSTRAINT document_line_product_id_fkey FOREIGN KEY (product_id) REFERENCES furrow.product(id);
ALTER TABLE ONLY furrow.document_line ADD CONSTRAINT document_line_source_line_id_fkey FOREIGN KEY (source_line_id) REFERENCES furrow.document_line(id);
ALTER TABLE ONLY furrow.document_number ADD CONSTRAINT document_number_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.document ADD CONSTRAINT document_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES furrow.partner(id);
ALTER TABLE ONLY furrow.document ADD CONSTRAINT document_source_id_fkey FOREIGN KEY (source_id) REFERENCES furrow.document(id);
ALTER TABLE ONLY furrow.document ADD CONSTRAINT document_store_id_fkey FOREIGN KEY (store_id) REFERENCES furrow.store(id);
ALTER TABLE ONLY furrow.document ADD CONSTRAINT document_to_area_id_fkey FOREIGN KEY (to_area_id) REFERENCES furrow.area(id);
ALTER TABLE ONLY furrow.document ADD CONSTRAINT document_to_store_id_fkey FOREIGN KEY (to_store_id) REFERENCES furrow.store(id);
ALTER TABLE ONLY furrow.done_call ADD CONSTRAINT done_call_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.done_call ADD CONSTRAINT done_call_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.emergency_stop ADD CONSTRAINT emergency_stop_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.emergency_stop ADD CONSTRAINT emergency_stop_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.entry_link ADD CONSTRAINT entry_link_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.entry_link ADD CONSTRAINT entry_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.external_attempt ADD CONSTRAINT external_attempt_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.external_login ADD CONSTRAINT external_login_id_fkey FOREIGN KEY (id) REFERENCES furrow.app_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.farm_log ADD CONSTRAINT farm_log_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.farm_log ADD CONSTRAINT farm_log_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES furrow.batch(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.farm_log ADD CONSTRAINT farm_log_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.device(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.farm_log ADD CONSTRAINT farm_log_land_id_fkey FOREIGN KEY (land_id) REFERENCES furrow.land(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.farm_log ADD CONSTRAINT farm_log_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.farm_log ADD CONSTRAINT farm_log_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.file ADD CONSTRAINT file_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.file ADD CONSTRAINT file_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.file_use ADD CONSTRAINT file_use_file FOREIGN KEY (tenant_id, file_id) REFERENCES furrow.file(tenant_id, id);
ALTER TABLE ONLY furrow.file_use ADD CONSTRAINT file_use_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.firmware_offer ADD CONSTRAINT firmware_offer_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.device(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.firmware_offer ADD CONSTRAINT firmware_offer_firmware_id_fkey FOREIGN KEY (firmware_id) REFERENCES furrow.firmware(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.firmware_offer ADD CONSTRAINT firmware_offer_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.firmware ADD CONSTRAINT firmware_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.flow ADD CONSTRAINT flow_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.flow_claim ADD CONSTRAINT flow_claim_run_id_fkey FOREIGN KEY (run_id) REFERENCES furrow.flow_run(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.flow_claim ADD CONSTRAINT flow_claim_switch_id_fkey FOREIGN KEY (switch_id) REFERENCES furrow.switch(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.flow_claim ADD CONSTRAINT flow_claim_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.flow_device_group ADD CONSTRAINT flow_device_group_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.flow_device_group_member ADD CONSTRAINT flow_device_group_member_group_id_fkey FOREIGN KEY (group_id) REFERENCES furrow.flow_device_group(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.flow_device_group_member ADD CONSTRAINT flow_device_group_member_switch_id_fkey FOREIGN KEY (switch_id) REFERENCES furrow.switch(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.flow_device_group_member ADD CONSTRAINT flow_device_group_member_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.flow_device_group ADD CONSTRAINT flow_device_group_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.flow_group ADD CONSTRAINT flow_group_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.flow ADD CONSTRAINT flow_group_id_fkey FOREIGN KEY (group_id) REFERENCES furrow.flow_group(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.flow_group ADD CONSTRAINT flow_group_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.flow_run ADD CONSTRAINT flow_run_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.flow_run ADD CONSTRAINT flow_run_flow_id_fkey FOREIGN KEY (flow_id) REFERENCES furrow.flow(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.flow_run ADD CONSTRAINT flow_run_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.flow_run ADD CONSTRAINT flow_run_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.flow ADD CONSTRAINT flow_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.flow_trace ADD CONSTRAINT flow_trace_run_id_fkey FOREIGN KEY (run_id) REFERENCES furrow.flow_run(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.flow_trace ADD CONSTRAINT flow_trace_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.flow_trial ADD CONSTRAINT flow_trial_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.flow_trial ADD CONSTRAINT flow_trial_flow_id_fkey FOREIGN KEY (flow_id) REFERENCES furrow.flow(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.flow_trial ADD CONSTRAINT flow_trial_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.flow_trial ADD CONSTRAINT flow_trial_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.flow_trigger ADD CONSTRAINT flow_trigger_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.flow_trigger ADD CONSTRAINT flow_trigger_flow_id_fkey FOREIGN KEY (flow_id) REFERENCES furrow.flow(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.flow_trigger ADD CONSTRAINT flow_trigger_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.flow_version ADD CONSTRAINT flow_version_flow_id_fkey FOREIGN KEY (flow_id) REFERENCES furrow.flow(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.flow_version ADD CONSTRAINT flow_version_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.inquiry ADD CONSTRAINT inquiry_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.inquiry ADD CONSTRAINT inquiry_asker_id_fkey FOREIGN KEY (asker_id) REFERENCES furrow.app_user(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.inquiry ADD CONSTRAINT inquiry_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES furrow.batch(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.inquiry_expert ADD CONSTRAINT inquiry_expert_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.inquiry_expert ADD CONSTRAINT inquiry_expert_inquiry_id_fkey FOREIGN KEY (inquiry_id) REFERENCES furrow.inquiry(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.inquiry_expert ADD CONSTRAINT inquiry_expert_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.inquiry_expert ADD CONSTRAINT inquiry_expert_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.inquiry ADD CONSTRAINT inquiry_land_id_fkey FOREIGN KEY (land_id) REFERENCES furrow.land(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.inquiry_message ADD CONSTRAINT inquiry_message_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.inquiry_message ADD CONSTRAINT inquiry_message_author_id_fkey FOREIGN KEY (author_id) REFERENCES furrow.app_user(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.inquiry_message ADD CONSTRAINT inquiry_message_inquiry_id_fkey FOREIGN KEY (inquiry_id) REFERENCES furrow.inquiry(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.inquiry_message ADD CONSTRAINT inquiry_message_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.inquiry ADD CONSTRAINT inquiry_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.insect_box ADD CONSTRAINT insect_box_insect_type_id_fkey FOREIGN KEY (insect_type_id) REFERENCES furrow.insect_type(id);
ALTER TABLE ONLY furrow.insect_box ADD CONSTRAINT insect_box_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES furrow.insect_picture(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.insect_box ADD CONSTRAINT insect_box_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.insect_observation ADD CONSTRAINT insect_observation_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.device(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.insect_observation ADD CONSTRAINT insect_observation_insect_type_id_fkey FOREIGN KEY (insect_type_id) REFERENCES furrow.insect_type(id);
ALTER TABLE ONLY furrow.insect_observation ADD CONSTRAINT insect_observation_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.insect_picture ADD CONSTRAINT insect_picture_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.device(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.insect_picture ADD CONSTRAINT insect_picture_drawn_by_fkey FOREIGN KEY (drawn_by) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.insect_picture ADD CONSTRAINT insect_picture_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.insect_type ADD CONSTRAINT insect_type_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.insect_upload ADD CONSTRAINT insect_upload_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.device(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.insect_upload ADD CONSTRAINT insect_upload_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.interlock ADD CONSTRAINT interlock_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.device(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.interlock ADD CONSTRAINT interlock_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.inventory_option ADD CONSTRAINT inventory_option_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.item ADD CONSTRAINT item_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id);
ALTER TABLE ONLY furrow.item ADD CONSTRAINT item_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.device(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.item ADD CONSTRAINT item_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.job ADD CONSTRAINT job_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.land ADD CONSTRAINT land_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id);
ALTER TABLE ONLY furrow.batch ADD CONSTRAINT land_period_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id);
ALTER TABLE ONLY furrow.batch ADD CONSTRAINT land_period_land_id_fkey FOREIGN KEY (land_id) REFERENCES furrow.land(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.batch ADD CONSTRAINT land_period_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.batch ADD CONSTRAINT land_period_variety_id_fkey FOREIGN KEY (variety_id) REFERENCES furrow.variety(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.land_safety ADD CONSTRAINT land_safety_activity_id_fkey FOREIGN KEY (activity_id) REFERENCES furrow.activity(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.land_safety ADD CONSTRAINT land_safety_land_id_fkey FOREIGN KEY (land_id) REFERENCES furrow.land(id);
ALTER TABLE ONLY furrow.land_safety ADD CONSTRAINT land_safety_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES furrow.stock_posting(id);
ALTER TABLE ONLY furrow.land_safety ADD CONSTRAINT land_safety_product_id_fkey FOREIGN KEY (product_id) REFERENCES furrow.product(id);
ALTER TABLE ONLY furrow.land_safety ADD CONSTRAINT land_safety_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.land ADD CONSTRAINT land_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.land ADD CONSTRAINT land_variety_id_fkey FOREIGN KEY (variety_id) REFERENCES furrow.variety(id);
ALTER TABLE ONLY furrow.loose_file ADD CONSTRAINT loose_file_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.manual_hold ADD CONSTRAINT manual_hold_switch_id_fkey FOREIGN KEY (switch_id) REFERENCES furrow.switch(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.manual_hold ADD CONSTRAINT manual_hold_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.manual_hold ADD CONSTRAINT manual_hold_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.measure_unit ADD CONSTRAINT measure_unit_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.membership ADD CONSTRAINT membership_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.membership ADD CONSTRAINT membership_tenant_id_unit_id_fkey FOREIGN KEY (tenant_id, unit_id) REFERENCES furrow.org_unit(tenant_id, id);
ALTER TABLE ONLY furrow.membership ADD CONSTRAINT membership_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.menu_theme ADD CONSTRAINT menu_theme_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.menu_theme ADD CONSTRAINT menu_theme_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.metered_run ADD CONSTRAINT metered_run_command_id_fkey FOREIGN KEY (command_id) REFERENCES furrow.command(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.metered_run ADD CONSTRAINT metered_run_item_id_fkey FOREIGN KEY (item_id) REFERENCES furrow.item(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.metered_run ADD CONSTRAINT metered_run_switch_id_fkey FOREIGN KEY (switch_id) REFERENCES furrow.switch(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.metered_run ADD CONSTRAINT metered_run_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.notice_audience ADD CONSTRAINT notice_audience_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES furrow.notice(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.notice_audience ADD CONSTRAINT notice_audience_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.notice ADD CONSTRAINT notice_author_id_fkey FOREIGN KEY (author_id) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.notice_read ADD CONSTRAINT notice_read_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES furrow.notice(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.notice_read ADD CONSTRAINT notice_read_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.notice_read ADD CONSTRAINT notice_read_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.notice ADD CONSTRAINT notice_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.online_log ADD CONSTRAINT online_log_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.device(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.online_log ADD CONSTRAINT online_log_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.org_unit ADD CONSTRAINT org_unit_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.org_unit ADD CONSTRAINT org_unit_leader_id_fkey FOREIGN KEY (leader_id) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.org_unit ADD CONSTRAINT org_unit_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.org_unit ADD CONSTRAINT org_unit_tenant_id_parent_id_fkey FOREIGN KEY (tenant_id, parent_id) REFERENCES furrow.org_unit(tenant_id, id);
ALTER TABLE ONLY furrow.outbox ADD CONSTRAINT outbox_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.outbox ADD CONSTRAINT outbox_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.package_material ADD CONSTRAINT package_material_product_id_fkey FOREIGN KEY (product_id) REFERENCES furrow.product(id);
ALTER TABLE ONLY furrow.package_material ADD CONSTRAINT package_material_task_id_fkey FOREIGN KEY (task_id) REFERENCES furrow.package_task(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.package_material ADD CONSTRAINT package_material_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.package_subplan ADD CONSTRAINT package_subplan_package_id_fkey FOREIGN KEY (package_id) REFERENCES furrow.plan_package(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.package_subplan ADD CONSTRAINT package_subplan_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.package_task ADD CONSTRAINT package_task_subplan_id_fkey FOREIGN KEY (subplan_id) REFERENCES furrow.package_subplan(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.package_task ADD CONSTRAINT package_task_task_type_id_fkey FOREIGN KEY (task_type_id) REFERENCES furrow.task_type(id);
ALTER TABLE ONLY furrow.package_task ADD CONSTRAINT package_task_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.panorama_picture ADD CONSTRAINT panorama_picture_file FOREIGN KEY (tenant_id, id) REFERENCES furrow.file(tenant_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.panorama ADD CONSTRAINT panorama_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES furrow.panorama_picture(id);
ALTER TABLE ONLY furrow.panorama_picture ADD CONSTRAINT panorama_picture_pack FOREIGN KEY (tenant_id, pack_id) REFERENCES furrow.file(tenant_id, id) ON DELETE SET NULL (pack_id);
ALTER TABLE ONLY furrow.panorama_picture ADD CONSTRAINT panorama_picture_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.panorama_scene ADD CONSTRAINT panorama_scene_panorama_id_fkey FOREIGN KEY (panorama_id) REFERENCES furrow.panorama(id);
ALTER TABLE ONLY furrow.panorama_scene ADD CONSTRAINT panorama_scene_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.panorama_scene ADD CONSTRAINT panorama_scene_vr_id_fkey FOREIGN KEY (vr_id) REFERENCES furrow.panorama_vr(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.panorama ADD CONSTRAINT panorama_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.panorama_vr_area ADD CONSTRAINT panorama_vr_area_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.panorama_vr_area ADD CONSTRAINT panorama_vr_area_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.panorama_vr_area ADD CONSTRAINT panorama_vr_area_vr_id_fkey FOREIGN KEY (vr_id) REFERENCES furrow.panorama_vr(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.panorama_vr ADD CONSTRAINT panorama_vr_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.partner ADD CONSTRAINT partner_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.past_device ADD CONSTRAINT past_device_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.past_member ADD CONSTRAINT past_member_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.personal_token ADD CONSTRAINT personal_token_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES furrow.membership(tenant_id, user_id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.picture ADD CONSTRAINT picture_file FOREIGN KEY (tenant_id, file_id) REFERENCES furrow.file(tenant_id, id);
ALTER TABLE ONLY furrow.picture ADD CONSTRAINT picture_folder_id FOREIGN KEY (tenant_id, folder_id) REFERENCES furrow.picture_folder(tenant_id, id);
ALTER TABLE ONLY furrow.picture_folder ADD CONSTRAINT picture_folder_parent FOREIGN KEY (tenant_id, parent_id) REFERENCES furrow.picture_folder(tenant_id, id);
ALTER TABLE ONLY furrow.picture_folder ADD CONSTRAINT picture_folder_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.picture ADD CONSTRAINT picture_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.plan ADD CONSTRAINT plan_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id);
ALTER TABLE ONLY furrow.plan ADD CONSTRAINT plan_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES furrow.batch(id);
ALTER TABLE ONLY furrow.plan ADD CONSTRAINT plan_package_id_fkey FOREIGN KEY (package_id) REFERENCES furrow.plan_package(id);
ALTER TABLE ONLY furrow.plan_package ADD CONSTRAINT plan_package_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.plan_package ADD CONSTRAINT plan_package_variety_id_fkey FOREIGN KEY (variety_id) REFERENCES furrow.variety(id);
ALTER TABLE ONLY furrow.plan_purchase ADD CONSTRAINT plan_purchase_document_id_fkey FOREIGN KEY (document_id) REFERENCES furrow.document(id);
ALTER TABLE ONLY furrow.plan_purchase ADD CONSTRAINT plan_purchase_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES furrow.plan(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.plan_purchase ADD CONSTRAINT plan_purchase_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.plan_subplan ADD CONSTRAINT plan_subplan_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES furrow.plan(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.plan_subplan ADD CONSTRAINT plan_subplan_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.plan_task ADD CONSTRAINT plan_task_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES furrow.plan(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.plan_task ADD CONSTRAINT plan_task_subplan_id_fkey FOREIGN KEY (subplan_id) REFERENCES furrow.plan_subplan(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.plan_task ADD CONSTRAINT plan_task_task_id_fkey FOREIGN KEY (task_id) REFERENCES furrow.task(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.plan_task ADD CONSTRAINT plan_task_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.plan ADD CONSTRAINT plan_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.product ADD CONSTRAINT product_dose_unit_id_fkey FOREIGN KEY (dose_unit_id) REFERENCES furrow.measure_unit(id);
ALTER TABLE ONLY furrow.product ADD CONSTRAINT product_purchase_unit_id_fkey FOREIGN KEY (purchase_unit_id) REFERENCES furrow.measure_unit(id);
ALTER TABLE ONLY furrow.product ADD CONSTRAINT product_retail_unit_id_fkey FOREIGN KEY (retail_unit_id) REFERENCES furrow.measure_unit(id);
ALTER TABLE ONLY furrow.product ADD CONSTRAINT product_standard_id_fkey FOREIGN KEY (standard_id) REFERENCES furrow.product_standard(id);
ALTER TABLE ONLY furrow.product_standard ADD CONSTRAINT product_standard_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.product ADD CONSTRAINT product_stock_unit_id_fkey FOREIGN KEY (stock_unit_id) REFERENCES furrow.measure_unit(id);
ALTER TABLE ONLY furrow.product ADD CONSTRAINT product_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.promo_video ADD CONSTRAINT promo_video_file FOREIGN KEY (tenant_id, file_id) REFERENCES furrow.file(tenant_id, id);
ALTER TABLE ONLY furrow.promo_video ADD CONSTRAINT promo_video_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.document ADD CONSTRAINT purchase_application_applicant_id_fkey FOREIGN KEY (applicant_id) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.document ADD CONSTRAINT purchase_application_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id);
ALTER TABLE ONLY furrow.document_line ADD CONSTRAINT purchase_application_line_application_id_fkey FOREIGN KEY (document_id) REFERENCES furrow.document(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.document_line ADD CONSTRAINT purchase_application_line_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.document ADD CONSTRAINT purchase_application_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.push_delivery ADD CONSTRAINT push_delivery_target_id_fkey FOREIGN KEY (target_id) REFERENCES furrow.push_target(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.push_delivery ADD CONSTRAINT push_delivery_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.push_feed ADD CONSTRAINT push_feed_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.push_progress ADD CONSTRAINT push_progress_target_id_fkey FOREIGN KEY (target_id) REFERENCES furrow.push_target(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.push_progress ADD CONSTRAINT push_progress_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.push_target ADD CONSTRAINT push_target_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.recipe ADD CONSTRAINT recipe_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.rejected_count ADD CONSTRAINT rejected_count_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.device(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.rejected_count ADD CONSTRAINT rejected_count_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.rejected_message ADD CONSTRAINT rejected_message_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.device(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.rejected_message ADD CONSTRAINT rejected_message_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.role_assignment ADD CONSTRAINT role_assignment_role_id_fkey FOREIGN KEY (role_id) REFERENCES furrow.role(id);
ALTER TABLE ONLY furrow.role_assignment ADD CONSTRAINT role_assignment_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.role_assignment ADD CONSTRAINT role_assignment_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.role ADD CONSTRAINT role_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.second_factor ADD CONSTRAINT second_factor_id_fkey FOREIGN KEY (id) REFERENCES furrow.app_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.second_factor_offer ADD CONSTRAINT second_factor_offer_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.seed ADD CONSTRAINT seed_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.seed ADD CONSTRAINT seed_variety_id_fkey FOREIGN KEY (variety_id) REFERENCES furrow.variety(id);
ALTER TABLE ONLY furrow.session ADD CONSTRAINT session_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.settings_batch_device ADD CONSTRAINT settings_batch_device_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES furrow.settings_batch(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.settings_batch_device ADD CONSTRAINT settings_batch_device_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.device(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.settings_batch_device ADD CONSTRAINT settings_batch_device_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.settings_batch ADD CONSTRAINT settings_batch_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.shop ADD CONSTRAINT shop_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id);
ALTER TABLE ONLY furrow.shop ADD CONSTRAINT shop_store_id_fkey FOREIGN KEY (store_id) REFERENCES furrow.store(id);
ALTER TABLE ONLY furrow.shop ADD CONSTRAINT shop_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.sign_in_challenge ADD CONSTRAINT sign_in_challenge_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.sim_card ADD CONSTRAINT sim_card_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id);
ALTER TABLE ONLY furrow.sim_card ADD CONSTRAINT sim_card_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.sim_source ADD CONSTRAINT sim_source_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.sim_trial ADD CONSTRAINT sim_trial_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.sim_usage ADD CONSTRAINT sim_usage_sim_card_id_fkey FOREIGN KEY (sim_card_id) REFERENCES furrow.sim_card(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.sim_usage ADD CONSTRAINT sim_usage_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.sim_warning ADD CONSTRAINT sim_warning_sim_card_id_fkey FOREIGN KEY (sim_card_id) REFERENCES furrow.sim_card(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.sim_warning ADD CONSTRAINT sim_warning_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.stock_balance ADD CONSTRAINT stock_balance_product_id_fkey FOREIGN KEY (product_id) REFERENCES furrow.product(id);
ALTER TABLE ONLY furrow.stock_balance ADD CONSTRAINT stock_balance_store_id_fkey FOREIGN KEY (store_id) REFERENCES furrow.store(id);
ALTER TABLE ONLY furrow.stock_balance ADD CONSTRAINT stock_balance_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.stock_entry ADD CONSTRAINT stock_entry_line_id_fkey FOREIGN KEY (line_id) REFERENCES furrow.document_line(id);
ALTER TABLE ONLY furrow.stock_entry ADD CONSTRAINT stock_entry_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES furrow.stock_lot(id);
ALTER TABLE ONLY furrow.stock_entry ADD CONSTRAINT stock_entry_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES furrow.stock_posting(id);
ALTER TABLE ONLY furrow.stock_entry ADD CONSTRAINT stock_entry_product_id_fkey FOREIGN KEY (product_id) REFERENCES furrow.product(id);
ALTER TABLE ONLY furrow.stock_entry ADD CONSTRAINT stock_entry_store_id_fkey FOREIGN KEY (store_id) REFERENCES furrow.store(id);
ALTER TABLE ONLY furrow.stock_entry ADD CONSTRAINT stock_entry_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.stock_limit ADD CONSTRAINT stock_limit_product_id_fkey FOREIGN KEY (product_id) REFERENCES furrow.product(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.stock_limit ADD CONSTRAINT stock_limit_store_id_fkey FOREIGN KEY (store_id) REFERENCES furrow.store(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.stock_limit ADD CONSTRAINT stock_limit_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.stock_lot_balance ADD CONSTRAINT stock_lot_balance_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES furrow.stock_lot(id);
ALTER TABLE ONLY furrow.stock_lot_balance ADD CONSTRAINT stock_lot_balance_store_id_fkey FOREIGN KEY (store_id) REFERENCES furrow.store(id);
ALTER TABLE ONLY furrow.stock_lot_balance ADD CONSTRAINT stock_lot_balance_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.stock_lot ADD CONSTRAINT stock_lot_product_id_fkey FOREIGN KEY (product_id) REFERENCES furrow.product(id);
ALTER TABLE ONLY furrow.stock_lot ADD CONSTRAINT stock_lot_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.stock_posting ADD CONSTRAINT stock_posting_document_id_fkey FOREIGN KEY (document_id) REFERENCES furrow.document(id);
ALTER TABLE ONLY furrow.stock_posting ADD CONSTRAINT stock_posting_reverses_id_fkey FOREIGN KEY (reverses_id) REFERENCES furrow.stock_posting(id);
ALTER TABLE ONLY furrow.stock_posting ADD CONSTRAINT stock_posting_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.store ADD CONSTRAINT store_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id);
ALTER TABLE ONLY furrow.store ADD CONSTRAINT store_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.sub_module ADD CONSTRAINT sub_module_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.switch ADD CONSTRAINT switch_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id);
ALTER TABLE ONLY furrow.switch_change ADD CONSTRAINT switch_change_switch_id_fkey FOREIGN KEY (switch_id) REFERENCES furrow.switch(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.switch_change ADD CONSTRAINT switch_change_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.switch ADD CONSTRAINT switch_device_id_fkey FOREIGN KEY (device_id) REFERENCES furrow.device(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.switch_meter ADD CONSTRAINT switch_meter_item_id_fkey FOREIGN KEY (item_id) REFERENCES furrow.item(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.switch_meter ADD CONSTRAINT switch_meter_switch_id_fkey FOREIGN KEY (switch_id) REFERENCES furrow.switch(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.switch_meter ADD CONSTRAINT switch_meter_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.switch ADD CONSTRAINT switch_related_equip_fkey FOREIGN KEY (related_equip) REFERENCES furrow.switch(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.switch ADD CONSTRAINT switch_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.task ADD CONSTRAINT task_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id);
ALTER TABLE ONLY furrow.task ADD CONSTRAINT task_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES furrow.batch(id);
ALTER TABLE ONLY furrow.task_event ADD CONSTRAINT task_event_task_id_fkey FOREIGN KEY (task_id) REFERENCES furrow.task(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.task_event ADD CONSTRAINT task_event_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.task_issue ADD CONSTRAINT task_issue_document_id_fkey FOREIGN KEY (document_id) REFERENCES furrow.document(id);
ALTER TABLE ONLY furrow.task_issue ADD CONSTRAINT task_issue_task_id_fkey FOREIGN KEY (task_id) REFERENCES furrow.task(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.task_issue ADD CONSTRAINT task_issue_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.task ADD CONSTRAINT task_land_id_fkey FOREIGN KEY (land_id) REFERENCES furrow.land(id);
ALTER TABLE ONLY furrow.task ADD CONSTRAINT task_leader_id_fkey FOREIGN KEY (leader_id) REFERENCES furrow.worker(id);
ALTER TABLE ONLY furrow.task_material ADD CONSTRAINT task_material_product_id_fkey FOREIGN KEY (product_id) REFERENCES furrow.product(id);
ALTER TABLE ONLY furrow.task_material ADD CONSTRAINT task_material_task_id_fkey FOREIGN KEY (task_id) REFERENCES furrow.task(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.task_material ADD CONSTRAINT task_material_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.task ADD CONSTRAINT task_series_id_fkey FOREIGN KEY (series_id) REFERENCES furrow.task(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.task_step ADD CONSTRAINT task_step_task_id_fkey FOREIGN KEY (task_id) REFERENCES furrow.task(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.task_step ADD CONSTRAINT task_step_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.task ADD CONSTRAINT task_task_type_id_fkey FOREIGN KEY (task_type_id) REFERENCES furrow.task_type(id);
ALTER TABLE ONLY furrow.task ADD CONSTRAINT task_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.task_type ADD CONSTRAINT task_type_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.tenant_screen ADD CONSTRAINT tenant_screen_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.tenant_setting ADD CONSTRAINT tenant_setting_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.user_invitation ADD CONSTRAINT user_invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.user_invitation ADD CONSTRAINT user_invitation_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.user_invitation ADD CONSTRAINT user_invitation_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.user_message ADD CONSTRAINT user_message_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.user_message ADD CONSTRAINT user_message_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.variety ADD CONSTRAINT variety_crop_id_fkey FOREIGN KEY (crop_id) REFERENCES furrow.crop(id);
ALTER TABLE ONLY furrow.variety ADD CONSTRAINT variety_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.viewing ADD CONSTRAINT viewing_session_id_fkey FOREIGN KEY (session_id) REFERENCES furrow.session(id) ON DELETE SET NULL;
ALTER TABLE ONLY furrow.viewing ADD CONSTRAINT viewing_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.viewing ADD CONSTRAINT viewing_viewed_id_fkey FOREIGN KEY (viewed_id) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.viewing ADD CONSTRAINT viewing_viewer_id_fkey FOREIGN KEY (viewer_id) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.watch_state ADD CONSTRAINT watch_state_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.work_bench ADD CONSTRAINT work_bench_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.work_bench ADD CONSTRAINT work_bench_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id);
ALTER TABLE ONLY furrow.worker ADD CONSTRAINT worker_area_id_fkey FOREIGN KEY (area_id) REFERENCES furrow.area(id);
ALTER TABLE ONLY furrow.worker_rate ADD CONSTRAINT worker_rate_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.worker_rate ADD CONSTRAINT worker_rate_worker_id_fkey FOREIGN KEY (worker_id) REFERENCES furrow.worker(id) ON DELETE CASCADE;
ALTER TABLE ONLY furrow.worker ADD CONSTRAINT worker_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES furrow.tenant(id);
ALTER TABLE ONLY furrow.worker ADD CONSTRAINT worker_user_id_fkey FOREIGN KEY (user_id) REFERENCES furrow.app_user(id) ON DELETE SET NULL;

CREATE POLICY application ON furrow.app_user FOR SELECT TO {request} USING ((id IN ( SELECT application.user_id
   FROM furrow.application
  WHERE (application.tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif")))));
CREATE POLICY colleague ON furrow.app_user TO {request} USING (((id = ( SELECT (NULLIF(current_setting('furrow.user'::text, true), ''::text))::bigint AS "nullif")) OR (id IN ( SELECT membership.user_id
   FROM furrow.membership
  WHERE (membership.tenant_id = ( SELECT (NULLIF(current_setting('furrow.tenant'::text, true), ''::text))::bigint AS "nullif"))))));

GRANT SELECT,USAGE ON SEQUENCE furrow.activity_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.activity_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.activity_material_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.activity_material_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_attempt_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_attempt_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_browser_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_browser_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_channel_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_channel_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_delivery_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_delivery_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_duty_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_duty_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_escalation_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_escalation_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_event_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_event_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_rule_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_rule_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_silence_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_silence_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_staff_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_staff_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_trial_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.alarm_trial_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.app_user_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.app_user_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.application_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.application_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.approval_copy_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.approval_copy_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.approval_definition_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.approval_definition_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.approval_instance_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.approval_instance_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.approval_record_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.approval_record_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.approval_task_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.approval_task_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.area_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.area_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.audit_entry_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.audit_entry_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.banner_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.banner_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.batch_cost_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.batch_cost_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.batch_harvest_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.batch_harvest_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.batch_herd_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.batch_herd_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.bill_type_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.bill_type_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.calibration_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.calibration_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.camera_preset_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.camera_preset_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.camera_segment_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.camera_segment_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.camera_split_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.camera_split_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.capture_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.capture_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.capture_plan_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.capture_plan_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.consult_category_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.consult_category_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.consult_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.consult_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.consult_version_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.consult_version_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.crop_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.crop_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.default_store_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.default_store_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.device_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.device_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.emergency_stop_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.emergency_stop_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.farm_log_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.farm_log_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.firmware_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.firmware_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.flow_device_group_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.flow_device_group_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.flow_group_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.flow_group_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.flow_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.flow_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.flow_run_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.flow_run_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.flow_trace_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.flow_trace_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.flow_trial_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.flow_trial_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.flow_trigger_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.flow_trigger_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.inquiry_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.inquiry_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.inquiry_message_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.inquiry_message_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.insect_box_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.insect_box_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.insect_observation_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.insect_observation_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.insect_picture_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.insect_picture_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.insect_type_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.insect_type_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.interlock_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.interlock_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.item_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.item_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.job_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.job_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.land_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.land_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.land_period_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.land_period_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.land_safety_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.land_safety_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.measure_unit_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.measure_unit_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.metered_run_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.metered_run_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.notice_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.notice_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.online_log_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.online_log_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.org_unit_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.org_unit_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.outbox_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.outbox_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.package_material_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.package_material_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.package_subplan_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.package_subplan_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.package_task_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.package_task_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.panorama_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.panorama_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.panorama_scene_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.panorama_scene_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.panorama_vr_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.panorama_vr_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.partner_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.partner_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.personal_token_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.personal_token_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.picture_folder_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.picture_folder_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.picture_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.picture_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.plan_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.plan_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.plan_package_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.plan_package_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.plan_subplan_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.plan_subplan_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.product_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.product_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.product_standard_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.product_standard_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.promo_video_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.promo_video_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.purchase_application_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.purchase_application_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.purchase_application_line_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.purchase_application_line_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.push_delivery_nth_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.push_delivery_nth_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.push_feed_id TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.push_feed_id TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.push_target_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.push_target_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.recipe_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.recipe_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.rejected_message_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.rejected_message_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.role_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.role_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.seed_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.seed_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.settings_batch_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.settings_batch_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.shop_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.shop_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.sim_card_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.sim_card_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.sim_trial_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.sim_trial_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.stock_entry_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.stock_entry_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.stock_limit_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.stock_limit_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.stock_lot_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.stock_lot_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.stock_posting_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.stock_posting_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.store_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.store_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.sub_module_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.sub_module_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.switch_change_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.switch_change_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.switch_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.switch_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.task_event_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.task_event_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.task_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.task_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.task_material_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.task_material_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.task_type_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.task_type_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.tenant_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.tenant_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.tenant_screen_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.tenant_screen_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.user_invitation_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.user_invitation_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.user_message_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.user_message_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.variety_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.variety_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.worker_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.worker_id_seq TO {service};
GRANT SELECT,USAGE ON SEQUENCE furrow.worker_rate_id_seq TO {request};
GRANT SELECT,USAGE ON SEQUENCE furrow.worker_rate_id_seq TO {service};

INSERT INTO furrow.retention (at) VALUES ((extract(epoch FROM now()) * 1000)::bigint);
INSERT INTO furrow.rollup_horizon (version, hour) VALUES (0, 0);
SELECT setval('furrow.push_feed_id', 1);
