import { Counter } from 'prom-client'
import type { SparingLog } from '../sparingLog.ts'

const faults = new Counter({
  name: 'furrow_feed_faults_total',
  help: 'Times that an engine failed at what it was told of, by engine',
  labelNames: ['engine'],
})
const dropped = new Counter({
  name: 'furrow_feed_dropped_total',
  help: 'What an engine was not told of, since it was too far behind, by engine',
  labelNames: ['engine'],
})
/** Handed over in one turn of the event loop. */
const A_TURN = 500
const MOST_WAITING = 100_000

/** What was committed, on its way to an engine. */
export interface Feed<Event> {
  /** Never throws and never waits. Of what an engine leaves lying the oldest is dropped beyond the bound. */
  offer(events: readonly Event[]): void
  /** Hands over what waits, at once. */
  flush(): void
}

/**
 * A queue of its own for an engine that hears what was committed: `hear` is called with events in order, outside the ingest, and a fault
 * of it costs the events at hand and nothing else.
 */
export function createEventQueue<Event>(given: {
  engine: string
  hear: (events: readonly Event[]) => void
  sparing: SparingLog
  most?: number
}): Feed<Event> {
  const most = given.most ?? MOST_WAITING
  let waiting: Event[] = []
  let planned = false

  function turn(): void {
    planned = false
    const now = waiting.splice(0, A_TURN)
    if (waiting.length > 0) plan()
    try {
      given.hear(now)
    } catch (cause) {
      faults.inc({ engine: given.engine })
      given.sparing.say('error', `engine ${given.engine}`, { cause: (cause as Error).message }, 'an engine failed at what it was told of')
    }
  }
  function plan(): void {
    if (planned) return
    planned = true
    setImmediate(turn)
  }

  return {
    offer(events) {
      if (events.length === 0) return
      for (const event of events) waiting.push(event)
      if (waiting.length > most) {
        dropped.inc({ engine: given.engine }, waiting.length - most)
        waiting = waiting.slice(-most)
      }
      plan()
    },
    flush() {
      while (waiting.length > 0) turn()
    },
  }
}
