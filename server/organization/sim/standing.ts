import { type RawBuilder, sql } from 'kysely'
import { EXPIRIES, USAGES } from '#contract/organization/simCard'

const TODAY = (now: number) =>
  sql`(to_timestamp(${now}::bigint / 1000.0) at time zone (select time_zone from tenant where tenant.id = sim_card.tenant_id))`
/** Days until a card of the table `sim_card` ends, by the day of its enterprise; null where it does not. */
export const daysLeft = (now: number): RawBuilder<number | null> => sql<number | null>`(sim_card.expires_on - ${TODAY(now)}::date)`
/** The month of the calendar in which it is, YYYY-MM. */
export const monthAt = (now: number): RawBuilder<string> => sql<string>`to_char(${TODAY(now)}, 'YYYY-MM')`
/** What it used in this month, MB; null where nobody has said. */
export const usedAt = (now: number): RawBuilder<number | null> => sql<number | null>`(select u.used_mb from sim_usage u
  where u.sim_card_id = sim_card.id and u.tenant_id = sim_card.tenant_id and u.month = ${monthAt(now)})`

/** As the columns' own defaults, for enterprises without a row of settings. */
const DEFAULTS = { sim_expiry_days: `'{30,7,1,0}'::int[]`, sim_usage_percents: `'{80,100}'::int[]` }
/** When people are told of a card, as its enterprise has set it. */
export const limitsOf = (column: 'sim_expiry_days' | 'sim_usage_percents'): RawBuilder<number[]> =>
  sql<
    number[]
  >`coalesce((select s.${sql.raw(column)} from tenant_setting s where s.tenant_id = sim_card.tenant_id), ${sql.raw(DEFAULTS[column])})`
const limitOf = (pick: 'max' | 'min', column: 'sim_expiry_days' | 'sim_usage_percents') =>
  sql`(select ${sql.raw(pick)}(one) from unnest(${limitsOf(column)}) one)`
/** The first limit before its end, days, and the first of its allowance, %. */
export const firstDays = limitOf('max', 'sim_expiry_days')
export const firstPercent = limitOf('min', 'sim_usage_percents')

/** How a card stands at a moment (ms UTC): lists, details and warnings ask this alone. */
export const expiryAt = (now: number): RawBuilder<(typeof EXPIRIES)[number]> => sql<(typeof EXPIRIES)[number]>`case
  when sim_card.expires_on is null then 'none' when ${daysLeft(now)} < 0 then 'over' when ${daysLeft(now)} <= ${firstDays} then 'soon'
  else 'fine' end`
export const usageAt = (now: number): RawBuilder<(typeof USAGES)[number]> => sql<(typeof USAGES)[number]>`case
  when coalesce(sim_card.allowance_mb, 0) = 0 or ${usedAt(now)} is null then 'none'
  when ${usedAt(now)} >= sim_card.allowance_mb then 'full' when ${usedAt(now)} >= sim_card.allowance_mb * ${firstPercent} / 100.0 then 'near' else 'fine' end`
