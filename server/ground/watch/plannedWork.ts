import { type RawBuilder, sql } from 'kysely'

/** Where a statement names a device and its base. */
interface Named {
  readonly tenantId: RawBuilder<unknown>
  readonly areaId: RawBuilder<unknown>
  readonly deviceId: RawBuilder<unknown>
}

/** Until when planned work (a silence of the base or of the device) covers a device at `now`, both ms UTC; null where none does: nobody is told of it till then. */
export const plannedUntil = ({ tenantId, areaId, deviceId }: Named, now: number): RawBuilder<number | null> =>
  sql`(select max(s.ends_at) from alarm_silence s where s.tenant_id = ${tenantId} and s.area_id = ${areaId}
    and s.starts_at <= ${now} and s.ends_at > ${now} and (s.device_ids is null or ${deviceId} = any(s.device_ids)))`
