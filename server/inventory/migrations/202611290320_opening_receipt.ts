import { fenceTables } from '../../ground/database/parts/fenceTables.ts'
import type { Roles } from '../../ground/database/roles.ts'

/** Which receipts a spreadsheet of opening stock made, so that one that is brought again is known by its rows. */
export const id = '202611290320_opening_receipt'

export const up = (roles: Roles) => `
create table opening_receipt (
  document_id bigint primary key references document(id) on delete cascade,
  tenant_id bigint not null references tenant(id)
);
comment on table opening_receipt is 'receipts that a spreadsheet of opening stock made: what they hold is not brought again';
create index opening_receipt_tenant on opening_receipt (tenant_id);
${fenceTables(['opening_receipt'], roles)}
`
