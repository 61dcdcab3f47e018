import { fenceTables } from '../fenceTables.ts'
import type { Roles } from '../roles.ts'

/**
 * When each device was last heard stands in a narrow table of its own, so that a device's row, wide and indexed, is not written anew for
 * it. What a row says itself counts only where nothing stands beside it.
 */
export const id = '0026_heard'

export const up = (roles: Roles) => `
create table device_heard (
  device_id bigint primary key references device on delete cascade, tenant_id bigint not null references tenant, heard_at bigint not null
) with (fillfactor = 50);
${fenceTables(['device_heard'], roles, { readOnly: true })}
`
