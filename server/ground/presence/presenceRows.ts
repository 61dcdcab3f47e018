import type pg from 'pg'
import type { Presence } from '#contract/devices/device'
import { lossTimers } from './lossTimers.ts'

/** A device that is not heard for this many reporting periods is offline. */
export const SILENT_PERIODS = 3

/** When a device was last heard, ms UTC (0 never), and by which gateway's connection; null by its own. */
export interface HeardRow {
  readonly id: number
  readonly heardAt: number
  readonly through: number | null
}
export interface MovedRow extends HeardRow {
  readonly presence: Presence
  readonly at: number
}

// A gateway that was deleted meanwhile is none.
const THROUGH = '(select t.id from device t where t.id = g.through_id)'

/** Presence as the database keeps it. Everything throws while the database is away. */
export interface PresenceRows {
  /** Every device is unknown from `at` on. */
  unknown(at: number): Promise<void>
  /** Writes who came and went, in one statement; answers the base of each that is still there. */
  moved(rows: readonly MovedRow[]): Promise<Map<number, number>>
  heard(rows: readonly HeardRow[]): Promise<void>
  /**
   * Devices that were heard before this server's start and are unknown since become offline after three periods in which they could have
   * been heard: of `running` ms, or of those behind a gateway of the ms that it has `talked` since. `known` are left out.
   */
  silentSince(given: {
    running: number
    at: number
    known: readonly number[]
    talked: readonly { id: number; ms: number }[]
  }): Promise<{ id: number; tenant_id: number; area_id: number; heard_at: number }[]>
}

export function createPresenceRows(pool: pg.Pool): PresenceRows {
  return {
    async unknown(at) {
      await pool.query(
        `with moved as (update device set presence = 'unknown', presence_at = $1 where presence <> 'unknown' returning id, tenant_id)
         insert into online_log (tenant_id, device_id, at, presence) select tenant_id, id, $1, 'unknown' from moved`,
        [at],
      )
    },
    async moved(rows) {
      const answer = await pool.query<{ id: number; area_id: number }>(
        `with given as (
           select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[]) as g(id, presence, at, heard_at, through_id)
         ), moved as (
           update device d set presence = g.presence, presence_at = g.at
           from given g where d.id = g.id returning d.id, d.tenant_id, d.area_id, g.at, g.presence, g.heard_at, g.through_id
         ), heard as (
           insert into device_heard (device_id, tenant_id, heard_at, through_id)
           select g.id, g.tenant_id, g.heard_at, ${THROUGH} from moved g where g.heard_at > 0 order by g.id
           on conflict (device_id) do update set heard_at = excluded.heard_at, through_id = excluded.through_id
         ), logged as (
           insert into online_log (tenant_id, device_id, at, presence) select tenant_id, id, at, presence from moved
         ), timed as (${lossTimers("select id, tenant_id, at from moved where presence = 'offline'")})
         select id, area_id from moved`,
        [
          rows.map(({ id }) => id),
          rows.map(({ presence }) => presence),
          rows.map(({ at }) => at),
          rows.map(({ heardAt }) => heardAt),
          rows.map(({ through }) => through),
        ],
      )
      return new Map(answer.rows.map(({ id, area_id }) => [id, area_id]))
    },
    async heard(rows) {
      // Beside the devices, whose rows are wide (migration 0026). In one order, so that no two statements wait in a circle.
      await pool.query(
        `insert into device_heard (device_id, tenant_id, heard_at, through_id)
         select d.id, d.tenant_id, g.at, ${THROUGH} from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as g(id, at, through_id)
         join device d on d.id = g.id order by d.id
         on conflict (device_id) do update set heard_at = excluded.heard_at, through_id = excluded.through_id
         where device_heard.heard_at is distinct from excluded.heard_at`,
        [rows.map(({ id }) => id), rows.map(({ heardAt }) => heardAt), rows.map(({ through }) => through)],
      )
    },
    async silentSince({ running, at, known, talked }) {
      const { rows } = await pool.query<{ id: number; tenant_id: number; area_id: number; heard_at: number }>(
        `with moved as (
           update device d set presence = 'offline', presence_at = $2
           from (
             select u.id, coalesce(h.heard_at, u.heard_at) as heard_at,
               case when h.through_id = u.parent_id then coalesce(t.ms, 0) else $1::bigint end as listened
             from device u left join device_heard h on h.device_id = u.id
             left join unnest($4::bigint[], $5::bigint[]) as t(id, ms) on t.id = h.through_id
             where u.presence = 'unknown' and u.id <> all($3::bigint[])
           ) s
           where d.id = s.id and s.heard_at is not null and ${SILENT_PERIODS} * d.reporting_period::bigint < s.listened
           returning d.id, d.tenant_id, d.area_id, s.heard_at
         ), logged as (
           insert into online_log (tenant_id, device_id, at, presence) select tenant_id, id, $2, 'offline' from moved
         ), timed as (${lossTimers('select id, tenant_id, $2::bigint as at from moved')})
         select * from moved`,
        [Math.floor(running), at, known, talked.map(({ id }) => id), talked.map(({ ms }) => Math.floor(ms))],
      )
      return rows
    },
  }
}
