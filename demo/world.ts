import { dewPoint, vapourPressureDeficit } from '#contract/devices/formula'
import { itemFace, ordinalOf, quantityOf, type Quantity } from '#contract/devices/itemCode'
import type { Dose } from '#contract/devices/dosing'
import { type DemoDevice, type DemoSwitch, groundOf } from './farm.ts'
import {
  type Air,
  airAt,
  DAY,
  type Deviation,
  type Effort,
  flight,
  type Ground,
  HOUR,
  MINUTE,
  NO_DEVIATION,
  NO_EFFORT,
  noise,
  hash,
  type Soil,
  soilAt,
  stepDeviation,
  type Water,
  waterAt,
  type Weather,
  weatherAt,
} from './physics.ts'
import { type Dosed, dosedBy, type RunningDose, stockOf } from './dosing.ts'
import { isMotor, programmed } from './program.ts'

/** How long a motor drives from one end to the other, ms. */
export const TRAVEL_MS = 45_000
/** What an inverter regulates to until it is told otherwise, bar. */
const FIRST_PRESSURE = 3.45
// A relay closes at once, what it moves takes some seconds.
const SPIN_UP_MS = 4000
const STEP = 10 * MINUTE
/** Actuators of longer ago leave no trace: the slowest deviation has fallen below a hundredth by then. */
const WARM_UP = 12 * DAY
/** From when meters count, ms UTC. */
const MOUNTED = Date.UTC(2025, 8, 1)

/** A circuit since its last change. `from` is what it had reached then: a share of full speed, or of a motor's way. */
interface Circuit {
  readonly status: number
  readonly since: number
  readonly from: number
}
interface Plot {
  readonly ground: Ground
  readonly devices: DemoDevice[]
  /** Whether any circuit acts on it: the others stay on the baseline. */
  readonly driven: boolean
  deviation: Deviation
  at: number
}
interface Sight {
  readonly ts: number
  readonly weather: Weather
  readonly air: Air
  readonly water: Water
  readonly soils: Map<number, Soil>
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))
const plotKey = (device: Pick<DemoDevice, 'areaId' | 'landId'>) => `${device.areaId}/${device.landId ?? 0}`

/**
 * A farm that moves: plots with the state of their circuits, one weather a base. It begins at a moment as the timetable of
 * {@link programmed} left it, and answers what is switched from then on. Deterministic: the same calls give the same values.
 * Moments must not go back; a reading of the past answers the present state.
 */
export class DemoWorld {
  readonly #plots = new Map<string, Plot>()
  readonly #circuits = new Map<DemoDevice, Map<number, Circuit>>()
  readonly #held = new Map<DemoDevice, Readonly<Record<string, unknown>>>()
  readonly #doses = new Map<DemoDevice, RunningDose>()
  readonly #sights = new Map<string, Sight>()
  readonly #weathers = new Map<number, { ts: number; weather: Weather }>()

