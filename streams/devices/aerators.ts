import { combineLatest, distinctUntilChanged, map, type Observable } from 'rxjs'
import type { LivePresence } from './presence.ts'
import type { LiveReading } from './readings.ts'
import type { LiveSwitch } from './switches.ts'

/** AERATOR-02: contact comes before faults. */
export type PumpHealth = 'lostContact' | 'normal' | 'abnormal'
/** A pump: running or not as its regulator last said (null before), and how it is. */
export interface LivePump {
  readonly on: boolean | null
  readonly health: PumpHealth
  /** The number of its fault where it is abnormal, else null. */
  readonly fault: number | null
}

export function pumpOf(state: LiveSwitch | undefined, regulator: LivePresence | undefined, fault: LiveReading | undefined): LivePump {
  const on = state?.status == null ? null : state.status === 1
  if (regulator?.presence !== 'online') return { on, health: 'lostContact', fault: null }
  return fault?.value ? { on, health: 'abnormal', fault: fault.value } : { on, health: 'normal', fault: null }
}

/** A pump of an aerator regulator, from the pump's switch, its regulator's presence and its fault item. */
export const pump = (
  state$: Observable<LiveSwitch | undefined>,
  regulator$: Observable<LivePresence | undefined>,
  fault$: Observable<LiveReading | undefined>,
): Observable<LivePump> =>
  combineLatest([state$, regulator$, fault$]).pipe(
    map(([state, regulator, fault]) => pumpOf(state, regulator, fault)),
    distinctUntilChanged((a, b) => a.on === b.on && a.health === b.health && a.fault === b.fault),
  )
