import { keepWho } from '../../ground/database/keepWho.ts'
import { recordAudit } from '../../ground/database/recordAudit.ts'

/** What stood on a plot from when to when becomes a batch, with a name, a plan and a life; several stand on a plot side by side. */
export const id = '202611252040_batches'

const area = ['area', 'area_name'] as const
const store = ['store', 'name'] as const
const recorded = {
  batch: {
    kind: 'batch',
    title: ['batch_no', 'batch_name'],
    ignored: ['variety_name'],
    names: { area_id: area, land_id: ['land', 'land_name'], variety_id: ['variety', 'name'] },
  },
  document: {
    kind: 'aplionform',
    kindFrom: 'form_code',
    title: ['code', 'title'],
    ignored: ['applicant_id', 'applicant_name', 'code', 'form_code', 'progress', 'source_id'],
    names: {
      area_id: area,
      store_id: store,
      partner_id: ['partner', 'name'],
      to_area_id: area,
      to_store_id: store,
      land_id: ['land', 'land_name'],
      batch_id: ['batch', 'batch_name'],
    },
  },
} as const

export const up = () => `
alter table land_period rename to batch;
alter index land_period_land rename to batch_land;
drop index land_period_open;
alter table batch
  alter column started_at drop not null,
  add column batch_name text, add column batch_no text, add column batch_state text not null default 'planned'
    check (batch_state in ('planned', 'growing', 'harvesting', 'closed', 'failed')),
  add column part numeric(12, 2), add column starts_on date, add column harvest_on date, add column expected_yield numeric(12, 2),
  add column density numeric(12, 2), add column head_count double precision, add column remark text, add column end_reason text,
  add column object_version_number int not null default 1;
update batch set batch_state = case when ended_at is null then 'growing' else 'closed' end,
  starts_on = (to_timestamp(started_at / 1000.0) at time zone tenant.time_zone)::date,
  batch_name = variety_name || ' ' || (to_timestamp(started_at / 1000.0) at time zone tenant.time_zone)::date
  from tenant where tenant.id = batch.tenant_id;
alter table batch alter column batch_name set not null, alter column starts_on set not null,
  add constraint batch_life check (case batch_state when 'planned' then started_at is null and ended_at is null
    when 'growing' then started_at is not null and ended_at is null when 'harvesting' then started_at is not null and ended_at is null
    else started_at is not null and ended_at >= started_at end);
comment on column batch.variety_name is 'as it was called when it was written: a variety that is deleted leaves its name';
comment on column batch.part is 'how much of the plot it takes, mu; null: all of it';
create unique index batch_batch_no_unique on batch (tenant_id, batch_no);
create index batch_area on batch (tenant_id, area_id, id desc);
create index batch_standing on batch (tenant_id, land_id, started_at) where batch_state in ('growing', 'harvesting');
create index batch_variety on batch (variety_id) where variety_id is not null;
create index batch_base on batch (area_id);

alter table document rename column land_period_id to batch_id;
alter index document_land_period rename to document_batch;
comment on column document.batch_id is 'what it is for, of what stood on the plot when the document was saved';
${keepWho(['batch'])}
${recordAudit(recorded)}
`
