/** What an item is calculated from: two items of its device at one moment, or one item over a day. Each source has a unit that it needs, or any. */
interface Formula {
  /** What each source is to the formula, in their order; the unit that it must have, null for any. */
  readonly sources: readonly { readonly role: string; readonly unit: string | null }[]
  /** The unit of what it gives; null where it is that of the sources. */
  readonly unit: string | null
  /** The formula reads a whole day of its source, in the zone of the tenant. */
  readonly ofDay: boolean
}

/** The only ways in which an item may be calculated. Its name is the code of the first such item of a device. */
export const formulas = {
  dewPoint: {
    sources: [
      { role: 'temperature', unit: '°C' },
      { role: 'humidity', unit: '%' },
    ],
    unit: '°C',
    ofDay: false,
  },
  vapourPressureDeficit: {
    sources: [
      { role: 'temperature', unit: '°C' },
      { role: 'humidity', unit: '%' },
    ],
    unit: 'kPa',
    ofDay: false,
  },
  difference: {
    sources: [
      { role: 'minuend', unit: null },
      { role: 'subtrahend', unit: null },
    ],
    unit: null,
    ofDay: false,
  },
  sum: {
    sources: [
      { role: 'summand', unit: null },
      { role: 'summand', unit: null },
    ],
    unit: null,
    ofDay: false,
  },
  /** Of increments, as of a rain gauge: their sum since midnight. */
  daySum: { sources: [{ role: 'increment', unit: null }], unit: null, ofDay: true },
  /** Of a flow: what has passed since midnight. */
  dayVolume: { sources: [{ role: 'flow', unit: null }], unit: null, ofDay: true },
} as const satisfies Record<string, Formula>
export type FormulaName = keyof typeof formulas
export const FORMULA_NAMES = Object.keys(formulas) as [FormulaName, ...FormulaName[]]
export type PairFormula = { [Name in FormulaName]: (typeof formulas)[Name]['ofDay'] extends false ? Name : never }[FormulaName]
export type DayFormula = Exclude<FormulaName, PairFormula>

export const isOfDay = (name: FormulaName): name is DayFormula => formulas[name].ofDay

/** A source that is older than this many reporting periods of its device says nothing of now. */
export const SOURCE_PERIODS = 3

const TIMES = { s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** What a unit of flow says (`m³/h`): the unit of what passes, and the time it refers to, ms; null where it is none. */
export function flowUnit(unit: string | null): { unit: string; perMs: number } | null {
  const found = /^(.{1,18})\/(s|min|h|d)$/u.exec(unit?.trim() ?? '')
  return found ? { unit: found[1]!, perMs: TIMES[found[2] as keyof typeof TIMES] } : null
}

// The Magnus formula over water with the coefficients of Sonntag (1990), which the WMO guide (no. 8) uses: -45 to 60 °C.
const MAGNUS = { scale: 6.112, slope: 17.62, shift: 243.12, coldest: -45, warmest: 60 } as const

/** Saturation vapour pressure over water in hPa at a temperature in °C. */
const saturation = (temperature: number) => MAGNUS.scale * Math.exp((MAGNUS.slope * temperature) / (MAGNUS.shift + temperature))
const inRange = (temperature: number) => temperature >= MAGNUS.coldest && temperature <= MAGNUS.warmest
/** A sensor in fog says a little more than 100 %. */
const MOST_HUMIDITY = 105
const humid = (humidity: number): number | null => (humidity < 0 || humidity > MOST_HUMIDITY ? null : Math.min(100, humidity))

/** Dew point in °C of air of a temperature (°C) and a relative humidity (%); null beyond what the formula holds for, and of air without any vapour. */
export function dewPoint(temperature: number, humidity: number): number | null {
  const share = humid(humidity)
  if (!inRange(temperature) || share === null || share === 0) return null
  if (share === 100) return temperature
  const vapour = Math.log(share / 100) + (MAGNUS.slope * temperature) / (MAGNUS.shift + temperature)
  return (MAGNUS.shift * vapour) / (MAGNUS.slope - vapour)
}

/** Vapour pressure deficit in kPa of air of a temperature (°C) and a relative humidity (%); null as of the dew point. */
export function vapourPressureDeficit(temperature: number, humidity: number): number | null {
  const share = humid(humidity)
  if (!inRange(temperature) || share === null) return null
  return (saturation(temperature) * (1 - share / 100)) / 10
}

const pairs: Record<PairFormula, (first: number, second: number) => number | null> = {
  dewPoint,
  vapourPressureDeficit,
  difference: (first, second) => first - second,
  sum: (first, second) => first + second,
}

/** What two sources give at one moment; null where one says nothing, or no double holds it. */
export function ofPair(formula: PairFormula, first: number | null, second: number | null): number | null {
  if (first === null || second === null) return null
  const value = pairs[formula](first, second)
  return value === null || !Number.isFinite(value) ? null : value
}

/** A reading of a source: `ts` ms UTC. */
export interface SourceReading {
  readonly ts: number
  readonly value: number | null
}

/**
 * What has come together since `start` (ms UTC), after each of `readings`, which are in order. `before` is the source's reading before them
 * and the total then (0 at the start of the day). A flow holds until the next reading, for `reach` ms at most. A reading without a value adds nothing.
 */
export function ofDay(
  formula: DayFormula,
  { start, reach, perMs }: { start: number; reach: number; perMs: number },
  before: { readonly reading: SourceReading | null; readonly total: number },
  readings: readonly SourceReading[],
): (number | null)[] {
  let { reading: last, total } = before
  return readings.map((reading) => {
    if (formula === 'daySum') total += reading.value ?? 0
    else if (last !== null && last.value !== null) {
      const end = Math.min(reading.ts, last.ts + reach)
      total += (last.value * Math.max(0, end - Math.max(start, last.ts))) / perMs
    }
    last = reading
    return Number.isFinite(total) ? total : null
  })
}
