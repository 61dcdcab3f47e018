/** How bad an alarm is, worst first; `indeterminate` where nobody knows whether anything is wrong. */
export const ALARM_SEVERITIES = ['critical', 'major', 'minor', 'warning', 'indeterminate'] as const
export type AlarmSeverity = (typeof ALARM_SEVERITIES)[number]

/** 0 the worst. */
export const severityRank = (severity: AlarmSeverity): number => ALARM_SEVERITIES.indexOf(severity)
