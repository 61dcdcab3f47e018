import { defineContents } from '../core/contents.ts'
import { changes } from './changes.ts'
import { flowDeviceGroupCalls } from './deviceGroup.ts'
import { flowCalls } from './flow.ts'
import { flowGroup } from './flowGroup.ts'
import { flowRunCalls } from './run.ts'
import { flowTrialCalls } from './trial.ts'

export const flows = defineContents({
  calls: {
    flow: flowCalls,
    flowRun: flowRunCalls,
    flowGroup: flowGroup.calls,
    flowDeviceGroup: flowDeviceGroupCalls,
    flowTrial: flowTrialCalls,
  },
  changes,
})
