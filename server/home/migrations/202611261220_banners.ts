import { recordAudit } from '../../ground/database/recordAudit.ts'

/** Banners have times, an audience and a version; who manages them may leave out the picture and the link. */
export const id = '202611261220_banners'

const recorded = { banner: { kind: 'banner', title: ['title'], ignored: ['position'] } } as const

export const up = () => `
alter table banner alter column type_flag drop default;
alter table banner alter column type_flag type int using type_flag::int, alter column type_flag set default 0,
  alter column image_address drop not null, alter column content drop not null, alter column content drop default,
  add column object_version_number int not null default 1, add column shown_from bigint, add column shown_until bigint,
  add column role_ids jsonb not null default '[]', add constraint banner_span check (shown_until > shown_from);
comment on column banner.type_flag is '1: the link opens in a new window';
comment on column banner.shown_from is 'ms UTC; before it /home does not show it';
comment on column banner.role_ids is 'who is shown it; empty: everybody of the tenant';
${recordAudit(recorded)}
`
