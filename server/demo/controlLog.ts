import { randomUUID } from 'node:crypto'
import { type DemoDevice, type DemoSwitch, groundOf, refusalOf } from '#demo/farm'
import { DAY, hash, MINUTE } from '#demo/physics'
import { isMotor, programmed } from '#demo/program'
import { TRAVEL_MS } from '#demo/world'
import { COMMAND_LIFE_MS, type CommandState, SILENCE_MS } from '#contract/devices/command'

const LOG_MS = 7 * DAY
const GRID = 10 * MINUTE

/** A command of the past and how it ended. Times in ms UTC. */
export interface PastCommand {
  readonly id: string
  readonly device: DemoDevice
  readonly circuit: number
  readonly status: number
  readonly createdAt: number
  readonly expiresAt: number
  readonly state: CommandState
  readonly stateAt: number
  readonly message: string | null
  readonly history: readonly { state: CommandState; at: number }[]
}

/**
 * Who turned what in the week before `end`: the timetable that the month of readings follows, as commands; and a try every other day at
 * the devices that do not obey.
 */
export function pastCommands(devices: readonly DemoDevice[], end: number): PastCommand[] {
  const begin = Math.ceil((end - LOG_MS) / GRID) * GRID
  const log: PastCommand[] = []
  for (const device of devices) {
    for (const one of device.switches) {
      if (device.temper === 'willing' && device.brokenPump !== one.circuit) log.push(...kept(device, one, begin, end))
      else log.push(...tried(device, one, begin, end))
    }
  }
  return log.sort((one, other) => one.createdAt - other.createdAt)
}

/** What the circuits said of themselves in that week: what was confirmed, and of a motor that it came to its end. Times in ms UTC. */
export const pastStates = (commands: readonly PastCommand[]) =>
  commands
    .filter(({ state }) => state === 'observed')
    .flatMap(({ device, circuit, status, stateAt: at }) => [
      { device, circuit, at, status },
      ...(device.switches.some((one) => one.circuit === circuit && isMotor(one))
        ? [{ device, circuit, at: at + TRAVEL_MS, status: 0 }]
        : []),
    ])

function kept(device: DemoDevice, one: DemoSwitch, begin: number, end: number): PastCommand[] {
  const ground = groundOf(device)
  const log: PastCommand[] = []
  for (let ts = begin + GRID; ts < end - MINUTE; ts += GRID) {
    const now = programmed(device, one, ground, ts)
    if (now === programmed(device, one, ground, ts - GRID)) continue
    const status = isMotor(one) ? (now === 1 ? 1 : 2) : now
    const at = ts + Math.floor(hash(device.id * 64 + one.circuit, ts / GRID) * 20_000)
    log.push(
      made(device, one, status, at, null, [
        ['sent', 0],
        ['acknowledged', 180],
        ['observed', 460],
      ]),
    )
  }
  return log
}

function tried(device: DemoDevice, one: DemoSwitch, begin: number, end: number): PastCommand[] {
  const log: PastCommand[] = []
  for (let ts = begin + 0.4 * DAY; ts < end - MINUTE; ts += 2 * DAY) {
    const at = Math.floor(ts + hash(device.id * 64 + one.circuit, ts / GRID) * 3_600_000)
    if (at >= end - MINUTE) continue
    const message = refusalOf(device, one.circuit, 1)
    log.push(
      made(
        device,
        one,
        1,
        at,
        message,
        message == null
          ? [
              ['sent', 0],
              ['silent', SILENCE_MS],
            ]
          : [
              ['sent', 0],
              ['refused', 210],
            ],
      ),
    )
  }
  return log
}

function made(
  device: DemoDevice,
  one: DemoSwitch,
  status: number,
  at: number,
  message: string | null,
  ladder: readonly (readonly [CommandState, number])[],
): PastCommand {
  const history = ladder.map(([state, after]) => ({ state, at: at + after }))
  const last = history.at(-1)!
  return {
    id: randomUUID(),
    device,
    circuit: one.circuit,
    status,
    createdAt: at,
    expiresAt: at + COMMAND_LIFE_MS,
    state: last.state,
    stateAt: last.at,
    message,
    history,
  }
}
