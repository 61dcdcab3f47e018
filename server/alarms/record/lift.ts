import { type Kysely, sql } from 'kysely'
import type { AlarmFace } from '#contract/alarms/alarm'
import type { Job } from '../../ground/clock/job.ts'
import type { Context } from '../../ground/contents.ts'
import type { Database } from '../../ground/database/schema.ts'
import { createSparingLog } from '../../ground/sparingLog.ts'
import { announcerOf } from '../announcer.ts'
import { lockAlarms, writeEvents } from '../events.ts'
import { facesOf } from '../faces.ts'
import { eachSafely } from './eachSafely.ts'
import { CALM_MS } from './follow.ts'
import { clearOutOfScope, isOutOfScope, withScope } from './outOfScope.ts'
import { isSilenced } from './silenced.ts'

const LOOK_MS = 2000
/** What was silent behind a gateway has so long to be heard once that one is back. */
export const BACK_MS = 2 * 60_000

/** The gateway of its device is lost, or not back for long; `d` is the device. */
const waitsForGateway = (now: number) => sql`exists (select from device p where p.id = d.parent_id
  and (p.presence <> 'online' or coalesce(p.presence_at, 0) > ${now - BACK_MS}))`
const isSilenceOver = (now: number) => sql`a.quiet = 'silence' and a.cleared_at is null and not ${isSilenced(now)}`
const isGatewayBack = (now: number) => sql`a.quiet = 'gateway' and a.cleared_at is null and not ${waitsForGateway(now)}`
const isShelfOver = (now: number) => sql`a.shelved_until is not null and a.shelved_until <= ${now}`
const isCalm = (now: number) => sql`a.calm_at is not null and a.calm_at <= ${now - CALM_MS}`

/**
 * Every two seconds: tells what was kept quiet once its reason is over, brings back what was put aside, ends what flapped and is calm now, and what
 * nothing watches any more. All that it goes by stands in the rows.
 */
export function liftJob({ clock, live, log }: Pick<Context, 'clock' | 'live' | 'log'>): Job {
  const announcer = announcerOf(live)
  const sparing = createSparingLog(log)
  let lifted: { tenantId: number; faces: AlarmFace[]; at: number }[] = []
  return {
    name: 'alarms.lift',
    every: LOOK_MS,
    missed: 'catchUp',
    async once(work) {
      lifted = []
      const now = clock()
      const { rows } = await sql<{ tenant_id: number }>`
        select a.tenant_id from alarm a left join device d on d.id = a.device_id
          where a.cleared_at is null and a.quiet in ('silence', 'gateway') and ((${isSilenceOver(now)}) or (${isGatewayBack(now)}))
        union select a.tenant_id from alarm a where ${isShelfOver(now)}
        union select a.tenant_id from alarm a where ${isCalm(now)}
        union select a.tenant_id from ${withScope} where ${isOutOfScope}
        order by 1`.execute(work)
      await eachSafely(work, rows, sparing, 'alarms could not be followed; trying again', async ({ tenant_id: tenantId }) => {
        await lockAlarms(work, tenantId)
        const ids = await lift(work, tenantId, now)
        lifted.push({ tenantId, faces: await facesOf(work, tenantId, ids), at: now })
      })
    },
    committed() {
      for (const { tenantId, faces, at } of lifted.splice(0)) announcer.say(tenantId, faces, at)
    },
  }
}

/** Answers the ids of those that are others now. */
async function lift(work: Kysely<Database>, tenantId: number, now: number): Promise<number[]> {
  const gone = await clearOutOfScope(work, tenantId, now)
  const { rows: calm } = await sql<{ id: number; cleared_at: number }>`
    update alarm a set state = 'cleared', cleared_at = greatest(calm_at, raised_at), cleared_by = 'condition', cleared_seen = calm_seen,
      calm_at = null, calm_seen = null
    where a.tenant_id = ${tenantId} and a.cleared_at is null and ${isCalm(now)} returning id, cleared_at`.execute(work)
  const { rows: shelved } = await sql<{ id: number }>`
    update alarm a set shelved_until = null, due_at = case when cleared_at is null and quiet is null then ${now}::bigint end
    where a.tenant_id = ${tenantId} and ${isShelfOver(now)} returning id`.execute(work)
  const told = sql`due_at = case when a.shelved_until is null then ${now}::bigint end`
  const { rows: heard } = await sql<{ id: number }>`
    update alarm a set quiet = null, ${told} from device d
    where d.id = a.device_id and a.tenant_id = ${tenantId} and ${isGatewayBack(now)} and not ${isSilenced(now)} returning a.id`.execute(
    work,
  )
  const { rows: still } = await sql<{ id: number }>`
    update alarm a set quiet = 'silence' from device d
    where d.id = a.device_id and a.tenant_id = ${tenantId} and ${isGatewayBack(now)} returning a.id`.execute(work)
  const { rows: worked } = await sql<{ id: number }>`
    update alarm a set quiet = case when w.waits then 'gateway' end, due_at = case when not w.waits and a.shelved_until is null then ${now}::bigint end
    from (select a.id, a.by_loss and ${waitsForGateway(now)} as waits from alarm a left join device d on d.id = a.device_id
      where a.tenant_id = ${tenantId} and ${isSilenceOver(now)}) w
    where w.id = a.id and a.tenant_id = ${tenantId} and a.quiet = 'silence' returning a.id`.execute(work)
  await writeEvents(work, tenantId, [
    ...calm.map(({ id, cleared_at: at }) => ({ alarmId: id, at, what: 'cleared' as const, text: 'condition' })),
    ...shelved.map(({ id }) => ({ alarmId: id, at: now, what: 'unshelved' as const })),
  ])
  return [...new Set([...gone, ...[calm, shelved, heard, still, worked].flatMap((rows) => rows.map(({ id }) => id))])]
}
