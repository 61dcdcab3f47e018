import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, integer, requiredText } from '../core/values.ts'
import { DEVICE_READERS, deviceActors } from './deviceType.ts'

/** Stands for what a machine doses where an interlock names a circuit. */
export const DOSING = 0

/** What must be so while something runs: a valve of a group is open, or a reading lies above a limit. */
const need = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('anyOpen'), switchIds: z.array(id).min(1).max(64) }),
  z.object({ kind: z.literal('itemAbove'), itemId: id, limit: z.number().min(-1e9).max(1e9) }),
])
export type Need = z.infer<typeof need>

/** Why a need is not fulfilled. What is not known, or too old to be believed, is not fulfilled. */
export const UNMET = ['noneOpen', 'notKnown', 'tooOld', 'tooLow'] as const
export type Unmet = (typeof UNMET)[number]

const facts = {
  name: requiredText(60),
  /** The circuit that it is about, {@link DOSING} what the machine doses; null: every one of the device, and what it doses. */
  circuit: integer(0, 64).nullable(),
  need,
  /** For so long after a start the need may be unfulfilled; then it is not asked for before the start either. */
  graceSeconds: integer(0, 600),
}
export const interlock = z.object({ id: z.int(), ...facts, unmet: z.enum(UNMET).nullable() })
export type Interlock = z.infer<typeof interlock>
/** Of one device. */
export const MOST_INTERLOCKS = 20

const path = '/wfpe/v1/{t}/device/gateway/{id}/interlocks' as const
export const interlockCalls = {
  list: defineCall({
    method: 'GET',
    path,
    permission: DEVICE_READERS,
    summary: 'What must be so while circuits of a device run, and whether it is so now',
    answer: z.array(interlock),
    follows: ['interlock', 'switch', 'gateway'],
  }),
  set: defineCall({
    method: 'PUT',
    trail: 'interlock',
    path,
    permission: deviceActors('edit'),
    summary:
      'Makes an interlock, or changes the one with `interlockId`. Fails with error.interlock.rest where running is what is safe, error.interlock.most, error.interlock.unknown where a switch or item is none of the base',
    body: z.object({ interlockId: id.optional(), ...facts }),
    answer: interlock,
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'interlock',
    path: `${path}/{interlockId}`,
    permission: deviceActors('edit'),
    summary: 'Takes an interlock away; answers 1',
    answer: z.literal(1),
  }),
}
