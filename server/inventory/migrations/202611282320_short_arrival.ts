import { recordAudit } from '../../ground/database/parts/recordAudit.ts'

/** What was sent to another store and never arrived is written off: it comes to the store and is lost there in one step. */
export const id = '202611282320_short_arrival'

export const up = () => `
alter table document_line add column lost numeric(20, 6) not null default 0 constraint document_line_lost_check check (lost >= 0);
comment on column document_line.lost is 'what of taken never arrived, and was written off';
alter table stock_posting drop constraint stock_posting_kind_check,
  add constraint stock_posting_kind_check check (kind in ('post', 'reverse', 'relocate', 'loss'));
alter table stock_entry drop constraint stock_entry_kind_check, add constraint stock_entry_kind_check check (kind in ('move', 'revalue', 'relocate', 'lose')),
  drop constraint stock_entry_check, add constraint stock_entry_check check (kind = 'relocate' or (kind in ('move', 'lose')) = (quantity <> 0));
${recordAudit({
  document_line: {
    kind: 'aplionform',
    kindFrom: 'form_code',
    key: ['document_id'],
    part: 'lines',
    title: ['document_id'],
    names: { document_id: ['document', 'title'], product_id: ['product', 'name'] },
    ignored: [
      'document_id',
      'position',
      'form_code',
      'stock_quantity',
      'done',
      'taken',
      'lost',
      'reserved',
      'source_line_id',
      'book',
      'book_at',
    ],
  },
})}
`
