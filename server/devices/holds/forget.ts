import type { Job } from '../../ground/clock/job.ts'
import type { Services } from '../../ground/services.ts'

const EVERY_MS = 3_600_000
/** A clock that is set back by less finds them again. */
const KEPT_MS = 86_400_000

/** Forgets holds that ended long ago: nothing asks for them any more. */
export const forgetHolds = ({ clock }: Pick<Services, 'clock'>): Job => ({
  name: 'devices.forgetHolds',
  every: EVERY_MS,
  missed: 'catchUp',
  async once(work) {
    await work
      .deleteFrom('manual_hold')
      .where('held_until', '<', clock() - KEPT_MS)
      .execute()
  },
})
