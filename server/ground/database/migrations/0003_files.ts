import { fenceTables } from '../fenceTables.ts'

/** Files of a tenant: what is known of each; the bytes are in the file store under `<tenant>/<two letters>/<id>`. */
export const id = '0003_files'

export const up = (roles: { request: string; service: string }) => `
create table file (
  id uuid primary key, tenant_id bigint not null references tenant, owner_id bigint not null references app_user,
  bucket text not null, name text not null, kind text not null, content_type text not null,
  bytes bigint not null, sha256 text not null, width int, height int, attachment_id uuid, created_at bigint not null
);
comment on column file.attachment_id is 'shared by the attachments of one thing';
create index file_attachment on file (tenant_id, attachment_id, created_at) where attachment_id is not null;
create index file_tenant on file (tenant_id, created_at);
${fenceTables(['file'], roles)}
`
