/**
 * `ordinary` 1 open 0 closed; `related` 1 forward 0 stop 2 reverse; `blind` 1 expand 0 stop 2 retract; `aerator` a pump, 1 on 0 off
 * (SWITCH-01 to -03).
 */
export const SWITCH_KINDS = ['ordinary', 'related', 'blind', 'aerator'] as const
export type SwitchKind = (typeof SWITCH_KINDS)[number]

/** Drives something to and fro: 1 and 2 are its directions, 0 is rest. */
export const isMotor = (kind: SwitchKind): boolean => kind === 'related' || kind === 'blind'
