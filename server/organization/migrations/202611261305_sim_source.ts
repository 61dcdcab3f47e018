import { fenceTables } from '../../ground/database/fenceTables.ts'
import { keepWho } from '../../ground/database/keepWho.ts'
import { recordAudit } from '../../ground/database/recordAudit.ts'
import type { Roles } from '../../ground/database/roles.ts'

/** How the carrier's service is asked about SIM cards, and how each card was read last. */
export const id = '202611261305_sim_source'

const READ = ['asked_at', 'read_at', 'read_fault']
const recorded = {
  sim_card: { kind: 'simCard', title: ['iccid'], ignored: READ, names: { area_id: ['area', 'area_name'] } },
} as const

export const up = (roles: Roles) => `
create table sim_source (
  tenant_id bigint primary key references tenant, address text not null, method text not null, header_name text not null, secret text,
  fields jsonb not null, enabled_flag int not null, object_version_number int not null default 1
);
comment on column sim_source.secret is 'sealed';
alter table sim_card add column asked_at bigint, add column read_at bigint, add column read_fault text;
comment on column sim_card.asked_at is 'when the carrier was asked last';
comment on column sim_card.read_at is 'when it was read last; read_fault says why it was not since';
${fenceTables(['sim_source'], roles)}
${keepWho(['sim_source', 'sim_card'], { sim_card: READ })}
${recordAudit(recorded)}
`
