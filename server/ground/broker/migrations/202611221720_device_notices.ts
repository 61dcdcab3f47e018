import type { Roles } from '../../database/roles.ts'

/**
 * Every server process hears at once that a device has changed in what its connection may do, whoever changed it: the device itself, and
 * the gateways behind which it stood and stands.
 */
export const id = '202611221720_device_notices'

export const up = (_roles: Roles) => `
create function tell_device() returns trigger language plpgsql as $body$
begin
  perform pg_notify('furrow_device', concat_ws(' ',
    case when tg_op = 'DELETE' then old.id else new.id end,
    case when tg_op <> 'INSERT' then old.parent_id end,
    case when tg_op <> 'DELETE' then new.parent_id end));
  return null;
end $body$;
create trigger device_made_tells after insert on device for each row when (new.parent_id is not null) execute function tell_device();
create trigger device_tells after update of tenant_id, eui, parent_id, enabled_flag, area_id, device_type, secret_hash, reporting_period on device
  for each row when (row(old.tenant_id, old.eui, old.parent_id, old.enabled_flag, old.area_id, old.device_type, old.secret_hash, old.reporting_period)
    is distinct from row(new.tenant_id, new.eui, new.parent_id, new.enabled_flag, new.area_id, new.device_type, new.secret_hash, new.reporting_period))
  execute function tell_device();
create trigger device_gone_tells after delete on device for each row execute function tell_device();
alter table device_heard add column through_id bigint references device on delete set null;
create index device_heard_through on device_heard (through_id) where through_id is not null;
comment on column device_heard.through_id is 'the gateway by whose connection it was heard; null where by its own';
`
