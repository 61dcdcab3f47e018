import { fenceTables } from '../../database/fenceTables.ts'
import type { Roles } from '../../database/roles.ts'

/** Acts that came with a key: one that is sent again is answered as the first time. */
export const id = '202611221505_done_call'

export const up = (roles: Roles) => `
create table done_call (
  tenant_id bigint not null references tenant, user_id bigint not null references app_user on delete cascade, key text not null,
  digest text not null, at bigint not null, answer text, primary key (tenant_id, user_id, key)
);
comment on column done_call.digest is 'of the call and its input: another act under the same key is refused';
comment on column done_call.answer is 'as it was sent; null until it is known, and where it is too long or carries a secret';
create index done_call_age on done_call (at);
create index done_call_user on done_call (tenant_id, user_id, at);
${fenceTables(['done_call'], roles)}
`
