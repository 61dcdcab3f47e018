import { recordAudit } from '../../ground/database/parts/recordAudit.ts'

/** A lot's day of expiry is its own: it is corrected with a reason, and the trail tells of it. */
export const id = '202611281710_lot_facts'

export const up = () => `
alter table stock_lot add column corrected text;
comment on column stock_lot.corrected is 'why its day of expiry was corrected last; null where it never was';
${recordAudit({ stock_lot: { kind: 'stockLot', title: ['product_id', 'lot_no'], names: { product_id: ['product', 'name'] }, silentlyMade: true } })}
`
