import type { Roles } from '../../database/roles.ts'
import { recordAudit } from '../../database/recordAudit.ts'

/**
 * The purchase application becomes the first kind of document: one table for the headers of all kinds, one for their lines, so that a line
 * of one document can refer to that of another, whatever their kinds. What was there keeps its ids.
 */
export const id = '202611251140_documents'

const area = ['area', 'area_name'] as const
/** Its kind in the trail is its form code. */
const recorded = {
  document: {
    kind: 'aplionform',
    kindFrom: 'form_code',
    title: ['code', 'title'],
    ignored: ['applicant_id', 'applicant_name', 'code', 'form_code'],
    names: { area_id: area },
  },
  document_line: {
    kind: 'aplionform',
    kindFrom: 'form_code',
    key: ['document_id'],
    title: ['document_id'],
    ignored: ['document_id', 'position', 'form_code'],
    names: { document_id: ['document', 'title'] },
    part: 'lines',
  },
} as const

export const up = (_roles: Roles) => `
alter table purchase_application rename to document;
alter table purchase_application_line rename to document_line;
alter table document_line rename column application_id to document_id;
alter table document add column form_code text not null default 'aplionform';
alter table document_line add column form_code text not null default 'aplionform';
alter table document alter column form_code drop default;
alter table document_line alter column form_code drop default;
comment on table document is 'headers of the documents that are approved, of every kind; what a deleted one was called stays its own';
comment on table document_line is 'lines keep their id as long as they stand in their document: others refer to them';

-- Lines are moved among each other in one statement each: their places agree when the change is whole.
alter table document_line drop constraint purchase_application_line_application_id_position_key;
alter table document_line add constraint document_line_place unique (document_id, position) deferrable initially deferred;
alter table document rename constraint purchase_application_tenant_id_code_key to document_code_unique;

drop index purchase_application_newest, purchase_application_applicant;
create index document_newest on document (tenant_id, form_code, id desc) where audit_status <> 'deleted';
create index document_applicant on document (tenant_id, form_code, applicant_id, id desc) where audit_status <> 'deleted';

-- The trail says of which kind a document is by its own column.
create or replace function record_audit() returns trigger language plpgsql security definer set search_path = furrow, pg_temp as $body$
declare
  writer bigint := nullif(nullif(current_setting('furrow.user', true), ''), '0')::bigint;
  told jsonb := tg_argv[0]::jsonb;
begin
  -- What follows from another change (a cascade) is told by that one. What the owner writes in nobody's name is a seed or a migration.
  if pg_trigger_depth() = 1 and (writer is not null or session_user <> current_user) then
    if told ? 'kindFrom' then
      told := told || jsonb_build_object('kind', (case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end) ->> (told ->> 'kindFrom'));
    end if;
    perform audit_row(tg_table_name, told,
      case tg_op when 'INSERT' then 'made' when 'UPDATE' then 'changed' else 'deleted' end,
      case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end, writer);
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return null;
end $body$;
${recordAudit(recorded)}
`
