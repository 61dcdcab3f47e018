import { recordAudit } from '../../ground/database/recordAudit.ts'

/**
 * Documents that follow others: goods sent from store to store, given back, and counted. A lot is promised by its own balance, and a place
 * remembers when it was counted last.
 */
export const id = '202611251600_chains'

const area = ['area', 'area_name'] as const
const store = ['store', 'name'] as const
const recorded = {
  document: {
    kind: 'aplionform',
    kindFrom: 'form_code',
    title: ['code', 'title'],
    ignored: ['applicant_id', 'applicant_name', 'code', 'form_code', 'progress', 'source_id', 'land_period_id'],
    names: {
      area_id: area,
      store_id: store,
      partner_id: ['partner', 'name'],
      to_area_id: area,
      to_store_id: store,
      land_id: ['land', 'land_name'],
    },
  },
  document_line: {
    kind: 'aplionform',
    kindFrom: 'form_code',
    key: ['document_id'],
    title: ['document_id'],
    ignored: ['document_id', 'position', 'form_code', 'stock_quantity', 'done', 'taken', 'reserved', 'source_line_id', 'book', 'book_at'],
    names: { document_id: ['document', 'title'], product_id: ['product', 'name'] },
    part: 'lines',
  },
} as const

export const up = () => `
alter table document
  add column to_area_id bigint references area, add column to_store_id bigint references store, add column direction text check (direction in ('in', 'out')),
  add column blind_flag integer;
create index document_to_area on document (to_area_id) where to_area_id is not null;
create index document_to_store on document (to_store_id) where to_store_id is not null;

alter table document_line
  alter column quantity drop not null,
  add column taken numeric(20, 6) not null default 0, add column counted numeric(20, 6), add column book numeric(20, 6), add column book_at bigint,
  add constraint document_line_taken check (taken between 0 and done);
comment on column document_line.taken is 'how much of what was done others took on: it arrived, or was given back';
comment on column document_line.book is 'what the ledger said when its count was written, at book_at (ms)';

alter table stock_balance add column counted_at bigint;
comment on column stock_balance.counted_at is 'when a stocktaking was settled here last, ms: nothing is posted before it';
alter table stock_lot_balance add column reserved numeric(20, 6) not null default 0 check (reserved >= 0);
insert into stock_lot_balance (tenant_id, lot_id, store_id, transit, reserved)
  select line.tenant_id, lot.id, document.store_id, false, sum(line.reserved)
  from document_line line join document on document.id = line.document_id
  join stock_lot lot on lot.tenant_id = line.tenant_id and lot.product_id = line.product_id and lot.lot_no = line.lot_no
  where line.reserved > 0 group by 1, 2, 3
on conflict (lot_id, store_id, transit) do update set reserved = excluded.reserved;
${recordAudit(recorded)}
`
