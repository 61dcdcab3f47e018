import { DOSE_TARGET } from '#contract/devices/verbs'
import type { Job } from '../ground/clock/job.ts'
import type { Services } from '../ground/services.ts'
import { asksOn, RUN_JOB } from '../ground/commands/repository.ts'

const LOOK_MS = 1000
/** A machine that waits for flow rests meanwhile, and goes on by itself. */
export const REST_MS = 60_000

const OF_DOSES = `j.name = '${RUN_JOB}' and j.key ~ '^[0-9]+/${DOSE_TARGET}/'`
// Only what was seen to run can have ended: right after a start the newest word is still one from before.
const SEE = `update furrow.job j set payload = case when o.last_value <> 0 then '{"ran": true}' else j.payload || jsonb_build_object('restsSince', $1::bigint) end
  from item o where ${OF_DOSES} and o.tenant_id = j.tenant_id and o.code = 'dosing' and o.device_id::text = split_part(j.key, '/', 1)
    and case when o.last_value <> 0 then j.payload <> '{"ran": true}' else o.last_value = 0 and j.payload ? 'ran' and not j.payload ? 'restsSince' end`
const END = `delete from furrow.job j where ${OF_DOSES} and (j.payload ->> 'restsSince')::bigint <= $1::bigint - ${REST_MS}`

/**
 * Ends the running time of a dose that its machine ended by itself: it was seen to dose, and has said for a minute that it does not. So no stop
 * follows, and nobody reads of an end that is over. What is remembered stands with the timer.
 */
export const doseEnds = ({ clock }: Pick<Services, 'clock'>): Job => ({
  name: 'devices.doseEnds',
  every: LOOK_MS,
  missed: 'catchUp',
  async once(work) {
    const ask = asksOn(work)
    const now = clock()
    await ask(SEE, [now])
    await ask(END, [now])
  },
})
