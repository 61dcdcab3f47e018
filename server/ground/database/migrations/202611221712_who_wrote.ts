import { fenceTables } from '../fenceTables.ts'
import { keepWho } from '../keepWho.ts'
import type { Roles } from '../roles.ts'

/**
 * What people write says who made it and who changed it, and when. Of rows that were there before, nobody knows who. Whoever leaves a
 * tenant is still known there by name.
 */
export const id = '202611221712_who_wrote'

const tables = [
  'app_user',
  'approval_definition',
  'approval_leader',
  'area',
  'banner',
  'consult',
  'consult_category',
  'crop',
  'device',
  'item',
  'land',
  'membership',
  'notice',
  'purchase_application',
  'role',
  'role_assignment',
  'sub_module',
  'switch',
  'task_type',
  'tenant',
  'tenant_screen',
  'tenant_setting',
  'variety',
  'worker',
]
/** What the server moves by itself, or a sign-in does. */
const machine = {
  app_user: ['current_tenant_id', 'default_tenant_id'],
  device: ['presence', 'presence_at', 'heard_at'],
  item: ['last_ts', 'last_place', 'last_value'],
  switch: ['status', 'status_at'],
}

export const up = (roles: Roles) => `
create function write_who() returns trigger language plpgsql set search_path = furrow, pg_temp as $body$
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
end $body$;

create function keep_who(which regclass, machine text[]) returns void language plpgsql set search_path = furrow, pg_temp as $body$
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
end $body$;
comment on function keep_who(regclass, text[]) is 'for migrations: server/ground/database/keepWho.ts';
revoke all on function keep_who(regclass, text[]) from public;

${keepWho(tables, machine)}

create table past_member (
  tenant_id bigint not null references tenant on delete cascade, user_id bigint not null, real_name text not null,
  left_at bigint not null, primary key (tenant_id, user_id)
);
comment on table past_member is 'who has left a tenant, by the name at that time: what they wrote there is still theirs';
${fenceTables(['past_member'], roles, { readOnly: true })}
create function keep_past_member() returns trigger language plpgsql security definer set search_path = furrow, pg_temp as $body$
begin
  insert into past_member (tenant_id, user_id, real_name, left_at)
  select old.tenant_id, old.user_id, u.real_name, (extract(epoch from now()) * 1000)::bigint from app_user u
  where u.id = old.user_id and exists (select from tenant where id = old.tenant_id)
  on conflict (tenant_id, user_id) do update set real_name = excluded.real_name, left_at = excluded.left_at;
  return old;
end $body$;
create trigger member_kept before delete on membership for each row execute function keep_past_member();
`
