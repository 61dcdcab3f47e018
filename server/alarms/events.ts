import { type Kysely, sql } from 'kysely'
import type { AlarmEvent } from '#contract/alarms/alarm'
import type { Database } from '../ground/database/schema.ts'

/** What became of an alarm; `by` is the name of a person. */
export interface Happened {
  readonly alarmId: number
  readonly at: number
  readonly what: AlarmEvent['what']
  readonly by?: string | null
  readonly text?: string | null
  readonly until?: number | null
}

/** Writes events in their order, one statement however many. */
export async function writeEvents(work: Kysely<Database>, tenantId: number, events: readonly Happened[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ alarmId, at, what, by = null, text = null, until = null }, nth) => ({
    nth,
    alarm_id: alarmId,
    at,
    what,
    by_name: by,
    words: text,
    until_at: until,
  }))
  await sql`insert into alarm_event (tenant_id, alarm_id, at, what, by_name, words, until_at)
    select ${tenantId}::bigint, alarm_id, at, what, by_name, words, until_at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e (nth int, alarm_id bigint, at bigint, what text, by_name text, words text, until_at bigint) order by nth`.execute(work)
}

/**
 * Whoever writes alarms of a tenant waits here for whoever does so already, until that one's transaction ends: engine, calls and jobs find
 * them as the last one left them, and never wait for each other crosswise. Take it before any row.
 */
export async function lockAlarms(work: Kysely<Database>, tenantId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`furrow alarms ${tenantId}`}, 0))`.execute(work)
}
