import { MOST_STARTS_AN_HOUR, outranks } from '#contract/devices/command'
import type { Rule } from './rule.ts'
import { reasonWith } from './reasons.ts'

const HOUR_MS = 3_600_000
// What was refused turned nothing; what was superseded after it had left may have.
const STARTED = `select count(*)::int as starts from command c
  where c.device_id = $1 and c.target = $2 and c.priority in ('flow', 'alarm') and c.created_at > $3::bigint - ${HOUR_MS} and c.created_at <= $3
    and (c.status <> 0 or jsonb_typeof(c.args -> 'dose') = 'object')
    and (c.state in ('queued', 'sent', 'acknowledged') or c.history @> '[{"state": "sent"}]')`

/** Flows and alarms start nothing more than so often within an hour; they may always stop it. */
export const paceAllows: Rule = async (ask, { order: { subject, priority }, starts }, now) => {
  if (!starts || !outranks('manual', priority)) return null
  const { rows } = await ask<{ starts: number }>(STARTED, [subject.deviceId, subject.target, now])
  return rows[0]!.starts < MOST_STARTS_AN_HOUR ? null : reasonWith('barred.tooOften', { most: String(MOST_STARTS_AN_HOUR) })
}
