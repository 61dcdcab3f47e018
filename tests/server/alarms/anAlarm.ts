import type { Insertable } from 'kysely'
import type { WatchLogic } from '#contract/watch/logic'
import type { Database } from '#server/ground/database/schema'
import type { Arrange } from '../arrange.ts'

/** What a rule of the tests watches for: an oxygen below 3 mg/L, held for a minute. */
export const oxygenLow: WatchLogic = {
  scope: { types: null, deviceIds: null, landIds: null },
  when: { kind: 'compare', code: 'dissolvedOxygen', is: 'below', limit: 3, margin: 0.5, than: null },
  holdSeconds: 60,
  clear: null,
  clearSeconds: 60,
  noData: 'keep',
  during: null,
}

type Given<Table extends keyof Database> = Partial<Insertable<Database[Table]>>

/** A rule that is switched on. */
export const aRule = (
  build: Arrange,
  given: Omit<Given<'alarm_rule'>, 'logic'> & { tenant_id: number; area_id: number; logic?: WatchLogic },
) =>
  build.insert('alarm_rule', {
    name: 'Oxygen low',
    severity: 'critical',
    advice: 'Start the aerators',
    enabled_flag: 1,
    ...given,
    logic: JSON.stringify(given.logic ?? oxygenLow) as never,
  })

/** One that is active, of a rule and a device. */
export const anAlarm = (build: Arrange, given: Given<'alarm'> & { tenant_id: number; area_id: number; raised_at: number }) =>
  build.insert('alarm', {
    severity: 'critical',
    rule_name: 'Oxygen low',
    device_name: 'Pond 1',
    device_type: 'gateway',
    told_at: given.raised_at,
    episode_at: given.raised_at,
    reason: JSON.stringify({ when: oxygenLow.when, holdSeconds: 60, since: given.raised_at, seen: [], version: 1 }) as never,
    ...given,
  })
