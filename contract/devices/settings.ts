import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import type { Field } from '../core/field.ts'
import { commandState } from './command.ts'
import { DEVICE_READERS, deviceActors, type DeviceType, deviceTypes } from './deviceType.ts'
import { controlAnswer } from './switch.ts'

/** What a device of this type can be set to, by name. */
export const settingsOf = (type: DeviceType): Readonly<Record<string, Field>> => deviceTypes[type].settings

const values = z.record(z.string(), z.unknown())

export const settingsCalls = {
  get: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/{id}/settings',
    permission: DEVICE_READERS,
    summary:
      'What a device holds as its settings: what it confirmed last, and what was asked last and how that ended; null before anything was',
    answer: z.object({
      confirmed: z.object({ values, at: z.int() }).nullable(),
      asked: z
        .object({ values, at: z.int(), state: commandState, message: z.string().nullable(), author: z.string().nullable() })
        .nullable(),
    }),
    follows: ['command', 'gateway'],
  }),
  set: defineCall({
    method: 'PUT',
    trail: { untold: 'logged' },
    path: '/wfpe/v1/{t}/device/gateway/{id}/settings',
    permission: deviceActors('edit'),
    summary:
      'Asks a device to hold all of its settings so; what its type does not know, or a value outside the limits, is refused beside its name. Ends as a command does',
    body: z.object({ values }),
    answer: controlAnswer,
  }),
}