  /** @param startAt ms UTC */
  constructor(devices: readonly DemoDevice[], startAt: number) {
    for (const device of devices) {
      const key = plotKey(device)
      const known = this.#plots.get(key)
      if (known != null) known.devices.push(device)
      else {
        const together = devices.filter((one) => plotKey(one) === key)
        const driven = together.some((one) => one.switches.length > 0)
        this.#plots.set(key, { ground: groundOf(device), devices: [device], driven, deviation: NO_DEVIATION, at: 0 })
      }
      this.#circuits.set(device, new Map())
    }
    const begin = Math.floor((startAt - WARM_UP) / STEP) * STEP
    for (const plot of this.#plots.values()) plot.at = begin
    for (let ts = begin; ts < startAt; ts += STEP) this.follow(ts)
    this.follow(startAt)
  }

  /** Puts every circuit where the timetable has it at `ts`, after its plot lived through the time until then. */
  follow(ts: number): void {
    for (const plot of this.#plots.values()) {
      if (!plot.driven) continue
      this.#advance(plot, ts)
      for (const device of plot.devices) {
        const circuits = this.#circuits.get(device)!
        for (const one of device.switches) {
          const target = programmed(device, one, plot.ground, ts)
          const status = isMotor(one) ? 0 : target
          const known = circuits.get(one.circuit)
          if (known?.status !== status || known.from !== target) circuits.set(one.circuit, { status, since: ts, from: target })
        }
      }
    }
  }

  /** What a circuit is by the device's own word. */
  statusOf(device: DemoDevice, circuit: number): number {
    return this.#circuits.get(device)?.get(circuit)?.status ?? 0
  }

  /** Sets a circuit; a motor drives on from where it stands. Setting what is already so changes nothing. */
  set(device: DemoDevice, one: DemoSwitch, status: number, ts: number): void {
    const circuits = this.#circuits.get(device)!
    if (circuits.get(one.circuit)?.status === status) return
    this.#advance(this.#plots.get(plotKey(device))!, ts)
    circuits.set(one.circuit, { status, since: ts, from: this.#reached(device, one, ts) })
  }

  /** The settings that a device runs by from now on. */
  hold(device: DemoDevice, settings: Readonly<Record<string, unknown>>): void {
    this.#held.set(device, settings)
  }
  /** What a device holds of a number, else what it came with. */
  #heldOr(device: DemoDevice, name: string, otherwise: number): number {
    const held = this.#held.get(device)?.[name]
    return typeof held === 'number' ? held : otherwise
  }

  /** Percent of a lamp's full light: the mean of the colours that it holds. */
  #brightness(device: DemoDevice): number {
    const colours = ['blue', 'red', 'farRed', 'white']
      .map((name) => this.#held.get(device)?.[name])
      .filter((one) => typeof one === 'number')
    return colours.length === 0 ? 80 : colours.reduce((sum, one) => sum + one, 0) / colours.length
  }

  /** Begins what a machine is told to dose, or ends it (null). What it gave until then is gone from its tanks. */
  dose(device: DemoDevice, dose: Dose | null, ts: number): void {
    const before = this.#doses.get(device)
    const { litres } = this.#dosed(device, ts)
    const drawn = (before?.drawn ?? []).slice()
    if (before?.endedAt === null) litres.forEach((amount, at) => (drawn[at] = (drawn[at] ?? 0) + amount))
    if (dose !== null) this.#doses.set(device, { dose, startedAt: ts, endedAt: null, drawn })
    else if (before) this.#doses.set(device, { ...before, endedAt: before.endedAt ?? ts, drawn })
  }

  /** What a machine has given of its dose so far, or gave of its last one. */
  #dosed(device: DemoDevice, ts: number): Dosed {
    return dosedBy(this.#doses.get(device), ts)
  }

  /** m³ of water that the dose of a machine has taken so far, and whether it has come to its end. */
  doseEnds(device: DemoDevice, ts: number): boolean {
    return this.#dosed(device, ts).isOver
  }

  /** When a motor that drives will meet its end, ms UTC; null where it rests. */
  arrival(device: DemoDevice, one: DemoSwitch): number | null {
    const circuit = this.#circuits.get(device)?.get(one.circuit)
    if (circuit == null || !isMotor(one) || circuit.status === 0) return null
    const way = circuit.status === 1 ? 1 - circuit.from : circuit.from
    // Even against its end a motor turns a moment before its switch feels it.
    return circuit.since + Math.max(3000, way * TRAVEL_MS)
  }

  /** The readings of every item of a device at `ts`, as its probes round them. `only` narrows them. */
  read(device: DemoDevice, ts: number, only: (item: DemoDevice['items'][number]) => boolean = () => true): Record<string, number> {
    const plot = this.#plots.get(plotKey(device))!
    if (plot.driven) this.#advance(plot, ts)
    const values: Record<string, number> = {}
    const sight = this.#see(plot, ts)
    const effort = this.#effort(plot, ts)
    device.items.forEach((item, at) => {
      if (!only(item)) return
      const quantity = quantityOf(item.code)
      if (quantity == null) return
      const raw = this.#measure(quantity, ordinalOf(item.code) ?? 1, { device, plot, sight, effort, ts, seed: device.id * 64 + at })
      values[item.code] = rounded(raw, item.code)
    })
    return values
  }

  /** How far a circuit has come: a share of full speed, or of a motor's way. */
  #reached(device: DemoDevice, one: DemoSwitch, ts: number): number {
    const circuit = this.#circuits.get(device)!.get(one.circuit)
    if (circuit == null) return 0
    const passed = Math.max(0, ts - circuit.since)
    if (!isMotor(one)) return circuit.status + (circuit.from - circuit.status) * Math.exp(-passed / SPIN_UP_MS)
    const direction = circuit.status === 1 ? 1 : circuit.status === 2 ? -1 : 0
    return clamp(circuit.from + (direction * passed) / TRAVEL_MS, 0, 1)
  }

  #effort(plot: Plot, ts: number): Effort {
    if (!plot.driven) return NO_EFFORT
    const sums = {
      aeration: 0,
      irrigation: 0,
      branch: 0,
      fertilizing: 0,
      vent: 0,
      fan: 0,
      cooling: 0,
      shade: 0,
      lamp: 0,
      inflow: 0,
      drain: 0,
      pump: 0,
      trap: 0,
      none: 0,
    }
    for (const device of plot.devices) for (const one of device.switches) sums[one.load] += this.#reached(device, one, ts)
    return {
      aeration: sums.aeration,
      irrigation: Math.min(1.6, sums.irrigation + sums.branch / 6),
      fertilizing: Math.min(1.5, sums.fertilizing),
      venting: Math.min(1, sums.vent),
      fans: Math.min(1, sums.fan),
      cooling: Math.min(1, sums.cooling),
      shading: Math.min(1, sums.shade),
      lamps: Math.min(1, sums.lamp),
      inflow: sums.inflow,
      drain: sums.drain,
    }
  }

