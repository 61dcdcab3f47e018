import { fenceTables } from '../../database/fenceTables.ts'
import { keepWho } from '../../database/keepWho.ts'
import type { Roles } from '../../database/roles.ts'

/**
 * What is done with readings before they are shown and stored: the calibrations of an item with all that went before, and the items that
 * are calculated from others of their device. Every server process hears of both as it hears of devices.
 */
export const id = '202611222040_calibration'

export const up = (roles: Roles) => `
create table calibration (
  id bigint generated always as identity primary key, tenant_id bigint not null references tenant,
  device_id bigint not null references device on delete cascade, item_id bigint not null references item on delete cascade,
  since bigint not null, factor double precision not null, "offset" double precision not null, reason text not null,
  check (factor <> 0 and abs(factor) < 'infinity' and abs("offset") < 'infinity')
);
comment on table calibration is 'each calibration of an item, never changed: value = what the device sent * factor + offset';
comment on column calibration.since is 'readings from this moment on, ms UTC; of several that hold the one made last';
create index calibration_item on calibration (item_id, id desc);
create index calibration_device on calibration (device_id);
alter table reading add column calibration_id bigint;
comment on column reading.calibration_id is 'under which it was stored; null where as the device sent it';

create table calculation (
  item_id bigint primary key references item on delete cascade, tenant_id bigint not null references tenant,
  device_id bigint not null references device on delete cascade, formula text not null,
  first_id bigint not null references item on delete cascade, second_id bigint references item on delete cascade, per_ms int,
  check (item_id <> first_id and item_id is distinct from second_id and first_id is distinct from second_id)
);
comment on table calculation is 'items whose readings the server makes of the readings of others of their device';
comment on column calculation.formula is 'of contract/devices/formula.ts';
comment on column calculation.per_ms is 'of a flow: the time to which its unit refers, ms';
create index calculation_device on calculation (device_id);
create index calculation_first on calculation (first_id);
create index calculation_second on calculation (second_id) where second_id is not null;

create function tell_treatment() returns trigger language plpgsql as $body$
begin
  perform pg_notify('furrow_device', (case when tg_op = 'DELETE' then old.device_id else new.device_id end)::text);
  return null;
end $body$;
create trigger calibration_tells after insert on calibration for each row execute function tell_treatment();
create trigger calculation_tells after insert or update or delete on calculation for each row execute function tell_treatment();
${fenceTables(['calibration', 'calculation'], roles)}
revoke update, delete on calibration from ${roles.request}, ${roles.service};
${keepWho(['calibration', 'calculation'])}
`
