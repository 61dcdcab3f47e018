import { keepWho } from '../../ground/database/keepWho.ts'
import { recordAudit } from '../../ground/database/recordAudit.ts'

/** A task can be a harvest of its batch: what it came to is recorded when it is accepted. */
export const id = '202611260130_harvest_tasks'

const worker = ['worker', 'name'] as const
const recorded = {
  task: {
    kind: 'task',
    title: ['task_no', 'task_name'],
    ignored: ['task_no', 'started_at', 'finished_at', 'made_until', 'made_count', 'series_id', 'occurs_at', 'repeat_ended_at'],
    names: {
      area_id: ['area', 'area_name'],
      land_id: ['land', 'land_name'],
      batch_id: ['batch', 'batch_name'],
      task_type_id: ['task_type', 'name'],
      leader_id: worker,
      participants: worker,
    },
  },
} as const

export const up = () => `
alter table task add column harvest_flag int not null default 0, add column harvest_kg numeric(12, 2),
  add constraint task_harvest check (harvest_flag = 0 or batch_id is not null),
  add constraint task_harvested check (harvest_kg is null or (harvest_flag = 1 and finished_at is not null));
comment on column task.harvest_kg is 'what it came to, by who finished it';
${keepWho(['task'], { task: ['made_until', 'made_count'] })}
${recordAudit(recorded)}
`
