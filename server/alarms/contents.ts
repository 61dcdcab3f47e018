import type { ServerContents } from '../ground/contents.ts'
import { trialHandlers } from '../ground/watch/trials/handlers.ts'
import { trialJob } from '../ground/watch/trials/job.ts'
import { alarmBrowserHandlers } from './browsers/handlers.ts'
import { alarmHandlers } from './calls/alarms.ts'
import { alarmDutyHandlers } from './calls/duty.ts'
import { alarmLiveHandlers } from './calls/live.ts'
import { alarmRuleHandlers } from './calls/rules.ts'
import { alarmSilenceHandlers } from './calls/silences.ts'
import { alarmStaffHandlers } from './calls/staff.ts'
import { deliverJob } from './people/deliver.ts'
import { escalateJob } from './people/escalate.ts'
import { forgetSentJob } from './people/forget.ts'
import { tellJob } from './people/tell.ts'
import { alarmKind } from './record/kind.ts'
import { liftJob } from './record/lift.ts'
import { alarmTrials } from './trial.ts'

/** What is wrong on a farm, who is told of it, and what became of it. */
export const alarms = {
  handlers: (context) => ({
    alarm: alarmHandlers(context),
    alarmRule: alarmRuleHandlers(context),
    alarmSilence: alarmSilenceHandlers(context),
    alarmLive: alarmLiveHandlers(context),
    alarmTrial: trialHandlers(alarmTrials(context), context),
    alarmStaff: alarmStaffHandlers(context),
    alarmDuty: alarmDutyHandlers(context),
    alarmBrowser: alarmBrowserHandlers(context),
  }),
  jobs: (context) => [
    tellJob(context),
    escalateJob(context),
    deliverJob(context),
    forgetSentJob(context),
    liftJob(context),
    trialJob(alarmTrials(context), context),
  ],
  watches: (context) => [alarmKind(context)],
} satisfies ServerContents<'alarms'>
