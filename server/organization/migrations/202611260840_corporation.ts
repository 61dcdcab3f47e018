import { fenceTables } from '../../ground/database/fenceTables.ts'
import { keepWho } from '../../ground/database/keepWho.ts'
import { recordAudit } from '../../ground/database/recordAudit.ts'
import type { Roles } from '../../ground/database/roles.ts'

/**
 * What an enterprise says of itself beside its name, zone and domain, which its tenant has already. A row comes with every tenant. How it
 * introduces itself is no secret: the trail tells it.
 */
export const id = '202611260840_corporation'

const recorded = {
  // One thing to whoever reads the trail: both are told as the enterprise.
  corporation: { kind: 'tenant', key: ['tenant_id'], title: ['tenant_id'], names: { tenant_id: ['tenant', 'name'] } },
  tenant: { kind: 'tenant', title: ['name'], tenant: 'self' },
} as const

export const up = (roles: Roles) => `
create table corporation (
  tenant_id bigint primary key references tenant, english_name text, credit_code text, legal_person text, address text, contact text, phone text,
  licences jsonb not null default '[]', object_version_number int not null default 1
);
${fenceTables(['corporation'], roles)}
insert into corporation (tenant_id) select id from tenant;
create function found_corporation() returns trigger language plpgsql set search_path = furrow, pg_temp as $body$
begin
  insert into corporation (tenant_id) values (new.id);
  return null;
end $body$;
create trigger tenant_corporation after insert on tenant for each row execute function found_corporation();
${keepWho(['corporation'])}
${recordAudit(recorded)}
-- It comes with the tenant, which is told already.
drop trigger audit_made on corporation;
`
