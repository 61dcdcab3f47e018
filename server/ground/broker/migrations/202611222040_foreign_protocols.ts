import { keepWho } from '../../database/keepWho.ts'
import { recordAudit } from '../../database/recordAudit.ts'
import type { Roles } from '../../database/roles.ts'

/**
 * A device may sign in by an access token alone, and speak a protocol that is not ours: what its words mean is kept with it. Every process
 * hears of a change of either as of any other.
 */
export const id = '202611222040_foreign_protocols'

const area = ['area', 'area_name'] as const
const device = ['device', 'name'] as const
const recorded = {
  device: {
    kind: 'device',
    title: ['name'],
    secret: ['secret_hash', 'token_hash'],
    ignored: ['presence', 'presence_at', 'heard_at', 'demo'],
    names: { area_id: area, land_id: ['land', 'land_name'], parent_id: device },
  },
} as const

export const up = (_roles: Roles) => `
alter table device add column token_hash text, add column mapping jsonb;
comment on column device.token_hash is 'SHA-256 of the access token by which it signs in without any other name, hex; null where it has none';
comment on column device.mapping is 'what its words mean where it speaks a protocol that is not ours: contract/devices/mapping.ts';
create unique index device_token on device (token_hash) where token_hash is not null;
drop trigger device_tells on device;
create trigger device_tells
  after update of tenant_id, eui, parent_id, enabled_flag, area_id, device_type, secret_hash, reporting_period, name, token_hash, mapping on device
  for each row when (row(old.tenant_id, old.eui, old.parent_id, old.enabled_flag, old.area_id, old.device_type, old.secret_hash,
      old.reporting_period, old.name, old.token_hash, old.mapping)
    is distinct from row(new.tenant_id, new.eui, new.parent_id, new.enabled_flag, new.area_id, new.device_type, new.secret_hash,
      new.reporting_period, new.name, new.token_hash, new.mapping))
  execute function tell_device();
${recordAudit(recorded)}
${keepWho(['device'], { device: ['presence', 'presence_at', 'heard_at'] })}
`
