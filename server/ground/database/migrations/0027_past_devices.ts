import { fenceTables } from '../fenceTables.ts'
import type { Roles } from '../roles.ts'

/**
 * The control log outlives the devices, switches and bases that it tells of: who did what is asked after a device is gone too. What the
 * log shows of a deleted device stands in past_device; it is forgotten with the log.
 */
export const id = '0027_past_devices'

export const up = (roles: Roles) => `
create table past_device (
  id bigint primary key, tenant_id bigint not null references tenant, area_id bigint not null, device_type text not null, name text not null,
  eui text not null, deleted_at bigint not null
);
create index past_device_age on past_device (deleted_at);
${fenceTables(['past_device'], roles, { readOnly: true })}
alter table command add column switch_name text;
comment on column command.switch_name is 'of a switch that is no more';
comment on column command.device_id is 'of device, or of past_device';
alter table command drop constraint command_device_id_fkey, drop constraint command_area_id_fkey;
create function keep_past_device() returns trigger language plpgsql security definer set search_path = furrow, pg_temp as $body$
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
end $body$;
create trigger device_kept before delete on device for each row execute function keep_past_device();
create function keep_switch_name() returns trigger language plpgsql security definer set search_path = furrow, pg_temp as $body$
begin
  update command set switch_name = old.name where switch_id = old.id and old.name is not null;
  return old;
end $body$;
create trigger switch_kept before delete on switch for each row execute function keep_switch_name();
`
