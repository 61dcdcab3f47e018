import type { CameraFault } from '#contract/cameras/camera'

// The codes of the public reference of the Ezviz open platform that a farm can do something about.

export const DONE = '200'
/** A token that is over, or none: it is asked for anew, once. */
export const TOKEN_OVER = '10002'

const FAULTS: Readonly<Record<string, CameraFault>> = {
  [TOKEN_OVER]: 'wrongKeys',
  10001: 'wrongKeys',
  10005: 'wrongKeys',
  10017: 'wrongKeys',
  10030: 'wrongKeys',
  20002: 'unknownSerial',
  20006: 'offline',
  20007: 'offline',
  20008: 'tooSlow',
  20014: 'unknownSerial',
  20018: 'unknownSerial',
  20032: 'noChannel',
  60019: 'encrypted',
}
/** Why something was not done. What is in no list came from a cloud that is there, and shows nothing. */
export const faultOfCode = (code: string): CameraFault => FAULTS[code] ?? 'noStream'
/** The camera itself does not do it: it has no motor, stands at its end, or knows no such position. */
export const isDeclined = (code: string): boolean => code !== '60019' && /^600[0-2]\d$/.test(code)
