import { fenceTables } from '../../ground/database/fenceTables.ts'
import { keepWho } from '../../ground/database/keepWho.ts'
import type { Roles } from '../../ground/database/roles.ts'

/** How a tenant's cameras are reached through a cloud or a media server; and the number of a channel by the national standard. */
export const id = '202611250020_camera_cloud'

const MOVED_BY_ITSELF = 'ptz_flag fault picture_url picture_at moving moved_by moved_name hold held_until pose'.split(' ')

export const up = (roles: Roles) => `
alter table camera add column national_channel text not null default '';
comment on column camera.national_channel is '20 digits, or empty';

create table camera_cloud (
  tenant_id bigint primary key references tenant on delete cascade, app_key text not null default '', app_secret text,
  media_server_url text not null default '', object_version_number int not null default 1
);
comment on column camera_cloud.app_secret is 'sealed with the key of this installation';
comment on column camera_cloud.media_server_url is 'with {deviceSerial} and {channelNo} to be filled in';
${fenceTables(['camera_cloud'], roles)}
${keepWho(['camera', 'camera_cloud'], { camera: MOVED_BY_ITSELF })}
`
