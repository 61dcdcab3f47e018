import { liveAlarms } from '#contract/alarms/live'
import type { ChangeName } from '#contract/core/change'
import { livePresence, liveReadings, liveSwitches } from '#contract/devices/live'
import { changedTopic } from '#contract/session/changed'
import type { LivePublisher } from './live.ts'

/**
 * Between two frames of a base, ms: a little more than a frame of a screen (16.7), which costs a console more than what is in it. A page
 * that is sent more often than it paints always waits for its next turn; one that has just rested paints at once.
 */
export const PACE_MS = 18
/** After a frame with so many keys the next one waits for two frames of a screen: nobody reads a whole wall sixty times a second. */
export const CROWDED = 64
export const CROWDED_PACE_MS = 36

interface Channel {
  /** Last row of each key since the last frame (who calls knows what is newest, also where a clock was set back); `c` beside it for the ladder of commands. */
  readonly rows: Map<number, readonly [number, number, ...unknown[]]>
  readonly commands: Map<string, readonly unknown[]>
  seq: number
  sentAt: number
  /** How long after `sentAt` the next frame may leave, in ms. */
  pace: number
  /** When the next frame leaves; null where none is planned. */
  due: number | null
  send: () => void
}

export interface Publisher extends LivePublisher {
  /** How many changes of each name were told in a tenant since this start. */
  stands(tenantId: number): { start: number; seq: Record<string, number> }
  /** A console began to listen. */
  joined(): void
  close(): void
}

/**
 * Joins changes into frames, per base and topic: a quiet base's change leaves at the end of the current turn, a busy one's every
 * PACE_MS, or CROWDED_PACE_MS, with the newest value of each key. `say` publishes a text on a topic.
 */
export function createPublisher(given: { say: (topic: string, payload: string) => void; clock: () => number }): Publisher {
  const { say, clock } = given
  const start = clock()
  const channels = new Map<string, Channel>()
  const timers = new Set<NodeJS.Timeout>()
  /** By tenant and name. */
  const told = new Map<number, Map<ChangeName, number>>()
  let closed = false
  let joinedAt = Number.NEGATIVE_INFINITY

  function channel(topic: string, isSwitches: boolean): Channel {
    let found = channels.get(topic)
    if (!found) {
      const made: Channel = {
        rows: new Map(),
        commands: new Map(),
        seq: 0,
        sentAt: -PACE_MS,
        pace: PACE_MS,
        due: null,
        send() {
          made.due = null
          if (closed || (made.rows.size === 0 && made.commands.size === 0)) return
          made.sentAt = performance.now()
          made.seq++
          made.pace = made.rows.size < CROWDED ? PACE_MS : CROWDED_PACE_MS
          const v = [...made.rows.values()]
          const frame = { at: clock(), seq: made.seq, start, v }
          say(topic, JSON.stringify(isSwitches ? { ...frame, c: [...made.commands.values()] } : frame))
          made.rows.clear()
          made.commands.clear()
        },
      }
      found = made
      channels.set(topic, made)
    }
    return found
  }

  function schedule(one: Channel): void {
    if (closed) return
    if (one.due !== null) return
    const due = one.sentAt + one.pace
    one.due = due
    const rest = due - performance.now()
    // Rows of one batch that are handed over one after another still share a frame.
    if (rest <= 0) {
      queueMicrotask(one.send)
      return
    }
    const timer = setTimeout(() => {
      timers.delete(timer)
      one.send()
    }, rest)
    timers.add(timer)
  }

  function put(one: Channel, rows: readonly (readonly [number, number, ...unknown[]])[]): void {
    for (const row of rows) one.rows.set(row[0], row)
    if (rows.length > 0) schedule(one)
  }

  return {
    joined: () => void (joinedAt = performance.now()),
    joinedSince: (at) => joinedAt >= at,
    readings: (t, areaId, rows) => put(channel(liveReadings.of({ t, areaId }), false), rows),
    switches: (t, areaId, rows) => put(channel(liveSwitches.of({ t, areaId }), true), rows),
    presence: (t, areaId, rows) => put(channel(livePresence.of({ t, areaId }), false), rows),
    alarms: (t, areaId, rows) => put(channel(liveAlarms.of({ t, areaId }), false), rows),
    command(t, areaId, row) {
      const one = channel(liveSwitches.of({ t, areaId }), true)
      // The rungs of one command within a frame: the last one is where it stands.
      one.commands.delete(row[1])
      one.commands.set(row[1], row)
      schedule(one)
    },
    publish: (topic, params, payload) => say(topic.of(params), JSON.stringify({ at: clock(), ...(payload as object) })),
    changed(t, resource, id, areaId) {
      let counts = told.get(t)
      if (!counts) told.set(t, (counts = new Map()))
      const seq = (counts.get(resource) ?? 0) + 1
      // Counted first: who asks after the word was sent is told its number.
      counts.set(resource, seq)
      say(changedTopic.of({ t, resource }), JSON.stringify({ at: clock(), seq, start, id, areaId }))
    },
    stands: (t) => ({ start, seq: Object.fromEntries(told.get(t) ?? []) }),
    close() {
      closed = true
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
