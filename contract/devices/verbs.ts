import { z } from 'zod'
import type { Verb } from '../core/verb.ts'
import { type Dose, doseArgs } from './dosing.ts'
import { statusesOf } from './switch.ts'
import { isMotor, type SwitchKind } from './switchKind.ts'

export const circuitTarget = (circuit: number) => `circuit/${circuit}`

/** Turns a circuit. Its message is the first that devices knew, and has no verb. */
export const switchSet: Verb<{ circuit: number; status: number }, SwitchKind> = {
  name: 'switch.set',
  args: z.object({ circuit: z.int().min(1).max(64), status: z.int().min(0).max(2) }),
  target: ({ circuit }) => circuitTarget(circuit),
  aim: ({ status }) => status,
  stop: ({ circuit, status }) => (status === 0 ? null : { circuit, status: 0 }),
  against: ({ status }, kind) => (kind !== null && isMotor(kind) && status !== 0 ? 3 - status : null),
  fault: ({ status }, kind) =>
    kind === null ? 'error.notFound' : (statusesOf[kind] as readonly number[]).includes(status) ? null : 'error.switch.status',
  wire: ({ circuit, status }) => ({ circuit, status }),
}

/** Gives a device all of its settings, which it holds itself; its answer is all that can be known. */
export const settingsSet: Verb<Record<string, unknown>> = {
  name: 'settings.set',
  args: z.record(z.string(), z.unknown()),
  target: () => 'device/settings',
  aim: () => null,
}

/** What a machine doses is one thing, whichever recipe. */
export const DOSE_TARGET = 'device/dose'

/** Starts or ends a dose, which the machine holds; its answer says that it took it, its readings what came of it. */
export const doseSet: Verb<{ dose: Dose | null }> = {
  name: 'dose.set',
  args: z.object({ dose: doseArgs.nullable() }),
  target: () => DOSE_TARGET,
  aim: () => null,
  stop: ({ dose }) => (dose === null ? null : { dose: null }),
  wire: ({ dose }) => (dose === null ? { verb: 'dose.stop', args: {} } : { verb: 'dose.start', args: dose }),
}

/**
 * Has a device take a picture and send it to an address of its own. The arguments name the address; its secret part is made when the message
 * leaves (server/devices/photographs/uploads.ts), and stands in no row.
 */
export const photograph: Verb<{ uploadId: string; path: string; expires: number }> = {
  name: 'photograph',
  args: z.object({ uploadId: z.uuid(), path: z.string(), expires: z.int() }),
  target: () => 'device/camera',
  aim: () => null,
}

/**
 * Offers a device a firmware, which it reads at an address of its own and checks before it answers; which version it then runs is what it says
 * itself. The arguments name the address as those of a photograph do.
 */
export const firmwareUpdate: Verb<{ offerId: string; path: string; version: string; size: number; sha256: string }> = {
  name: 'firmware.update',
  args: z.object({ offerId: z.uuid(), path: z.string(), version: z.string(), size: z.int(), sha256: z.string() }),
  target: () => 'device/firmware',
  aim: () => null,
}

/** What devices can be told, by the names that stand in the rows. */
export const verbs: readonly Verb[] = [switchSet as Verb, settingsSet as Verb, doseSet as Verb, photograph as Verb, firmwareUpdate as Verb]
