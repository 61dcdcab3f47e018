import { type DemoDevice, demoDevices } from '#demo/farm'
import { hash } from '#demo/physics'
import { DemoWorld } from '#demo/world'
import { SimulatedDevice } from './device.ts'

/** Devices knock one after the other, not all at once. */
const STAGGER_MS = 25
const SAY_AFTER_MS = 2000

/** The simulated farm that runs; `stop` says goodbye for every device, within some two seconds. */
export interface RunningFarm {
  stop(): Promise<void>
}

/**
 * Starts every demo device as an MQTT client of its own against `url`. They share one world, so that a pump of one is felt by the probe
 * of another. Waits for the broker for ever. `say` gets a line when the number of connected devices has changed and settled.
 */
export function startFarm(given: {
  url: string
  clock: () => number
  say: (line: string) => void
  devices?: readonly DemoDevice[]
  random?: () => number
}): RunningFarm {
  const devices = given.devices ?? demoDevices
  const world = new DemoWorld(devices, given.clock())
  const starts = new Set<NodeJS.Timeout>()
  let connected = 0
  let said = -1
  let saying: NodeJS.Timeout | undefined
  const onLink = (up: boolean) => {
    connected += up ? 1 : -1
    clearTimeout(saying)
    saying = setTimeout(() => {
      if (connected !== said) given.say(`${connected} of ${devices.length} simulated devices are connected`)
      said = connected
    }, SAY_AFTER_MS)
    saying.unref()
  }
  const running = devices.map((device, at) => {
    const one = new SimulatedDevice({ device, world, url: given.url, clock: given.clock, random: given.random ?? Math.random, onLink })
    const start = setTimeout(() => {
      starts.delete(start)
      one.start(Math.floor(hash(device.id, 17) * device.reportingPeriod))
    }, at * STAGGER_MS)
    starts.add(start)
    return one
  })
  return {
    async stop() {
      for (const start of starts) clearTimeout(start)
      clearTimeout(saying)
      await Promise.all(running.map((one) => one.stop()))
    },
  }
}
