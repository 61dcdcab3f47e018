import type { Roles } from '../../database/roles.ts'

/**
 * Which marked hours the roll-up job may be settling, said to every process that stores readings. `trust_marks` is called within the transaction
 * that stores: until its commit the job waits, and what was remembered under an older version is refused.
 */
export const id = '202611221715_rollup_horizon'

export const up = ({ service }: Roles) => `
create table rollup_horizon (only_one boolean primary key default true check (only_one), version bigint not null, hour bigint not null);
comment on table rollup_horizon is 'one row: hours up to this one are marked by each batch of readings, whatever its writer remembers';
insert into rollup_horizon (version, hour) values (0, 0);
grant select, update on rollup_horizon to ${service};

create function trust_marks(known bigint) returns boolean language plpgsql as $$
begin
  -- The job takes this lock alone. A row's lock would let a stream of batches go before it for ever.
  perform pg_advisory_xact_lock_shared(hashtext('furrow.rollup_dirty horizon'));
  if (select version from rollup_horizon) <> known then
    raise exception using errcode = 'FW001', message = 'the marks that are remembered are of an older version';
  end if;
  return true;
end $$;
`
