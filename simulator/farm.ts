import { type DemoDevice, demoDevices } from '#demo/farm'
import { hash } from '#demo/physics'
import { DemoWorld } from '#demo/world'
import { SimulatedDevice } from './device.ts'
import type { LinkSettings } from './deviceLink.ts'
import { Gateway } from './gateway.ts'

/** Devices knock one after the other, not all at once. */
const STAGGER_MS = 25
const SAY_AFTER_MS = 2000

/** The simulated farm that runs; `stop` says goodbye for every device, within some two seconds. */
export interface RunningFarm {
  stop(): Promise<void>
}

/**
 * Starts every demo device as an MQTT client of its own against `url`, or on the connection of the gateway behind which it stands. They share one world, so that a pump of one is felt by the probe
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
  const settings = { url: given.url, random: given.random ?? Math.random }
  const gateways = gatewaysOf(devices, settings)
  const running = devices.map((device, at) => {
    const line = gateways.get(nameOf(device))?.own ?? gateways.get(parentOf(device))?.behind(device)
    const one = new SimulatedDevice({ ...settings, device, world, clock: given.clock, onLink, ...(line && { line }) })
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

const nameOf = ({ tenantId, eui }: DemoDevice): string => `${tenantId}/${eui}`
const parentOf = ({ tenantId, parentEui }: DemoDevice): string => `${tenantId}/${parentEui}`

/** The gateways among these devices that speak for others of them, by name. */
function gatewaysOf(devices: readonly DemoDevice[], settings: LinkSettings): Map<string, Gateway> {
  const parents = new Set(devices.filter(({ parentEui }) => parentEui != null).map(parentOf))
  return new Map(devices.filter((one) => parents.has(nameOf(one))).map((one) => [nameOf(one), new Gateway(one, settings)]))
}
