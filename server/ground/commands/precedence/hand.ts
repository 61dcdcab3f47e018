import { outranks } from '#contract/devices/command'
import type { Rule } from './rule.ts'
import { reasonWith } from './reasons.ts'

const HELD = `select h.held_until, u.real_name as by from manual_hold h left join app_user u on u.id = h.user_id
  where h.switch_id = $1 and h.held_until > $2`

/** What a person holds is left alone by flows and alarms, whether they would start it or stop it; what a person makes safe is that person's hand. */
export const handAllows: Rule = async (ask, { order: { subject, priority, cause, authorId } }, now) => {
  if (subject.switchId === null || !outranks('manual', priority) || (cause === 'makeSafe' && authorId !== null)) return null
  const { rows } = await ask<{ held_until: number; by: string | null }>(HELD, [subject.switchId, now])
  const hold = rows[0]
  if (!hold) return null
  const until = { until: String(hold.held_until) }
  return hold.by === null ? reasonWith('barred.heldByNobody', until) : reasonWith('barred.held', { by: hold.by, ...until })
}
