import { recordAudit } from '../../database/parts/recordAudit.ts'

/** The secret of a receiver is changed with an overlap, and what a receiver does not take is given up by no single answer. */
export const id = '202611281700_push_secret_overlap'

export const up = () => `
alter table push_target add column old_secret text, add column old_key_id text, add column old_secret_until bigint;
comment on column push_target.old_secret is 'sealed as secret is: what is sent until old_secret_until (ms UTC) is signed with it too';
alter table push_delivery add column declines integer not null default 0;
comment on column push_delivery.declines is 'how often in a row the receiver said that it never takes this one';
alter table push_progress add column failing_since bigint;
comment on column push_progress.failing_since is 'ms UTC of the first failure since something was taken last';
${recordAudit({
  push_target: {
    kind: 'dataPush',
    title: ['name'],
    names: { area_ids: ['area', 'area_name'], device_ids: ['device', 'name'] },
    secret: ['secret', 'password', 'headers'],
    ignored: ['key_id', 'old_secret', 'old_key_id'],
  },
})}
`
