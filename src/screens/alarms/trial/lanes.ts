import type { AlarmTrial } from '#contract/alarms/trial'

export type LaneName = 'wanted' | 'inForce' | 'happened'
export interface Lane {
  readonly name: LaneName
  readonly outcome: AlarmTrial['wanted']
}

/** The lanes of a dry run from above; a rule that is new has no version in force. */
export const lanesOf = ({ wanted, inForce, happened }: AlarmTrial): Lane[] => [
  { name: 'wanted', outcome: wanted },
  ...(inForce === null ? [] : [{ name: 'inForce' as const, outcome: inForce }]),
  { name: 'happened', outcome: happened },
]
