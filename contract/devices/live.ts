import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { defineTopic } from '../core/topic.ts'
import { id } from '../core/values.ts'
import { presence } from './device.ts'
import { deviceTypes } from './deviceType.ts'
import { commandState } from './command.ts'

const watchers = [...new Set(['wfpf.farm.farm.map' as const, ...Object.values(deviceTypes).map(({ code }) => code)])]

/** [itemId, ts, value] */
const reading = z.tuple([z.int(), z.int(), z.number().nullable()])
/** [switchId, ts, status] */
const said = z.tuple([z.int(), z.int(), z.int()])
/** [switchId, commandId, state, at, status asked, message] */
const step = z.tuple([z.int(), z.string(), commandState, z.int(), z.int(), z.string().nullable()])
/** [deviceId, heardAt, presence] */
const whereabouts = z.tuple([z.int(), z.int(), presence])

// `seq` counts per area and topic from the server's start: a gap, or a new start, means fetch the snapshot.
const frame = { at: z.int(), seq: z.int(), start: z.int() }

export const liveReadings = defineTopic({
  pattern: 'live/{t}/{areaId}/readings',
  payload: z.object({ ...frame, v: z.array(reading) }),
  summary: 'Newest readings of a base, joined: [itemId, ts (ms UTC), value]',
  access: { console: watchers },
})
export const liveSwitches = defineTopic({
  pattern: 'live/{t}/{areaId}/switches',
  payload: z.object({
    ...frame,
    /** What devices said: [switchId, ts, status]. */
    v: z.array(said),
    /** How commands move: [switchId, commandId, state, at, status asked, message]. */
    c: z.array(step),
  }),
  summary: 'Switch states and the ladder of commands of a base',
  access: { console: watchers },
})
export const livePresence = defineTopic({
  pattern: 'live/{t}/{areaId}/presence',
  payload: z.object({ ...frame, v: z.array(whereabouts) }),
  summary: 'Devices that came or went: [deviceId, heardAt (ms UTC), presence]',
  access: { console: watchers },
})
export const liveTopics = [liveReadings, liveSwitches, livePresence] as const

/** Commands that moved within this time are part of a snapshot: longer than any command lives, or is shown as failed. */
export const SNAPSHOT_COMMANDS_MS = 120_000

export const liveCalls = {
  snapshot: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/concentrator/live',
    permission: 'login',
    summary:
      "What stands now in a base, in the rows of its live topics, of the devices whose type's code the caller holds there. A list that was not asked for is empty",
    query: z.object({
      areaId: id,
      /** The live topic whose snapshot is wanted. */
      topic: z.enum(['readings', 'switches', 'presence']),
    }),
    answer: z.object({
      /** Newest readings of the shown items that have one: [itemId, ts (ms UTC), value]. */
      readings: z.array(reading),
      /** What devices last said of their switches: [switchId, ts, status]. */
      switches: z.array(said),
      /** Commands that moved in the last two minutes: [switchId, commandId, state, at, status asked, message]. */
      commands: z.array(step),
      /** Every device: [deviceId, heardAt (0 before anything was heard), presence]. */
      presence: z.array(whereabouts),
    }),
  }),
}
