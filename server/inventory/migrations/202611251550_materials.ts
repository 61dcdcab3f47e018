import { fenceTables } from '../../ground/database/fenceTables.ts'
import { recordAudit } from '../../ground/database/recordAudit.ts'
import type { Roles } from '../../ground/database/roles.ts'

/** Issues of materials name a plot and what stands on it; the plot remembers the safety intervals of what was issued to it. */
export const id = '202611251550_materials'

const area = ['area', 'area_name'] as const
const store = ['store', 'name'] as const
const recorded = {
  document: {
    kind: 'aplionform',
    kindFrom: 'form_code',
    title: ['code', 'title'],
    ignored: ['applicant_id', 'applicant_name', 'code', 'form_code', 'progress', 'source_id', 'land_period_id'],
    names: { area_id: area, store_id: store, partner_id: ['partner', 'name'], land_id: ['land', 'land_name'] },
  },
} as const

export const up = (roles: Roles) => `
alter table document add column land_id bigint references land, add column land_period_id bigint references land_period;
comment on column document.land_period_id is 'what stood on the plot when the document was saved';
create index document_land on document (tenant_id, land_id, id desc) where land_id is not null;
create index document_of_land on document (land_id) where land_id is not null;
create index document_land_period on document (land_period_id) where land_period_id is not null;

create table land_safety (
  id bigint generated always as identity primary key, tenant_id bigint not null references tenant, land_id bigint not null references land,
  posting_id bigint not null references stock_posting, product_id bigint not null references product, interval_days double precision not null,
  effective_at bigint not null, safe_from date not null, unique (posting_id, product_id)
);
comment on table land_safety is 'what a plot remembers of products with a safety interval that were issued to it; gone when the posting is taken back';
comment on column land_safety.interval_days is 'as the product had it then';
create index land_safety_land on land_safety (tenant_id, land_id, safe_from desc, id desc);
create index land_safety_of_land on land_safety (land_id);
create index land_safety_product on land_safety (product_id);
${fenceTables(['land_safety'], roles)}
${recordAudit(recorded)}
`
