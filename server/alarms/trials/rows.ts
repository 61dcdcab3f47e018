import type { Selectable } from 'kysely'
import type { AlarmTrial } from '#contract/alarms/trial'
import type { Database } from '../../ground/database/schema.ts'

/** Has a dry run run: the key is its id. */
export const TRIAL_JOB = 'alarms.trial'
const NOTHING = { count: 0, alarms: [] }

export const toTrial = (row: Selectable<Database['alarm_trial']>): AlarmTrial => ({
  id: row.id,
  areaId: row.area_id,
  ruleId: row.rule_id,
  logic: row.logic,
  state: row.state as AlarmTrial['state'],
  done: row.done,
  total: row.total,
  from: row.from_at,
  to: row.to_at,
  knownSince: row.known_since,
  wanted: row.wanted ?? NOTHING,
  inForce: row.in_force ?? (row.in_force_logic === null ? null : NOTHING),
  happened: row.happened ?? NOTHING,
  createdAt: row.created_at,
})
