import { emergencyAllows } from './emergency.ts'
import { interlocksAllow } from './interlocks.ts'
import { handAllows } from './hand.ts'
import { paceAllows } from './pace.ts'
import type { MayAct, Rule } from './rule.ts'

/** From above: what stands before says why. */
const RULES: readonly Rule[] = [emergencyAllows, interlocksAllow, handAllows, paceAllows]

/**
 * Who goes first: an emergency stop, an interlock, a person's hand, and among what acts by itself whatever does not act too often. That what is
 * under way is not superseded from below stands in machines/devices/moveLane.ts.
 */
export const mayActNow =
  (clock: () => number): MayAct =>
  async (ask, act) => {
    const now = clock()
    for (const rule of RULES) {
      const why = await rule(ask, act, now)
      if (why !== null) return why
    }
    return null
  }
