import { defineContents } from '../core/contents.ts'
import { alarmCalls } from './alarm.ts'
import { alarmBrowserCalls } from './browser.ts'
import { changes } from './changes.ts'
import { alarmDutyCalls } from './duty.ts'
import { alarmLiveCalls, liveAlarms } from './live.ts'
import { alarmRuleCalls } from './rule.ts'
import { alarmSilenceCalls } from './silence.ts'
import { alarmStaffCalls } from './staff.ts'
import { alarmTrialCalls } from './trial.ts'

export const alarms = defineContents({
  calls: {
    alarm: alarmCalls,
    alarmRule: alarmRuleCalls,
    alarmSilence: alarmSilenceCalls,
    alarmLive: alarmLiveCalls,
    alarmTrial: alarmTrialCalls,
    alarmStaff: alarmStaffCalls,
    alarmDuty: alarmDutyCalls,
    alarmBrowser: alarmBrowserCalls,
  },
  topics: [liveAlarms],
  changes,
})