  #weather(areaId: number, ground: Ground, ts: number): Weather {
    const known = this.#weathers.get(areaId)
    if (known?.ts === ts) return known.weather
    const weather = weatherAt(ground.place, ts)
    this.#weathers.set(areaId, { ts, weather })
    return weather
  }

  #see(plot: Plot, ts: number): Sight {
    const key = plotKey(plot.devices[0]!)
    const known = this.#sights.get(key)
    if (known?.ts === ts) return known
    const weather = this.#weather(plot.devices[0]!.areaId, plot.ground, ts)
    const sight = { ts, weather, air: airAt(plot.ground, weather, ts), water: waterAt(plot.ground, ts), soils: new Map<number, Soil>() }
    this.#sights.set(key, sight)
    return sight
  }

  #advance(plot: Plot, ts: number): void {
    while (plot.at < ts) {
      const next = Math.min(ts, (Math.floor(plot.at / STEP) + 1) * STEP)
      const sight = this.#see(plot, next)
      const around = { weather: sight.weather, air: sight.air, water: sight.water, soil: soilIn(plot, sight, 1) }
      plot.deviation = stepDeviation(plot.deviation, this.#effort(plot, next), around, (next - plot.at) / 1000)
      plot.at = next
    }
  }

  #measure(
    quantity: Quantity,
    ordinal: number,
    given: { device: DemoDevice; plot: Plot; sight: Sight; effort: Effort; ts: number; seed: number },
  ): number {
    const { device, plot, sight, effort, ts, seed } = given
    const { weather, air, water } = sight
    const { deviation } = plot
    const type = device.deviceType
    const running = (load: DemoSwitch['load']) =>
      device.switches.reduce((sum, one) => (one.load === load ? sum + this.#reached(device, one, ts) : sum), 0)
    const dosed = this.#dosed(device, ts)
    const jitter = (scale = 30_000) => noise(seed, ts, scale)
    // Deeper layers feel what is poured on the surface less.
    const depth = 1 + 0.45 * (ordinal - 1)
    switch (quantity) {
      case 'temperature':
        return air.temperature + deviation.temperature
      case 'humidity':
        return clamp(air.humidity + deviation.humidity, 5, 100)
      case 'dewPoint':
        return dewPoint(air.temperature + deviation.temperature, clamp(air.humidity + deviation.humidity, 5, 100)) ?? air.temperature
      case 'vapourPressureDeficit':
        return vapourPressureDeficit(air.temperature + deviation.temperature, clamp(air.humidity + deviation.humidity, 5, 100)) ?? 0
      case 'light':
        return air.light * (1 - 0.55 * effort.shading) + 8500 * effort.lamps
      case 'co2':
        return Math.max(300, air.co2 + deviation.co2)
      case 'soilTemperature':
        return soilIn(plot, sight, ordinal).temperature
      case 'soilMoisture':
        return clamp(soilIn(plot, sight, ordinal).moisture + deviation.moisture / depth, 2, 60)
      case 'conductivity':
        if (dosed.ec !== null) return dosed.ec + 0.0008 * jitter()
        if (type === 'waterFertilizer' || type === 'injection')
          return 0.032 + 0.075 * Math.min(2, running('fertilizing')) + 0.001 * jitter()
        return Math.max(0.005, soilIn(plot, sight, ordinal).conductivity + deviation.conductivity / depth)
      case 'ph':
        if (dosed.ph !== null) return dosed.ph + 0.02 * jitter()
        if (type === 'waterFertilizer') return 6.75 - 0.3 * Math.min(2, running('fertilizing')) - 0.5 * running('none') + 0.02 * jitter()
        return water.ph
      case 'dissolvedOxygen':
        return clamp(water.oxygen + deviation.oxygen + 0.015 * jitter(20_000), 0, 1.3 * water.saturation)
      case 'waterTemperature':
        return water.temperature
      case 'ammonia':
        return water.ammonia
      case 'turbidity':
        return water.turbidity + 2 * effort.aeration
      case 'waterLevel':
        return Math.max(0, water.level + deviation.level)
      case 'rain':
        return weather.rain
      case 'windSpeed':
        return weather.windSpeed
      case 'windDirection':
        return (Math.round(weather.windDirection) + 360) % 360
      case 'pressure':
        return weather.pressure
      case 'solar':
        return weather.solar
      case 'battery': {
        const sunny = (0.25 * weather.solar) / 1000
        if (type === 'gateway_weather' || type === 'spore' || type.startsWith('insect'))
          return 12.5 + 3 * sunny + 0.15 * noise(seed, ts, 3 * DAY)
        return 3.56 + 0.3 * sunny + 0.04 * noise(seed, ts, 6 * DAY) + 0.06 * (hash(seed, 1) - 0.5)
      }
      case 'batteryLevel':
        return clamp(78 - 20 * hash(seed, 3) + 2 * noise(seed, ts, 6 * DAY), 0, 100)
      case 'snr':
        return 8 - 6 * hash(seed, 4) + jitter(50_000)
      case 'signal':
        return -74 - 16 * hash(seed, 2) - Math.min(6, weather.rainRate) + 2.6 * jitter(50_000)
      case 'flow': {
        const share =
          type === 'injection'
            ? 0.9 * running('fertilizing')
            : type === 'waterFertilizer'
              ? Math.max(dosed.flow, 8.4 * running('irrigation'))
              : 11.5 * running('irrigation') + 2.3 * running('branch')
        return share * (1 + 0.03 * jitter(15_000))
      }
      case 'pipePressure': {
        const still = 0.03 * jitter(20_000)
        if (type === 'inverter') return 0.35 + (this.#heldOr(device, 'targetPressure', FIRST_PRESSURE) - 0.35) * running('pump') + still
        if (type === 'waterFertilizer') return 1.45 + 1.8 * Math.max(dosed.flow / 8.4, running('irrigation')) + still
        if (type === 'injection') return 1.7 + 1.7 * Math.min(1, running('fertilizing')) + still
        return 3.1 - 0.55 * running('irrigation') - 0.07 * running('branch') + still
      }
      case 'frequency':
        // The head of a pump goes with the square of its speed.
        return (
          running('pump') *
          Math.min(50, 42.5 * Math.sqrt(this.#heldOr(device, 'targetPressure', FIRST_PRESSURE) / FIRST_PRESSURE) + 0.35 * jitter(15_000))
        )
      case 'power':
        if (type === 'plant_light') return (this.#brightness(device) / 125) * running('lamp') * (1 + 0.01 * jitter())
        if (type === 'network_power') return 0.07 + 0.46 * running('none') * (1 + 0.02 * jitter())
        if (type === 'aerator_ii') return 1.48 * running('aeration') * (1 + 0.02 * jitter(15_000))
        return 7.5 * (running('pump') * (0.85 + 0.007 * jitter(15_000))) ** 3
      case 'insects': {
        const catchable = type === 'sex_inducement' ? 9 : 52 * Math.min(1, running('trap'))
        return catchable * flight(plot.ground.place, weather, ts) * (1 + 0.5 * noise(seed, ts, HOUR))
      }
      case 'voltage':
        return type === 'acquisition_control' ? 4.6 + 0.8 * noise(seed, ts, HOUR) : 224 + 3 * noise(seed, ts, HOUR) + 0.6 * jitter()
      case 'current':
        return type === 'acquisition_control'
          ? 0.012 + 0.003 * noise(seed, ts, HOUR)
          : Math.max(0, 0.3 + 2.1 * running('none') + 0.05 * jitter())
      case 'energy':
        // A meter counts on from the day that it was mounted.
        return 0.42 * Math.max(0, (ts - MOUNTED) / HOUR)
      case 'runHours':
        return 0.31 * Math.max(0, (ts - MOUNTED) / HOUR)
      case 'rotationSpeed':
        return 540 * (0.5 + 0.5 * Math.sign(noise(seed, ts, 2 * HOUR))) * (1 + 0.01 * jitter())
      case 'vibration':
        return 2.1 + 0.9 * noise(seed, ts, 3 * HOUR) + 0.15 * jitter()
      case 'brightness':
        return type === 'plant_light'
          ? this.#brightness(device) * Math.min(1, running('lamp'))
          : this.#heldOr(device, 'shownLevel', clamp(20 + 0.09 * weather.solar, 10, 100))
      case 'spores':
        return Math.max(0, 22 * (air.humidity / 100) ** 2 * (1 + 0.6 * noise(seed, ts, 6 * HOUR)))
      case 'dosing':
        return dosed.isRunning ? 1 : 0
      case 'doseVolume':
        return dosed.volume
      case 'dosed':
        return dosed.litres[ordinal - 1] ?? 0
      case 'tankLevel': {
        const drawn = (this.#doses.get(device)?.drawn[ordinal - 1] ?? 0) + (dosed.isRunning ? (dosed.litres[ordinal - 1] ?? 0) : 0)
        return Math.max(0, stockOf(seed, ts) - drawn)
      }
      case 'fault':
        return device.brokenPump === ordinal ? 1 : 0
    }
  }
}

function soilIn(plot: Plot, sight: Sight, layer: number): Soil {
  const known = sight.soils.get(layer)
  if (known != null) return known
  const soil = soilAt(plot.ground, layer, sight.ts)
  sight.soils.set(layer, soil)
  return soil
}

/** Probes resolve one digit more than is worth showing, and whole numbers where nothing stands after the point. */
function rounded(value: number, code: string): number {
  const decimals = itemFace(code)?.decimals ?? 2
  const scale = 10 ** (decimals === 0 ? 0 : decimals + 1)
  // `+ 0` makes a negative zero a plain one.
  return Math.round(value * scale) / scale + 0
}
