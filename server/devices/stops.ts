import { DOSING } from '#contract/devices/interlock'
import { circuitTarget, DOSE_TARGET, doseSet, switchSet } from '#contract/devices/verbs'
import { laneKey } from '../ground/commands/order.ts'
import type { Services } from '../ground/services.ts'
import { createSparingLog } from '../ground/sparingLog.ts'

/** What is to be stopped. */
interface Stopped {
  readonly tenantId: number
  readonly deviceId: number
  /** The circuit, DOSING of a dose. */
  readonly runs: number
  /** What a circuit is turned to, off unless told. */
  readonly rest?: number
  /** Why, or who wants it: it stands in the command. */
  readonly name: string
}

/**
 * Asks for stops that wait for their devices, each once at a time: what is being asked for is not asked for again. Answers at once, since the
 * desk has a connection and a patience of its own; what cannot be asked for is said in the log as `failed`.
 */
export function createStops({ desk, log }: Pick<Services, 'desk' | 'log'>, by: 'emergency' | 'interlock', failed: string) {
  const sparing = createSparingLog(log)
  const stopping = new Set<string>()
  const ask = ({ tenantId, deviceId, runs, rest = 0, name }: Stopped) => {
    const asked = { tenantId, deviceId, asker: { by, name, userId: null }, priority: by, waits: true } as const
    return runs === DOSING
      ? desk.request({ ...asked, verb: doseSet, args: { dose: null } })
      : desk.request({ ...asked, verb: switchSet, args: { circuit: runs, status: rest } })
  }
  return async (one: Stopped): Promise<void> => {
    const lane = laneKey({ deviceId: one.deviceId, target: one.runs === DOSING ? DOSE_TARGET : circuitTarget(one.runs) })
    if (stopping.has(lane)) return
    stopping.add(lane)
    try {
      await ask(one)
    } catch (cause) {
      sparing.say('error', by, { lane, cause: (cause as Error).message }, failed)
    } finally {
      stopping.delete(lane)
    }
  }
}
