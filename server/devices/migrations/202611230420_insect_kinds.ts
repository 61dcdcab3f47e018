import { recordAudit } from '../../ground/database/recordAudit.ts'

/** Kinds that are offered no more, kinds and notes in the audit trail, and upload addresses that are found by their age. */
export const id = '202611230420_insect_kinds'

const recorded = {
  insect_type: { kind: 'insectType', title: ['zh_name'] },
  insect_observation: {
    kind: 'insectNote',
    title: ['device_id', 'insect_type_id'],
    names: { device_id: ['device', 'name'], insect_type_id: ['insect_type', 'zh_name'] },
  },
} as const

export const up = () => `
alter table insect_type add column hidden int not null default 0;
comment on column insect_type.hidden is '1: not offered for boxes and notes any more; what was found of it is still counted';
drop index insect_upload_open;
create index insect_upload_expiry on insect_upload (expires_at);
${recordAudit(recorded)}
`
