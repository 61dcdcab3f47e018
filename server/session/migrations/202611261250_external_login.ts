import type { Roles } from '../../ground/database/roles.ts'
import { recordAudit } from '../../ground/database/recordAudit.ts'

/** Who of another service (OpenID Connect) a user is: said by the user, signed in, and never guessed from a name or an address. */
export const id = '202611261250_external_login'

const recorded = {
  external_login: {
    kind: 'externalLogin',
    title: ['id'],
    names: { id: ['app_user', 'real_name'] },
    tenant: 'member',
    secret: ['subject'],
  },
} as const

export const up = ({ service }: Roles) => `
create table external_login (
  id bigint primary key references app_user on delete cascade, issuer text not null, subject text not null, since bigint not null,
  unique (issuer, subject)
);
comment on column external_login.id is 'the user';
create table external_attempt (
  state_hash text primary key, ticket_hash text not null, nonce text not null, verifier text not null,
  user_id bigint references app_user on delete cascade, expires_at bigint not null
);
comment on table external_attempt is 'somebody was sent to the other service and has not come back yet';
comment on column external_attempt.ticket_hash is 'of what the browser that was sent keeps: no other browser finishes it';
comment on column external_attempt.user_id is 'who links an account; null where somebody signs in';
create index external_attempt_age on external_attempt (expires_at);
grant select, insert, update, delete on external_login, external_attempt to ${service};
${recordAudit(recorded)}
`
