import type { Roles } from '../../ground/database/roles.ts'

/** How often who is not known yet may try: counted where every server sees it, and a restart forgives nothing. */
export const id = '202611221735_try_limit'

export const up = ({ service }: Roles) => `
create table try_limit (subject text primary key, tries double precision not null, at bigint not null) with (fillfactor = 50);
comment on table try_limit is 'tries that were left to a subject at a moment (ms UTC); they are refilled steadily';
create index try_limit_age on try_limit (at);
grant select, insert, update, delete on try_limit to ${service};
`
