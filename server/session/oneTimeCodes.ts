import { randomInt } from 'node:crypto'
import { generate, verify } from 'otplib'
import { RECOVERY_CODES } from '#contract/session/secondFactor'

/** How long a code stands, s. */
const PERIOD = 30
/** A phone may be so far off, s: one code before, one after. */
const DRIFT = 30
/** A clock that is further off than this is not told from a wrong code, in codes. */
const MOST_STEPS_OFF = 130

/** The step of time that a code is of; null where it is none of the last, this and the next, or of one that was used (`lastStep`). */
export async function stepOf(secret: string, code: string, now: number, lastStep: number): Promise<number | null> {
  const found = await verify({ secret, token: code, epoch: Math.floor(now / 1000), epochTolerance: DRIFT })
  return found.valid && 'timeStep' in found && found.timeStep > lastStep ? found.timeStep : null
}

/**
 * By how many minutes the clock of a phone is off, where that is why its code is wrong: an hour of the wrong zone is told. Only for a secret
 * that proves nothing yet: of one in force it would say which codes are good later.
 */
export async function minutesOff(secret: string, code: string, now: number): Promise<number | null> {
  const epoch = Math.floor(now / 1000)
  for (let steps = 2; steps <= MOST_STEPS_OFF; steps++)
    for (const off of [steps, -steps])
      if ((await generate({ secret, epoch: epoch + off * PERIOD })) === code) return Math.round((off * PERIOD) / 60)
  return null
}

// None that is taken for another.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const OF_GROUP = 4
/** What nobody guesses and anybody can copy from paper: 79 bits. */
export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: GROUPS }, () => Array.from({ length: OF_GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join('-'),
  )

/** A code as it was meant: letters of any width and case, in whatever groups. */
export const asMeant = (typed: string): string => typed.normalize('NFKC').toLowerCase().replaceAll(/[\s-]/g, '')
export const isOfApp = (code: string): boolean => /^\d{6}$/.test(code)
