import { type Kysely, sql } from 'kysely'
import { SIMS } from '#contract/organization/simCard'
import type { Job } from '../../ground/clock/job.ts'
import type { Database } from '../../ground/database/schema.ts'
import { holdersOf } from '../../ground/messages/holders.ts'
import { type Message, messageTo, post } from '../../ground/outbox/parcel.ts'
import { daysLeft, firstDays, firstPercent, limitsOf, monthAt, usedAt } from './standing.ts'

const EVERY_MS = 600_000

interface Standing {
  readonly id: number
  readonly tenant_id: number
  readonly area_id: number
  readonly iccid: string
  readonly device_name: string | null
  readonly ends: string | null
  readonly days: number | null
  readonly month: string
  readonly used: number | null
  readonly allowance: number | null
  readonly expiry_days: number[]
  readonly usage_percents: number[]
}
type Kind = 'expiry' | 'usage'

/** The limits that a card has passed, the worst first. */
function passedBy({ days, used, allowance, ends, month, ...limits }: Standing): { kind: Kind; about: string; thresholds: number[] }[] {
  const expiry = days === null || ends === null ? [] : limits.expiry_days.filter((limit) => days <= limit).toReversed()
  const usage = used === null || !allowance ? [] : limits.usage_percents.filter((limit) => used * 100 >= allowance * limit).toReversed()
  return [
    { kind: 'expiry' as const, about: ends ?? '', thresholds: expiry },
    { kind: 'usage' as const, about: month, thresholds: usage },
  ].filter(({ thresholds }) => thresholds.length > 0)
}

function wordsOf(card: Standing, kind: Kind, threshold: number): Omit<Message, 'key'> {
  const about = { card: card.iccid, device: card.device_name ?? '--' }
  const link = `/system/sim-manage/info/${card.id}`
  const word = kind === 'usage' ? (threshold >= 100 ? 'full' : 'near') : threshold === 0 ? 'ends' : 'soon'
  const severity = threshold === 0 || threshold === 1 || threshold >= 100 ? 'warning' : 'info'
  return {
    severity,
    link,
    subject: `organization:sim.told.${word}.subject`,
    content: `organization:sim.told.${word}.content`,
    params: { ...about, day: card.ends ?? '', days: card.days ?? 0, used: card.used ?? 0, allowance: card.allowance ?? 0 },
  }
}

/**
 * Tells of every card which limits it has passed that were not told yet: each once a card and end, or month. Where several were passed at
 * once the worst alone is said. A card that is out of use is told of by nobody.
 */
export async function warnOfCards(work: Kysely<Database>, now: number): Promise<void> {
  const { rows } = await sql<Standing>`
    select sim_card.id, sim_card.tenant_id, sim_card.area_id, sim_card.iccid, d.name as device_name, sim_card.expires_on::text as ends,
      ${daysLeft(now)} as days, ${monthAt(now)} as month, ${usedAt(now)} as used, sim_card.allowance_mb as allowance,
      ${limitsOf('sim_expiry_days')} as expiry_days, ${limitsOf('sim_usage_percents')} as usage_percents
    from sim_card left join device d on d.tenant_id = sim_card.tenant_id and d.eui = sim_card.device_eui
    where sim_card.card_state in ('active', 'testing')
      and (${daysLeft(now)} <= ${firstDays}
        or ${usedAt(now)} * 100 >= nullif(sim_card.allowance_mb, 0) * ${firstPercent}) order by sim_card.id`.execute(work)
  for (const card of rows)
    for (const { kind, about, thresholds } of passedBy(card)) {
      const { rows: fresh } = await sql<{ threshold: number }>`
        insert into sim_warning (tenant_id, sim_card_id, kind, about, threshold, told_at)
        select ${card.tenant_id}, ${card.id}, ${kind}, ${about}, limits.threshold, ${now} from unnest(${thresholds}::int[]) limits (threshold)
        on conflict do nothing returning threshold`.execute(work)
      const worst = thresholds[0]!
      if (!fresh.some(({ threshold }) => threshold === worst)) continue
      const readers = await holdersOf(work, card.tenant_id, card.area_id, SIMS)
      const key = `sim ${card.id} ${kind} ${about} ${worst}`
      await post(
        work,
        readers.map(({ id: userId }) => messageTo({ tenantId: card.tenant_id, userId }, { ...wordsOf(card, kind, worst), key })),
        now,
      )
      await post(work, [{ kind: 'changed', tenantId: card.tenant_id, body: { name: 'simCard', id: card.id, areaId: card.area_id } }], now)
    }
}

export const simWarnings = (clock: () => number): Job => ({
  name: 'organization.simWarnings',
  every: EVERY_MS,
  missed: 'catchUp',
  once: (work) => warnOfCards(work, clock()),
})
