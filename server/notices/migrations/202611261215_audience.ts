import { fenceTables } from '../../ground/database/fenceTables.ts'
import { recordAudit } from '../../ground/database/recordAudit.ts'
import type { Roles } from '../../ground/database/roles.ts'

/** An announcement is for everybody or for whom it names, is withdrawn, and may be news again after it was changed. */
export const id = '202611261215_audience'

const recorded = {
  notice: {
    kind: 'notice',
    title: ['title'],
    secret: ['body', 'attachments', 'attachment_id'],
    ignored: ['category', 'receiver_type', 'edition', 'author_id', 'published_by', 'published_at', 'withdrawn_at', 'withdrawn_by'],
  },
} as const

export const up = (roles: Roles) => `
alter table notice add column everybody boolean not null default true, add column edition int not null default 1,
  add column attachments jsonb not null default '[]', add column withdrawn_at bigint, add column withdrawn_by text;
comment on column notice.everybody is 'else it is for those whom notice_audience names, and for nobody where that names nobody who is there';
comment on column notice.edition is 'counted up where it is news again: who has read an earlier one has not read this';
comment on column notice.attachments is 'files beside those of attachment_id, as [{id, name}]';
alter table notice_read add column edition int not null default 1;
create table notice_audience (
  tenant_id bigint not null references tenant, notice_id bigint not null references notice on delete cascade,
  kind text not null check (kind in ('role', 'unit', 'area', 'user')), target_id bigint not null, primary key (notice_id, kind, target_id)
);
create index notice_audience_tenant on notice_audience (tenant_id, notice_id);
comment on table notice_audience is 'whom announcements name; who that is, is asked when somebody reads, so what is gone meanwhile names nobody';
create index notice_managed on notice (tenant_id, id desc);
${fenceTables(['notice_audience'], roles)}
${recordAudit(recorded)}
`
