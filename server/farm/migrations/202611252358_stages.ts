import { recordAudit } from '../../ground/database/recordAudit.ts'

/** A variety grows in stages, each of so many days; a batch has a copy of them. */
export const id = '202611252358_stages'

const recorded = {
  batch: {
    kind: 'batch',
    title: ['batch_no', 'batch_name'],
    ignored: ['variety_name'],
    names: { area_id: ['area', 'area_name'], land_id: ['land', 'land_name'], variety_id: ['variety', 'name'] },
  },
} as const

export const up = () => `
alter table variety add column stages jsonb not null default '[]';
alter table batch add column stages jsonb not null default '[]';
comment on column batch.stages is 'as its variety had them when it was made, unless they were changed here';
${recordAudit(recorded)}
`
