/** What the json columns of the tables hold that the migrations of this room make; `npm run tables` reads it. */
export const jsonColumns = {
  'alarm.calm_seen': "import('#contract/watch/condition').Seen[] | null",
  'alarm.cleared_seen': "import('#contract/watch/condition').Seen[] | null",
  'alarm.reason': "import('#contract/alarms/alarm').AlarmReason",
  'alarm_delivery.message': "import('./people/deliveries.ts').Sent",
  'alarm_duty.steps': "import('#contract/alarms/duty').DutyStep[]",
  'alarm_rule.logic': "import('#contract/watch/logic').WatchLogic",
  'alarm_staff.shifts': "import('#contract/alarms/staff').Shift[]",
  'alarm_trial.happened': "import('#contract/alarms/trial').AlarmOutcome | null",
  'alarm_trial.in_force': "import('#contract/alarms/trial').AlarmOutcome | null",
  'alarm_trial.in_force_logic': "import('#contract/watch/logic').WatchLogic | null",
  'alarm_trial.logic': "import('#contract/watch/logic').WatchLogic",
  'alarm_trial.wanted': "import('#contract/alarms/trial').AlarmOutcome | null",
}
