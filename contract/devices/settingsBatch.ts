import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, text } from '../core/values.ts'
import { commandState } from './command.ts'
import { DEVICE_READERS, DEVICE_TYPES, deviceActors } from './deviceType.ts'

/** The most devices that are asked at once: as many as a list shows. */
export const MAX_BATCH = 100

/** Why a device is not asked with the others. */
export const LEFT_OUT = ['otherType', 'mayNot'] as const

const values = z.record(z.string(), z.unknown())
const deviceIds = z.array(id).min(1).max(MAX_BATCH)
const path = '/wfpe/v1/{t}/device/settings-batch' as const

const batch = z.object({
  id: z.int(),
  deviceType: z.enum(DEVICE_TYPES),
  values,
  at: z.int(),
  author: z.string().nullable(),
  devices: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      eui: z.string(),
      /** Null for the moment until its command is recorded. */
      state: commandState.nullable(),
      stateAt: z.int().nullable(),
      message: z.string().nullable(),
    }),
  ),
})
export type SettingsBatch = z.infer<typeof batch>

export const settingsBatchCalls = {
  devices: defineCall({
    method: 'GET',
    path: `${path}/devices`,
    // Also what the caller may see and not change is named.
    permission: DEVICE_READERS,
    summary:
      'Which of these devices (`ids`, at most 100, by commas) can be given settings of a type together, who is left out and why, and what all of them have confirmed alike; nothing is asked',
    query: z.object({ deviceType: z.enum(DEVICE_TYPES), ids: text(1600) }),
    answer: z.object({
      lawful: z.array(z.object({ id: z.int(), name: z.string(), eui: z.string() })),
      leftOut: z.array(z.object({ id: z.int(), name: z.string(), eui: z.string(), why: z.enum(LEFT_OUT) })),
      /** By setting; what differs between them, or was never confirmed, is not there. */
      held: values,
    }),
  }),
  ask: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path,
    permission: deviceActors('edit'),
    summary:
      "Asks devices of one type to hold these settings, all of them or none: one that is of another type, or not the caller's to change, has error.settings.leftOut say who. Each is asked by a command of its own; one that is away is told with its first word",
    body: z.object({ deviceType: z.enum(DEVICE_TYPES), deviceIds, values }),
    answer: batch,
  }),
  get: defineCall({
    method: 'GET',
    path: `${path}/{id}`,
    permission: DEVICE_READERS,
    summary: 'How far each device is that was asked to hold the same settings; of devices that the caller sees',
    answer: batch,
    follows: ['command', 'gateway'],
  }),
}
