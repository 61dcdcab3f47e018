import { keepWho } from '../../ground/database/keepWho.ts'
import { recordAudit } from '../../ground/database/recordAudit.ts'

/** The farm log has entries of people, and is read with all that happened: what each of its sources is found by, newest first. */
export const id = '202611260335_farm_log'

const recorded = {
  farm_log: {
    kind: 'farmLog',
    title: ['log_title'],
    ignored: ['log_type', 'by_name', 'user_id'],
    names: {
      area_id: ['area', 'area_name'],
      land_id: ['land', 'land_name'],
      batch_id: ['batch', 'batch_name'],
      device_id: ['device', 'name'],
    },
  },
} as const

export const up = () => `
alter table farm_log add column land_id bigint references land on delete set null,
  add column batch_id bigint references batch on delete set null, add column object_version_number int not null default 1;
comment on column farm_log.log_type is 'image: seen through the camera that it names; text: written by a person';
comment on column farm_log.at is 'when it happened';
drop index farm_log_area;
create index farm_log_area on farm_log (area_id, log_type, at desc, id desc);
create index farm_log_land on farm_log (land_id) where land_id is not null;
create index farm_log_batch on farm_log (batch_id) where batch_id is not null;

drop index activity_area;
create index activity_area on activity (area_id, done_at desc, id desc);
create index task_event_at on task_event (tenant_id, at desc, id desc);
create index batch_harvest_day on batch_harvest (tenant_id, harvested_on desc, id desc);
create index command_people on command (area_id, created_at desc, id desc) where cause = 'user';
create index alarm_cleared on alarm (area_id, cleared_at desc, id desc) where cleared_at is not null;
${keepWho(['farm_log'])}
${recordAudit(recorded)}
`
