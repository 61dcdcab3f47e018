import type { Roles } from '../roles.ts'

/** Registration by phone, and where people are signed in. Neither belongs to a tenant: only the service role reads them. */
export const id = '0002_accounts'

export const up = ({ service }: Roles): string => `
alter table app_user add column phone text unique;
alter table session add column address text not null default '';
create table phone_code (
  key text primary key, phone text not null, code_hash text not null, network text not null,
  sent_at bigint not null, expires_at bigint not null, tries int not null default 0
);
create index phone_code_of_phone on phone_code (phone, sent_at);
create index phone_code_of_network on phone_code (network, sent_at);
grant select, insert, update, delete on phone_code to ${service};
`
