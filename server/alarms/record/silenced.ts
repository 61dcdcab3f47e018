import { type RawBuilder, sql } from 'kysely'

/** Whether planned work covers the alarm `a` of a statement at `now`, ms UTC. */
export const isSilenced = (now: number): RawBuilder<boolean> => sql`exists (select from alarm_silence s where s.tenant_id = a.tenant_id
  and s.area_id = a.area_id and s.starts_at <= ${now} and s.ends_at > ${now} and (s.device_ids is null or a.device_id = any(s.device_ids)))`
