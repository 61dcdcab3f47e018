/**
 * The physics of the demo farm: deterministic functions of place, moment and seed, with no memory and no chance. The month of
 * history and the simulated devices read the same equations, so one joins the other without a jump.
 * Moments are ms UTC. What actuators do is kept as a deviation from this baseline, see {@link stepDeviation}.
 */

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
const YEAR_DAYS = 365.2425

/** A spot on the earth with weather of its own. Degrees; places of one region share the seed. */
export interface Place {
  readonly latitude: number
  readonly longitude: number
  readonly seed: number
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** A number in [0, 1) that follows from its two integers alone. */
export function hash(seed: number, n: number): number {
  let h = Math.imul((seed | 0) ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul((n | 0) + 0x7f4a7c15, 0xc2b2ae35)
  h ^= h >>> 15
  h = Math.imul(h, 0x2c1b3c6d)
  h ^= h >>> 12
  h = Math.imul(h, 0x297a2d39)
  h ^= h >>> 15
  return (h >>> 0) / 4_294_967_296
}

/** Smooth noise in [-1, 1] that changes over about `scale` ms; continuous in time. */
export function noise(seed: number, ts: number, scale: number): number {
  const at = ts / scale
  const cell = Math.floor(at)
  const f = at - cell
  const s = f * f * (3 - 2 * f)
  return (hash(seed, cell) * (1 - s) + hash(seed, cell + 1) * s) * 2 - 1
}

/** 1 at the height of summer, -1 in the depth of winter. */
export function season(place: Place, ts: number): number {
  const dayOfYear = (ts / DAY) % YEAR_DAYS
  const turn = Math.cos((2 * Math.PI * (dayOfYear - 206)) / YEAR_DAYS)
  return place.latitude < 0 ? -turn : turn
}

/** Hours after midnight by the sun, 0 to 24; noon is when the sun stands highest. */
export function solarHour(place: Place, ts: number): number {
  const b = (2 * Math.PI * ((ts / DAY) % YEAR_DAYS)) / YEAR_DAYS
  const equationOfTime = 9.87 * Math.sin(2 * (b - 1.394)) - 7.53 * Math.cos(b - 1.394) - 1.5 * Math.sin(b - 1.394)
  const hours = (ts % DAY) / HOUR + place.longitude / 15 + equationOfTime / 60
  return ((hours % 24) + 24) % 24
}

/** The sine of the sun's height above the horizon; negative at night. */
function sunSine(place: Place, ts: number): number {
  const dayOfYear = (ts / DAY) % YEAR_DAYS
  const declination = radians(23.45) * Math.sin((2 * Math.PI * (dayOfYear - 80)) / YEAR_DAYS)
  const hourAngle = radians((solarHour(place, ts) - 12) * 15)
  const latitude = radians(place.latitude)
  return Math.sin(latitude) * Math.sin(declination) + Math.cos(latitude) * Math.cos(declination) * Math.cos(hourAngle)
}

/** @internal The sun's height above the horizon in degrees: what tests hold the weather against. */
export const sunElevation = (place: Place, ts: number): number => (Math.asin(clamp(sunSine(place, ts), -1, 1)) * 180) / Math.PI

/** One shower: it swells and fades as a squared sine. `peak` in mm/h. */
export interface Shower {
  readonly from: number
  readonly to: number
  readonly peak: number
}
const SLOT = 8 * HOUR
const remembered = new Map<number, Map<number, Shower | null>>()
const MAX_REMEMBERED = 20_000

function showerOf(place: Place, slot: number): Shower | null {
  const key = place.seed * 2 + (place.latitude < 0 ? 1 : 0)
  let slots = remembered.get(key)
  if (slots == null || slots.size > MAX_REMEMBERED) remembered.set(key, (slots = new Map()))
  const known = slots.get(slot)
  if (known !== undefined) return known
  const warmth = season(place, slot * SLOT)
  let shower: Shower | null = null
  if (hash(place.seed + 11, slot) < 0.15 + 0.1 * warmth) {
    const from = slot * SLOT + hash(place.seed + 12, slot) * 6 * HOUR
    const hours = 0.4 + 4.6 * hash(place.seed + 13, slot) ** 2
    const peak = 1 + 13 * hash(place.seed + 14, slot) ** 3 * (1 + 0.5 * warmth)
    shower = { from, to: from + hours * HOUR, peak }
  }
  slots.set(slot, shower)
  return shower
}

/** The showers that touch the time between two moments. */
export function showersBetween(place: Place, from: number, to: number): Shower[] {
  const found: Shower[] = []
  for (let slot = Math.floor(from / SLOT) - 1; slot <= Math.floor(to / SLOT); slot++) {
    const shower = showerOf(place, slot)
    if (shower != null && shower.to > from && shower.from < to) found.push(shower)
  }
  return found
}

/** What a shower has brought until `ts`, in mm. */
function fallen(shower: Shower, ts: number): number {
  const length = (shower.to - shower.from) / HOUR
  const x = clamp((ts - shower.from) / HOUR, 0, length)
  return shower.peak * (x / 2 - (length / (4 * Math.PI)) * Math.sin((2 * Math.PI * x) / length))
}

/** Rain between two moments, in mm. */
export const rainBetween = (place: Place, from: number, to: number): number =>
  showersBetween(place, from, to).reduce((sum, shower) => sum + fallen(shower, to) - fallen(shower, from), 0)

/** The air above a place. */
export interface Weather {
  /** °C */
  readonly temperature: number
  /** % */
  readonly humidity: number
  /** 0 clear to 1 overcast */
  readonly cloud: number
  /** W/m² on level ground */
  readonly solar: number
  /** lx */
  readonly light: number
  /** mm in the last hour */
  readonly rain: number
  /** mm/h now */
  readonly rainRate: number
  /** m/s */
  readonly windSpeed: number
  /** degrees that the wind comes from, 0 to 360 */
  readonly windDirection: number
  /** hPa */
  readonly pressure: number
  /** degrees above the horizon */
  readonly elevation: number
}

export function weatherAt(place: Place, ts: number): Weather {
  const { seed } = place
  const warmth = season(place, ts)
  const hour = solarHour(place, ts)
  let wet = 0
  let rainRate = 0
  for (const shower of showersBetween(place, ts - HOUR, ts + HOUR)) {
    const ahead = clamp(1 - (shower.from - ts) / HOUR, 0, 1)
    const behind = clamp(1 - (ts - shower.to) / HOUR, 0, 1)
    wet = Math.max(wet, Math.min(ahead, behind))
    if (ts > shower.from && ts < shower.to)
      rainRate += shower.peak * Math.sin((Math.PI * (ts - shower.from)) / (shower.to - shower.from)) ** 2
  }
  const slowCloud = clamp(0.42 + 0.4 * noise(seed + 1, ts, 18 * HOUR), 0, 1)
  const cloud = clamp(slowCloud + 0.16 * noise(seed + 2, ts, 50 * MINUTE) + 0.6 * wet, 0, 1)
  const sine = sunSine(place, ts)
  const clear = sine > 0.002 ? 1098 * sine * Math.exp(-0.057 / sine) : 0
  const solar = clear * (1 - 0.72 * cloud * cloud)
  const day = Math.cos((2 * Math.PI * (hour - 14.6)) / 24)
  const temperature =
    22.3 +
    7.2 * warmth -
    0.65 * (Math.abs(place.latitude) - 23) +
    2.6 * noise(seed + 3, ts, 3.2 * DAY) +
    0.7 * noise(seed + 4, ts, 9 * HOUR) +
    4.1 * (1 - 0.5 * slowCloud) * day -
    2.2 * wet +
    0.12 * noise(seed + 5, ts, 4 * MINUTE)
  const humidity = clamp(
    74 +
      5 * warmth -
      13 * (1 - 0.5 * slowCloud) * day +
      16 * wet +
      5 * noise(seed + 6, ts, 20 * HOUR) +
      0.6 * noise(seed + 7, ts, 3 * MINUTE),
    22,
    100,
  )
  const windSpeed = Math.max(
    0,
    1.5 + 0.8 * (day + 1) + 1.3 * noise(seed + 8, ts, 6 * HOUR) + 2.4 * wet + (0.5 + 0.5 * wet) * noise(seed + 9, ts, 40_000),
  )
  const windDirection = (85 + 65 * warmth + 48 * noise(seed + 15, ts, 8 * HOUR) + 11 * noise(seed + 16, ts, 70_000) + 720) % 360
  const pressure =
    1011.5 -
    7 * warmth +
    3 * noise(seed + 17, ts, 2.5 * DAY) +
    1.1 * Math.cos((2 * Math.PI * (hour - 10)) / 12) +
    0.05 * noise(seed + 18, ts, 5 * MINUTE)
  return {
    temperature,
    humidity,
    cloud,
    solar,
    light: solar * 118,
    rain: rainBetween(place, ts - HOUR, ts),
    rainRate,
    windSpeed,
    windDirection,
    pressure,
    elevation: (Math.asin(clamp(sine, -1, 1)) * 180) / Math.PI,
  }
}

/** What a plot is to physics. */
export type Habitat = 'pond' | 'greenhouse' | 'orchard' | 'field' | 'paddy' | 'yard'

/** A plot as physics sees it; plots of different seeds differ a little. */
export interface Ground {
  readonly place: Place
  readonly habitat: Habitat
  readonly seed: number
}

/** Oxygen that fresh water holds at most at this temperature (°C), mg/L. */
export const oxygenSaturation = (celsius: number): number =>
  14.652 - 0.41022 * celsius + 0.007991 * celsius ** 2 - 0.000077774 * celsius ** 3

/** Photosynthesis against respiration over a day: -1 just before sunrise, 1 in the late afternoon, falling all night. */
export function breath(hour: number): number {
  const DAWN = 6.4
  const HEIGHT = 16.2
  if (hour >= DAWN && hour < HEIGHT) return -Math.cos((Math.PI * (hour - DAWN)) / (HEIGHT - DAWN))
  const night = 24 - HEIGHT + DAWN
  const passed = (hour - HEIGHT + 24) % 24
  const floor = Math.exp(-2)
  return -1 + (2 * (Math.exp((-2 * passed) / night) - floor)) / (1 - floor)
}

export interface Water {
  /** °C */
  readonly temperature: number
  /** mg/L, and the most that water of this temperature holds */
  readonly oxygen: number
  readonly saturation: number
  readonly ph: number
  /** mg/L */
  readonly ammonia: number
  /** NTU */
  readonly turbidity: number
  /** m */
  readonly level: number
}

/** The water of a pond or paddy with every pump off and every gate shut. */
export function waterAt(ground: Ground, ts: number): Water {
  const { place, seed } = ground
  const shallow = ground.habitat === 'paddy'
  const hour = solarHour(place, ts)
  // Water follows the air of about a day ago, and each day only a little.
  const temperature =
    22.6 +
    6.8 * season(place, ts - 12 * DAY) +
    1.7 * noise(place.seed + 3, ts - 0.8 * DAY, 3.2 * DAY) +
    (shallow ? 2.6 : 1.1) * Math.cos((2 * Math.PI * (hour - 16.3)) / 24) +
    (hash(seed, 1) - 0.5) +
    0.05 * noise(seed + 2, ts, 90_000)
  const saturation = oxygenSaturation(temperature)
  const bloom = (0.24 + 0.1 * hash(seed, 3)) * (1 - 0.3 * noise(place.seed + 1, ts, 18 * HOUR))
  const share =
    0.7 + 0.06 * hash(seed, 4) + bloom * breath(hour) + 0.03 * noise(seed + 5, ts, 5 * HOUR) + 0.006 * noise(seed + 6, ts, 45_000)
  const life = breath(hour)
  let runoff = 0
  for (const shower of showersBetween(place, ts - 7 * DAY, ts)) {
    runoff += fallen(shower, ts) * Math.exp(-Math.max(0, ts - shower.to) / (26 * HOUR))
  }
  return {
    temperature,
    saturation,
    oxygen: clamp(share, 0.08, 1.15) * saturation,
    ph: clamp(
      7.55 +
        0.38 * life +
        0.2 * (hash(seed, 7) - 0.5) +
        0.1 * noise(seed + 8, ts, 30 * HOUR) -
        0.01 * Math.min(runoff, 20) +
        0.01 * noise(seed + 9, ts, 60_000),
      5.5,
      9.8,
    ),
    ammonia: clamp(
      0.22 - 0.05 * life + 0.14 * noise(seed + 10, ts, 2 * DAY) + 0.06 * hash(seed, 11) + 0.006 * noise(seed + 12, ts, 80_000),
      0.01,
      3,
    ),
    turbidity: clamp(
      28 + 14 * hash(seed, 13) + 6 * noise(seed + 14, ts, 22 * HOUR) + 1.1 * Math.min(runoff, 60) + 0.8 * noise(seed + 15, ts, 60_000),
      1,
      400,
    ),
    level: Math.max(
      0.01,
      (shallow ? 0.12 : 1.75) +
        0.1 * (hash(seed, 16) - 0.5) * (shallow ? 0.4 : 1) +
        0.0012 * Math.min(runoff, 60) +
        (shallow ? 0.01 : 0.03) * noise(seed + 17, ts, 5 * DAY) +
        0.002 * noise(seed + 18, ts, 60_000),
    ),
  }
}

/** How wet each kind of ground is when nobody waters it, in % of its volume. */
const DRY_LEVEL = { greenhouse: 25, field: 22, orchard: 20, paddy: 43, pond: 46, yard: 18 } as const satisfies Record<Habitat, number>
/** The most water that soil holds, %. */
export const FIELD_CAPACITY = 48
const RAIN_MEMORY = 12 * DAY

export interface Soil {
  /** % by volume */
  readonly moisture: number
  /** °C */
  readonly temperature: number
  /** S/m */
  readonly conductivity: number
}

/** Soil at a layer (1 is the uppermost, each 10 cm) with every valve shut: rain wets it, sun and days dry it. */
export function soilAt(ground: Ground, layer: number, ts: number): Soil {
  const { place, seed, habitat } = ground
  const hour = solarHour(place, ts)
  const level = DRY_LEVEL[habitat] + 3 * (hash(seed, 21) - 0.5) + 1.1 * (layer - 1)
  let soaked = 0
  if (habitat !== 'greenhouse') {
    const memory = (58 + 24 * layer) * HOUR
    for (const shower of showersBetween(place, ts - RAIN_MEMORY, ts)) {
      // The last day of the memory fades out, so that no shower is forgotten at once.
      const fading = clamp((RAIN_MEMORY - (ts - shower.from)) / DAY, 0, 1)
      soaked += (fallen(shower, ts) * 0.34 * fading * Math.exp(-Math.max(0, ts - shower.to) / memory)) / (1 + 0.45 * (layer - 1))
    }
  }
  const room = Math.max(1, FIELD_CAPACITY - level)
  const moisture =
    level +
    room * (1 - Math.exp(-soaked / room)) -
    (0.3 * Math.cos((2 * Math.PI * (hour - 16)) / 24)) / layer +
    (0.5 * noise(seed + 22, ts, 4 * DAY)) / layer +
    0.05 * noise(seed + 23 + layer, ts, 2 * MINUTE)
  const temperature =
    22.8 +
    6.4 * season(place, ts - layer * 3 * DAY) +
    (1.6 * noise(place.seed + 3, ts - layer * 0.4 * DAY, 3.2 * DAY)) / Math.sqrt(layer) +
    2.9 * Math.exp(-0.75 * layer) * Math.cos((2 * Math.PI * (hour - 15 - 1.6 * layer)) / 24) +
    (habitat === 'greenhouse' ? 1.8 : 0) +
    0.9 * (hash(seed, 25) - 0.5) +
    0.03 * noise(seed + 41 + layer, ts, 3 * MINUTE)
  const conductivity = clamp(
    0.035 +
      0.0021 * moisture +
      0.03 * hash(seed, 24) +
      (habitat === 'greenhouse' ? 0.03 : 0) -
      0.004 * (layer - 1) +
      0.001 * noise(seed + 61 + layer, ts, 4 * MINUTE),
    0.005,
    0.6,
  )
  return { moisture: clamp(moisture, 4, FIELD_CAPACITY + 4), temperature, conductivity }
}

export interface Air {
  /** °C */
  readonly temperature: number
  /** % */
  readonly humidity: number
  /** lx */
  readonly light: number
  /** ppm */
  readonly co2: number
}

/** The air over a plot: the weather's own outside, a warmer and damper one in a closed greenhouse. */
export function airAt(ground: Ground, weather: Weather, ts: number): Air {
  const { seed, place } = ground
  const hour = solarHour(place, ts)
  const light = Math.max(0, weather.light * (1 + 0.015 * noise(seed + 31, ts, 30_000)))
  const wobble = 0.12 * noise(seed + 32, ts, 35_000)
  if (ground.habitat !== 'greenhouse') {
    return {
      temperature: weather.temperature + 0.5 * (hash(seed, 33) - 0.5) + wobble,
      humidity: clamp(weather.humidity + 2 * (hash(seed, 34) - 0.5) + 0.4 * noise(seed + 35, ts, 50_000), 15, 100),
      light,
      co2: 418 + 14 * Math.cos((2 * Math.PI * (hour - 4)) / 24) + 2 * noise(seed + 36, ts, 90_000),
    }
  }
  const gain = weather.solar * (0.0088 + 0.0012 * hash(seed, 37))
  return {
    temperature: weather.temperature + 1.4 + gain + wobble,
    humidity: clamp(weather.humidity + 9 - 1.6 * gain + 0.6 * noise(seed + 35, ts, 50_000), 25, 100),
    light: light * 0.72,
    co2: clamp(560 - 0.26 * weather.solar + 55 * Math.cos((2 * Math.PI * (hour - 5)) / 24) + 7 * noise(seed + 36, ts, 90_000), 320, 1500),
  }
}

/** What the actuators of a plot do at the moment. Counts, or shares from 0 to 1. */
export interface Effort {
  /** Aerator pumps that run. */
  readonly aeration: number
  readonly irrigation: number
  readonly fertilizing: number
  /** How far the roof windows are open. */
  readonly venting: number
  readonly fans: number
  /** The wet curtain. */
  readonly cooling: number
  /** How far the shade is drawn. */
  readonly shading: number
  readonly lamps: number
  readonly inflow: number
  readonly drain: number
}
export const NO_EFFORT: Effort = {
  aeration: 0,
  irrigation: 0,
  fertilizing: 0,
  venting: 0,
  fans: 0,
  cooling: 0,
  shading: 0,
  lamps: 0,
  inflow: 0,
  drain: 0,
}

/** How far a plot has been moved from its baseline by actuators; every number fades when they rest. */
export interface Deviation {
  readonly oxygen: number
  readonly moisture: number
  readonly conductivity: number
  readonly temperature: number
  readonly humidity: number
  readonly co2: number
  readonly level: number
}
export const NO_DEVIATION: Deviation = { oxygen: 0, moisture: 0, conductivity: 0, temperature: 0, humidity: 0, co2: 0, level: 0 }

/** What a deviation step must know of the baseline at that moment. */
export interface Surroundings {
  readonly weather: Weather
  readonly air: Air
  readonly water: Water
  readonly soil: Soil
}

/** Exact solution of x' = rate * (target - x) over `hours`: the same whether it is taken in one step or in many. */
const relax = (x: number, target: number, rate: number, hours: number) => target + (x - target) * Math.exp(-rate * hours)

/** Moves a deviation on by `seconds` under a steady effort and steady surroundings. */
export function stepDeviation(from: Deviation, effort: Effort, around: Surroundings, seconds: number): Deviation {
  const hours = seconds / 3600
  const { weather, air, water, soil } = around
  // Pumps mix the water towards saturation; by day, when algae have gone beyond it, their jet still carries bubbles past the probe.
  const stirred = 1.2 * effort.aeration
  const oxygenRate = 0.8 + stirred
  const lift = Math.max(0.97 * water.saturation - water.oxygen, 0.35)
  const dried = (0.012 + 0.00005 * weather.solar) * 1.2
  const watered = 0.9 * effort.irrigation
  const moistureRate = dried + watered
  const saltRate = 0.035 + 1.4 * effort.fertilizing
  // Outside the house wind carries away what fans and curtains do.
  const excess = air.temperature - weather.temperature
  const airTarget =
    -excess * Math.min(0.92, 0.5 * effort.venting + 0.28 * effort.fans + 0.25 * effort.shading * (weather.solar > 60 ? 1 : 0)) -
    3.6 * effort.cooling * Math.max(0.15, 1 - air.humidity / 110)
  const dampTarget = 11 * effort.cooling - 6 * effort.venting - 4 * effort.fans + 2 * effort.irrigation
  const levelRate = 1 / 40
  return {
    oxygen: relax(from.oxygen, (stirred * lift) / oxygenRate, oxygenRate, hours),
    moisture: relax(from.moisture, (watered * (FIELD_CAPACITY - soil.moisture)) / moistureRate, moistureRate, hours),
    conductivity: relax(from.conductivity, (1.4 * effort.fertilizing * 0.07) / saltRate, saltRate, hours),
    temperature: relax(from.temperature, airTarget, 8, hours),
    humidity: relax(from.humidity, clamp(dampTarget, -air.humidity + 25, 100 - air.humidity), 8, hours),
    co2: relax(from.co2, (418 - air.co2) * Math.min(0.9, 0.6 * effort.venting + 0.3 * effort.fans), 6, hours),
    level: clamp(relax(from.level, (0.05 * effort.inflow - 0.06 * effort.drain) / levelRate, levelRate, hours), -water.level * 0.6, 0.3),
  }
}

/** How eagerly insects fly, 0 to about 1: at dusk and by night, in warm, dry and calm air. */
export function flight(place: Place, weather: Weather, ts: number): number {
  const night = clamp((4 - weather.elevation) / 10, 0, 1)
  const dusk = Math.exp(-(((solarHour(place, ts) - 20.5) / 2.2) ** 2))
  const warm = clamp((weather.temperature - 9) / 18, 0, 1)
  const still = clamp(1.2 - weather.windSpeed / 7, 0.1, 1)
  return night * (0.35 + 0.65 * dusk) * warm * still * (weather.rainRate > 0.5 ? 0.25 : 1)
}
