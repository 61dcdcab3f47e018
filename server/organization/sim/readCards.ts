import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { SimTried } from '#contract/organization/simSource'
import type { Job } from '../../ground/clock/job.ts'
import type { Context } from '../../ground/contents.ts'
import { createSeal } from '../../ground/seal.ts'
import { askCarrier } from './askCarrier.ts'
import { monthAt } from './standing.ts'
import { simPurposeOf } from './source.ts'

const EVERY_MS = 600_000
const DAY_MS = 86_400_000
/** Cards of an enterprise that one turn asks about, and the pause between two of them: a carrier counts calls. */
const A_TURN = 200
const PACE_MS = 250
/** After so many that nobody answered the rest waits for the next turn. */
const GIVEN_UP = 3

type Db = Context['serviceDb']
interface Due {
  readonly id: number
  readonly iccid: string
}

/** Takes over what was read of a card at a moment: what a person entered later than that stays. */
export async function takeOver(db: Db, tenantId: number, cardId: number, tried: SimTried, askedAt: number): Promise<void> {
  await db.transaction().execute(async (work) => {
    const { mapped, fault } = tried
    const why = fault === 'path' ? `path ${tried.wrongPaths.join(' ')}` : fault === 'status' ? `status ${tried.status}` : fault
    if (mapped !== null) {
      const { usedMb, allowanceMb, cardState, expiresOn } = mapped
      if (usedMb !== null)
        await sql`insert into sim_usage (tenant_id, sim_card_id, month, used_mb, said_at, said_by)
          select ${tenantId}, sim_card.id, ${monthAt(askedAt)}, ${usedMb}, ${askedAt}, null from sim_card where id = ${cardId} and tenant_id = ${tenantId}
          on conflict (sim_card_id, month) do update set used_mb = excluded.used_mb, said_at = excluded.said_at, said_by = null
            where sim_usage.said_at <= excluded.said_at`.execute(work)
      await sql`update sim_card set allowance_mb = coalesce(${allowanceMb}, allowance_mb), card_state = coalesce(${cardState}, card_state),
          expires_on = coalesce(${expiresOn}::date, expires_on), object_version_number = object_version_number + 1
        where id = ${cardId} and tenant_id = ${tenantId} and coalesce(updated_at, 0) <= ${askedAt}
          and (allowance_mb, card_state, expires_on) is distinct from
            (coalesce(${allowanceMb}, allowance_mb), coalesce(${cardState}, card_state), coalesce(${expiresOn}::date, expires_on))`.execute(
        work,
      )
    }
    await sql`update sim_card set asked_at = ${askedAt}, read_fault = ${why}, read_at = case when ${mapped !== null} then ${askedAt} else read_at end
      where id = ${cardId} and tenant_id = ${tenantId}`.execute(work)
  })
}

/** Asks the carrier about every card in use, once a day, one after another. One that cannot be read says so, and is asked again the next day. */
export const readSims = ({ config, serviceDb, clock }: Pick<Context, 'config' | 'serviceDb' | 'clock'>): Job => ({
  name: 'organization.readSims',
  every: EVERY_MS,
  missed: 'catchUp',
  async steps(_, signal) {
    const seal = createSeal(serviceDb)
    const sources = await serviceDb.selectFrom('sim_source').selectAll().where('enabled_flag', '=', 1).execute()
    for (const source of sources) {
      const { tenant_id: tenantId } = source
      const secret = source.secret === null ? null : await seal.open(simPurposeOf(tenantId), source.secret)
      const asked = {
        ...source.fields,
        address: source.address,
        method: source.method as 'GET',
        headerName: source.header_name,
        secret,
      }
      const { rows: due } = await sql<Due>`select id, iccid from sim_card where tenant_id = ${tenantId} and card_state <> 'expired'
        and (asked_at is null or asked_at <= ${clock() - DAY_MS} or asked_at > ${clock()}) order by asked_at nulls first, id limit ${A_TURN}`.execute(
        serviceDb,
      )
      let away = 0
      for (const { id, iccid } of due) {
        if (signal.aborted) return
        const askedAt = clock()
        const tried = await askCarrier(asked, iccid, { allow: config.alarms.allow }, signal)
        await takeOver(serviceDb, tenantId, id, tried, askedAt)
        // A service that is away keeps no other enterprise waiting.
        away = tried.status === null && tried.fault !== null ? away + 1 : 0
        if (away >= GIVEN_UP) break
        await wait(PACE_MS, undefined, { signal }).catch(() => undefined)
      }
    }
  },
})
