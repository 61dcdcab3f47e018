import { sql } from 'kysely'
import type { Job } from '../../ground/clock/job.ts'
import type { Context } from '../../ground/contents.ts'

const EVERY_MS = 3_600_000

/** Lets what was sent, and each try of it, go as old as the other logs do. */
export const forgetSentJob = ({ clock, config }: Pick<Context, 'clock' | 'config'>): Job => ({
  name: 'alarms.forgetSent',
  every: EVERY_MS,
  missed: 'catchUp',
  async once(work) {
    await sql`delete from alarm_delivery where id in
      (select id from alarm_delivery where made_at < ${clock() - config.retention.logs} order by made_at limit 20000)`.execute(work)
  },
})
