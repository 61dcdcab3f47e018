import type { ServerContents } from '../ground/contents.ts'
import { crudHandlers } from '../ground/crud/handlers.ts'
import { trialHandlers } from '../ground/watch/trials/handlers.ts'
import { flowDeviceGroupHandlers } from './calls/deviceGroups.ts'
import { flowHandlers } from './calls/flows.ts'
import { flowRunHandlers } from './calls/runs.ts'
import { flowGroupRules } from './flowGroup.ts'
import { flowJobs } from './run/jobs.ts'
import { flowKind } from './run/kind.ts'
import { flowTrials } from './trials/trial.ts'

/** What a farm does by itself: flows, their groups, and what they did. */
export const flows = {
  rules: { flowGroup: flowGroupRules },
  handlers: (context) => ({
    flow: flowHandlers(context),
    flowGroup: crudHandlers(flowGroupRules, context),
    flowDeviceGroup: flowDeviceGroupHandlers(context),
    flowRun: flowRunHandlers(context),
    flowTrial: trialHandlers(flowTrials(context), context),
  }),
  jobs: (context) => flowJobs(context),
  watches: (context) => [flowKind(context)],
} satisfies ServerContents<'flows'>
