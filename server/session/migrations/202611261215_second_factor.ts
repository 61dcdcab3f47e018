import type { Roles } from '../../ground/database/roles.ts'
import { recordAudit } from '../../ground/database/recordAudit.ts'

/**
 * A second factor at sign-in: a secret that the person's phone holds too, and codes for when it is lost. It is there once a code has confirmed
 * it; until then it is an offer. A tenant may demand one of everybody.
 */
export const id = '202611261215_second_factor'

const recorded = {
  second_factor: {
    kind: 'secondFactor',
    title: ['id'],
    names: { id: ['app_user', 'real_name'] },
    tenant: 'member',
    secret: ['secret', 'recovery'],
    ignored: ['last_step'],
  },
  // Watched anew, for the column that it gets.
  tenant: { kind: 'tenant', title: ['name'], tenant: 'self' },
} as const

export const up = ({ service }: Roles) => `
create table second_factor (
  id bigint primary key references app_user on delete cascade, secret text not null, last_step bigint not null, recovery text[] not null, since bigint not null
);
comment on column second_factor.id is 'the user';
comment on column second_factor.secret is 'sealed (server/ground/seal.ts)';
comment on column second_factor.last_step is 'the newest time step of which a code was used: a code is good once';
comment on column second_factor.recovery is 'hashes of the codes that are left';
create table second_factor_offer (user_id bigint primary key references app_user on delete cascade, secret text not null, at bigint not null);
comment on table second_factor_offer is 'begun and not confirmed yet; it proves nothing';
create table sign_in_challenge (
  key_hash text primary key, user_id bigint not null references app_user on delete cascade, password_mark text not null,
  tries int not null default 0, expires_at bigint not null
);
comment on table sign_in_challenge is 'a password was right, and a second factor is waited for';
comment on column sign_in_challenge.password_mark is 'of the password as it was then: another one ends it';
create index sign_in_challenge_age on sign_in_challenge (expires_at);
grant select, insert, update, delete on second_factor, second_factor_offer, sign_in_challenge to ${service};
alter table tenant add column demands_second_factor boolean not null default false;
alter table session add column provider_factor boolean not null default false;
comment on column session.provider_factor is 'whoever signed it in elsewhere says that a second factor was asked for there';
create trigger second_factor_tells after insert or delete on second_factor for each row execute function tell_gate('user', 'id');
${recordAudit(recorded)}
`
