import type { DemoDevice, DemoSwitch, Load } from './farm.ts'
import { DAY, type Ground, hash, HOUR, season } from './physics.ts'

/**
 * The timetable that the farm's people kept in the past. History and the simulator's first state follow it; from then on nothing
 * switches by itself: a circuit stays as an operator leaves it.
 */

// The demo's bases keep China's clock.
const ZONE = 8 * HOUR

/** Circuits that drive something to and fro: 1 and 2 are directions, 0 is rest. */
export const isMotor = (one: Pick<DemoSwitch, 'kind'>): boolean => one.kind === 'related' || one.kind === 'blind'

/**
 * Where a circuit stands by the timetable at a moment, 0 or 1: off or on, and of a motor how far it has driven. A device that does
 * not obey, and a broken pump, rest.
 */
export function programmed(device: Pick<DemoDevice, 'temper' | 'brokenPump'>, one: DemoSwitch, ground: Ground, ts: number): 0 | 1 {
  if (device.temper !== 'willing' || device.brokenPump === one.circuit) return 0
  return runs[one.load](one.circuit, ground, ts) ? 1 : 0
}

const dayOf = (ts: number) => Math.floor((ts + ZONE) / DAY)
const hourOf = (ts: number) => ((ts + ZONE) % DAY) / HOUR
const within = (ts: number, from: number, to: number) => hourOf(ts) >= from && hourOf(ts) < to
const chance = (ground: Ground, salt: number, ts: number) => hash(ground.seed * 31 + salt, dayOf(ts))

const waters = (ground: Ground, ts: number) => chance(ground, 1, ts) < 0.4

const runs: Record<Load, (circuit: number, ground: Ground, ts: number) => boolean> = {
  // The first pump runs at noon and after midnight, the second in the hours of least oxygen; the others are kept for need.
  aeration: (circuit, _ground, ts) => (circuit === 1 ? within(ts, 0, 7) || within(ts, 12.5, 14.5) : circuit === 2 && within(ts, 1, 6.5)),
  irrigation: (_circuit, ground, ts) => waters(ground, ts) && within(ts, 6, 6.5),
  branch: (circuit, _ground, ts) => (dayOf(ts) + circuit) % 6 === 0 && within(ts, 6 + (circuit % 4) * 0.5, 6.5 + (circuit % 4) * 0.5),
  fertilizing: (_circuit, ground, ts) => waters(ground, ts) && chance(ground, 2, ts) < 0.5 && within(ts, 6 + 1 / 6, 6.5),
  vent: (_circuit, ground, ts) => (season(ground.place, ts) < -0.6 ? within(ts, 10, 16) : within(ts, 8.5, 17.5)),
  fan: (_circuit, _ground, ts) => within(ts, 11, 15),
  cooling: (_circuit, ground, ts) => season(ground.place, ts) > 0 && within(ts, 12, 15),
  shade: (_circuit, ground, ts) => (season(ground.place, ts) > -0.2 || chance(ground, 3, ts) < 0.35) && within(ts, 11.5, 14.5),
  lamp: (_circuit, ground, ts) => season(ground.place, ts) < 0 && chance(ground, 4, ts) < 0.5 && within(ts, 18.5, 20.5),
  inflow: (_circuit, ground, ts) => chance(ground, 5, ts) < 0.3 && within(ts, 7, 8),
  drain: (_circuit, ground, ts) => chance(ground, 6, ts) < 0.1 && within(ts, 16, 16.5),
  pump: (_circuit, _ground, ts) => within(ts, 6, 7.5) || within(ts, 16.5, 17.5),
  trap: () => true,
  none: () => false,
}
