import { z } from 'zod'
import { defineTopic } from '../core/topic.ts'
import { presence } from './device.ts'
import { deviceFaces } from './deviceType.ts'
import { commandState } from './switch.ts'

const watchers = [...new Set(['wfpf.farm.farm.map' as const, ...Object.values(deviceFaces).map(({ code }) => code)])]

// `seq` counts per area and topic from the server's start: a gap, or a new start, means fetch the snapshot.
const frame = { at: z.int(), seq: z.int(), start: z.int() }

export const liveReadings = defineTopic({
  pattern: 'live/{t}/{areaId}/readings',
  payload: z.object({ ...frame, v: z.array(z.tuple([z.int(), z.int(), z.number().nullable()])) }),
  summary: 'Newest readings of a base, joined: [itemId, ts (ms UTC), value]',
  access: { console: watchers },
})
export const liveSwitches = defineTopic({
  pattern: 'live/{t}/{areaId}/switches',
  payload: z.object({
    ...frame,
    /** What devices said: [switchId, ts, status]. */
    v: z.array(z.tuple([z.int(), z.int(), z.int()])),
    /** How commands move: [switchId, commandId, state, at, status asked, message]. */
    c: z.array(z.tuple([z.int(), z.string(), commandState, z.int(), z.int(), z.string().nullable()])),
  }),
  summary: 'Switch states and the ladder of commands of a base',
  access: { console: watchers },
})
export const livePresence = defineTopic({
  pattern: 'live/{t}/{areaId}/presence',
  payload: z.object({ ...frame, v: z.array(z.tuple([z.int(), z.int(), presence])) }),
  summary: 'Devices that came or went: [deviceId, heardAt (ms UTC), presence]',
  access: { console: watchers },
})
export const liveTopics = [liveReadings, liveSwitches, livePresence] as const
