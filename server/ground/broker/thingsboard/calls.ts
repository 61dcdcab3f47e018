import { randomInt } from 'node:crypto'
import type { KnownDevice } from '../knownDevice.ts'

/** A command that was told as a call. */
export interface Called {
  readonly device: KnownDevice
  readonly commandId: string
  /** ms UTC. */
  readonly expires: number
}
/** Of one connection; what is beyond it is the oldest. */
const MOST_CALLS = 1000
const MOST_NUMBER = 2 ** 31 - 1

// Beyond one connection and one run of the server: an answer that comes late is not taken for that of another call.
let number = randomInt(1, 2 ** 30)

/** Which call of a connection stands for which command: ThingsBoard's devices know calls by a number. */
export interface Calls {
  /** The number under which a command is called. */
  begin(called: Called): number
  of(number: number): Called | undefined
}

export function createCalls(): Calls {
  const calls = new Map<number, Called>()
  return {
    begin(called) {
      number = number >= MOST_NUMBER ? 1 : number + 1
      calls.set(number, called)
      if (calls.size > MOST_CALLS) calls.delete(calls.keys().next().value!)
      return number
    },
    of: (asked) => calls.get(asked),
  }
}
