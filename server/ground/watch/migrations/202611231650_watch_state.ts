import { fenceTables } from '../../database/fenceTables.ts'
import type { Roles } from '../../database/roles.ts'

/** What the evaluator knows, so that a kill costs nothing: what it read since `base` it reads again. */
export const id = '202611231650_watch_state'

export const up = (roles: Roles) => `
create table watch_state (
  tenant_id bigint not null references tenant, kind text not null, rule_id bigint not null, device_id bigint not null, ordinal int not null,
  fingerprint text not null, kept jsonb not null, kept_at bigint not null, primary key (tenant_id, kind, rule_id, device_id, ordinal)
);
comment on table watch_state is 'one row a watch: what machines/watch/evaluator.ts keeps';
comment on column watch_state.fingerprint is 'the bound rule that it is of: of another it says nothing';
${fenceTables(['watch_state'], roles, { readOnly: true })}
`
