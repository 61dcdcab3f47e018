import { sql } from 'kysely'
import type { Job } from '../../ground/clock/job.ts'
import type { Context } from '../../ground/contents.ts'
import { trialJob } from '../../ground/watch/trials/job.ts'
import { flowTrials } from '../trials/trial.ts'
import { retimeJob, triggerJob } from './triggers.ts'
import { walkJob } from './walk.ts'

const FORGET_EVERY_MS = 3_600_000

/** Lets runs that ended go as old as alarms do. */
const forgetJob = ({ clock, config }: Pick<Context, 'clock' | 'config'>): Job => ({
  name: 'flows.forget',
  every: FORGET_EVERY_MS,
  missed: 'catchUp',
  async once(work) {
    await sql`delete from flow_run where id in (select id from flow_run where state not in ('waiting', 'running')
      and at < ${clock() - config.retention.alarms} order by at limit 20000)`.execute(work)
  },
})

/** What starts runs and moves them on, and dry runs. */
export const flowJobs = (context: Context): Job[] => [
  triggerJob(context),
  retimeJob(context),
  walkJob(context),
  trialJob(flowTrials(context), context),
  forgetJob(context),
]
