import type { Dose } from '#contract/devices/dosing'
import { DAY, hash } from './physics.ts'

/** What a machine that mixes fertilizer makes of what it was told: water runs up, EC and pH settle, tanks sink. */

export interface RunningDose {
  readonly dose: Dose
  /** ms UTC */
  readonly startedAt: number
  readonly endedAt: number | null
  /** Litres that doses before took of each tank. */
  readonly drawn: readonly number[]
}
export interface Dosed {
  readonly isRunning: boolean
  /** It has given what it was told to. */
  readonly isOver: boolean
  /** m³/h, 0 at rest. */
  readonly flow: number
  /** m³ of this dose. */
  readonly volume: number
  /** Of each channel, litres of this dose. */
  readonly litres: readonly number[]
  /** S/m of the mixed water, null at rest, as pH. */
  readonly ec: number | null
  readonly ph: number | null
}
const REST: Dosed = { isRunning: false, isOver: true, flow: 0, volume: 0, litres: [], ec: null, ph: null }

/** m³/h of the main line. */
const FLOW = 8.4
/** s until the flow stands, and until the mixture does. */
const RISE_S = 4
const MIX_S = 15
const WATER = { ec: 0.032, ph: 6.75 }
/** Litres of stock a m³ that make water 0.1 S/m stronger. */
const LITRES_PER_TENTH = 6.2

const settled = (from: number, to: number, seconds: number) => to + (from - to) * Math.exp(-seconds / MIX_S)

/** Litres of stock that each m³ of water takes of a channel. */
function litresPerM3({ mode, channels, ec }: Dose, channel: number): number {
  const amount = channels.find((one) => one.channel === channel)?.amount ?? 0
  return mode === 'litres' ? amount : (amount / 100) * Math.max(0, (ec ?? WATER.ec) - WATER.ec) * 10 * LITRES_PER_TENTH
}

/** What a dose has come to at `ts`. */
export function dosedBy(of: RunningDose | undefined, ts: number): Dosed {
  if (!of) return REST
  const { dose, startedAt, endedAt } = of
  const seconds = Math.max(0, ((endedAt ?? ts) - startedAt) / 1000)
  const given = (FLOW / 3600) * (seconds - RISE_S * (1 - Math.exp(-seconds / RISE_S)))
  const volume = dose.volume === null ? given : Math.min(dose.volume, given)
  const most = Math.max(...dose.channels.map(({ channel }) => channel))
  const litres = Array.from({ length: most }, (_, at) => litresPerM3(dose, at + 1) * volume)
  const isOver = endedAt !== null || (dose.volume !== null && given >= dose.volume) || (dose.seconds !== null && seconds >= dose.seconds)
  if (endedAt !== null) return { ...REST, volume, litres }
  const total = dose.channels.reduce((sum, { channel }) => sum + litresPerM3(dose, channel), 0)
  return {
    isRunning: true,
    isOver,
    flow: FLOW * (1 - Math.exp(-seconds / RISE_S)),
    volume,
    litres,
    ec: settled(WATER.ec, dose.ec ?? WATER.ec + total / LITRES_PER_TENTH / 10, seconds),
    ph: settled(WATER.ph, dose.ph ?? WATER.ph - 0.02 * total, seconds),
  }
}

/** Litres in a tank that is filled every week or so, before what was dosed since the farm began. */
export function stockOf(seed: number, ts: number): number {
  const every = (6 + 4 * hash(seed, 3)) * DAY
  return 180 + 760 * (1 - ((ts + every * hash(seed, 4)) % every) / every)
}
