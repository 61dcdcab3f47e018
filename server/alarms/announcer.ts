import type { AlarmFace } from '#contract/alarms/alarm'
import type { LivePublisher } from '../ground/live/live.ts'

/** Of one base, lists are told to be read anew at most so often, in ms. */
const PACE_MS = 500

/** Tells consoles of alarms; call it after the commit. */
export interface Announcer {
  /** How these stand now. `at` is ms UTC. */
  say(tenantId: number, faces: readonly AlarmFace[], at: number): void
  /** Lists and details of a base are to be read anew, though no row of its live topic is another. */
  touch(tenantId: number, areaId: number): void
}

const made = new WeakMap<object, Announcer>()
/** The one of this publisher: engine, calls and jobs keep one pace. */
export function announcerOf(live: Pick<LivePublisher, 'alarms' | 'changed'>): Announcer {
  let found = made.get(live)
  if (!found) made.set(live, (found = createAnnouncer(live)))
  return found
}

function createAnnouncer(live: Pick<LivePublisher, 'alarms' | 'changed'>): Announcer {
  const saidAt = new Map<string, number>()
  const waiting = new Set<string>()

  function touch(tenantId: number, areaId: number): void {
    const key = `${tenantId}/${areaId}`
    if (waiting.has(key)) return
    const rest = (saidAt.get(key) ?? Number.NEGATIVE_INFINITY) + PACE_MS - performance.now()
    const say = () => {
      waiting.delete(key)
      saidAt.set(key, performance.now())
      live.changed(tenantId, 'alarm', null, areaId)
    }
    if (rest <= 0) return say()
    waiting.add(key)
    setTimeout(say, rest).unref()
  }

  return {
    touch,
    say(tenantId, faces, at) {
      for (const [areaId, some] of Map.groupBy(faces, (face) => face.areaId)) {
        live.alarms(
          tenantId,
          areaId,
          some.map((face) => [face.id, at, isOpen(face) ? face : null]),
        )
        touch(tenantId, areaId)
      }
    },
  }
}

/** Whether somebody has to look at it: it is active, or nobody acknowledged it. */
const isOpen = ({ clearedAt, acknowledgedAt }: AlarmFace) => clearedAt === null || acknowledgedAt === null
