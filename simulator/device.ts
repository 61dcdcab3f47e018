import { type DemoDevice, type DemoSwitch, refusalOf } from '#demo/farm'
import { hash } from '#demo/physics'
import { isMotor } from '#demo/program'
import type { DemoWorld } from '#demo/world'
import { aboutTopic, commandTopic, onlineTopic, readingsTopic, replyTopic, stateTopic } from '#contract/devices/protocol'
import { LONGEST_RUN } from '#contract/devices/longestRun'
import { statusesOf } from '#contract/devices/switch'
import { type SwitchKind } from '#contract/devices/switchKind'
import { addressOf, photograph } from './camera.ts'
import { deviceLink, goodbyeOf, type LinkSettings } from './deviceLink.ts'
import { Doser } from './doser.ts'
import { fetchFirmware, FIRST_VERSION, INSTALL_MS } from './firmware.ts'
import { lampWanted, pumpsWanted } from './heldSettings.ts'
import type { Line, LineEvents } from './line.ts'
import { MOST_INSECTS } from './sheet.ts'
import { Outbox } from './outbox.ts'

/** How long a circuit takes from the command to its new state, ms: a relay, a pump's contactor, a motor's start. */
const RESPONSE_MS = { ordinary: 220, aerator: 600, related: 1100, blind: 1100 } as const satisfies Record<SwitchKind, number>
const SHORTEST_PERIOD = 1000
const LONGEST_PERIOD = 24 * 3_600_000
/** Answers kept, so that a command that comes twice is answered twice and done once. */
const REMEMBERED = 200

export interface DeviceOptions extends LinkSettings {
  readonly device: DemoDevice
  readonly world: DemoWorld
  /** ms UTC */
  readonly clock: () => number
  /** Called when the device comes and goes. */
  readonly onLink?: (up: boolean) => void
  /** By what it speaks; a connection of its own unless given. */
  readonly line?: (events: LineEvents) => Line
}
interface Reply {
  readonly ok: boolean
  readonly message?: string
}

/** One device of the simulated farm, with nothing that a real one could not have: an ordinary MQTT client, or one behind a gateway. */
export class SimulatedDevice {
  readonly #options: DeviceOptions
  readonly #link: Line
  readonly #outbox: Outbox
  readonly #topic: { tenantId: number; eui: string }
  readonly #answered = new Map<string, Reply>()
  /** What a circuit is about to do: its response, then a motor's end. */
  readonly #pending = new Map<number, NodeJS.Timeout>()
  /** When a circuit ends by itself what was asked of it. */
  readonly #ends = new Map<number, NodeJS.Timeout>()
  readonly #doser: Doser
  /** The settings that it was given. */
  #held: Readonly<Record<string, unknown>> = {}
  /** What it runs; a simulation that starts anew has its first again, as a device that was exchanged. */
  #version = FIRST_VERSION
  #installing: NodeJS.Timeout | undefined
  #period: number
  #timer: NodeJS.Timeout | undefined
  #lastTs = 0

  constructor(options: DeviceOptions) {
    this.#options = options
    const { device } = options
    const { tenantId, eui } = device
    this.#topic = { tenantId, eui }
    this.#period = device.reportingPeriod
    const line = options.line ?? deviceLink(device, options)
    this.#link = line({
      onUp: () => {
        this.#hello()
        options.onLink?.(true)
      },
      onDown: () => options.onLink?.(false),
      onMessage: (topic, payload) => {
        this.#hear(topic, payload)
      },
    })
    this.#doser = new Doser({ ...options, report: () => this.#report() })
    this.#outbox = new Outbox((payload) => this.#link.publish(readingsTopic.of(this.#topic), payload))
  }

  /** Connects, and reports every period from `offset` ms on. */
  start(offset: number): void {
    this.#link.start()
    this.#plan(offset)
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    clearTimeout(this.#installing)
    this.#doser.close()
    for (const timer of [...this.#pending.values(), ...this.#ends.values()]) clearTimeout(timer)
    await this.#link.stop(goodbyeOf(this.#options.device))
  }

  #hello(): void {
    void this.#link.publish(onlineTopic.of(this.#topic), '1', true)
    this.#tellAbout()
    this.#tellState()
    this.#report()
  }

  #tellAbout(): void {
    const { longestRun } = this.#options.device
    const words = { firmware: this.#version, ...(longestRun === null ? {} : { [LONGEST_RUN]: String(longestRun) }) }
    void this.#link.publish(aboutTopic.of(this.#topic), JSON.stringify(words))
  }

  #plan(wait: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#report()
      this.#plan(this.#period)
    }, wait)
  }

  #report(): void {
    const { device, world, clock } = this.#options
    if (device.items.length === 0) {
      // A camera measures nothing; its word that it is there is its heartbeat.
      void this.#link.publish(onlineTopic.of(this.#topic), '1', true)
      return
    }
    // Two reports of one moment would be a quarrel about its value.
    const ts = Math.max(clock(), this.#lastTs + 1)
    this.#lastTs = ts
    this.#outbox.add({ ts, values: world.read(device, ts) })
    if (this.#link.up) void this.#outbox.flush()
    this.#obeySettings()
  }

  #tellState(): void {
    const { device, world } = this.#options
    if (device.switches.length === 0) return
    const circuits = Object.fromEntries(device.switches.map(({ circuit }) => [String(circuit), world.statusOf(device, circuit)]))
    void this.#link.publish(stateTopic.of(this.#topic), JSON.stringify(circuits))
  }

  #hear(topic: string, payload: string): void {
    const { device, clock } = this.#options
    const commandId = commandTopic.match(topic)?.commandId
    if (commandId == null || device.temper === 'silent') return
    const command = parsed(payload)
    if (command == null || command.expires <= clock()) return
    const known = this.#answered.get(commandId)
    if (known != null) {
      this.#reply(commandId, known)
      return
    }
    if ('report' in command) {
      this.#reply(commandId, { ok: true })
      this.#report()
    } else if ('reportingPeriod' in command) {
      this.#period = Math.min(LONGEST_PERIOD, Math.max(SHORTEST_PERIOD, command.reportingPeriod))
      this.#reply(commandId, { ok: true })
      this.#plan(this.#period)
    } else if ('circuit' in command) {
      this.#reply(commandId, this.#turn(command.circuit, command.status, command.run))
    } else if (command.verb === 'photograph' && device.deviceType.startsWith('insectSituationLamp')) {
      this.#photograph(commandId, command.args)
    } else if (command.verb === 'firmware.update') {
      void this.#update(commandId, command.args)
    } else if (command.verb === 'settings.set') {
      this.#held = command.args
      this.#reply(commandId, { ok: true })
      this.#obeySettings(true)
    } else if (device.deviceType === 'waterFertilizer' && command.verb === 'dose.start') {
      const refusal = this.#doser.start(command.args, command.run)
      this.#reply(commandId, refusal === null ? { ok: true } : { ok: false, message: refusal })
    } else if (device.deviceType === 'waterFertilizer' && command.verb === 'dose.stop') {
      this.#doser.stop()
      this.#reply(commandId, { ok: true })
    } else {
      this.#reply(commandId, { ok: false, message: `不支持命令 ${command.verb}` })
    }
  }

  /** Says yes, then takes a picture of the sheet that its insects lie on, and sends it where it was told. */
  #photograph(commandId: string, args: Readonly<Record<string, unknown>>): void {
    const { device, world, clock, url } = this.#options
    const address = addressOf(args, url)
    this.#reply(commandId, address === null ? { ok: false, message: '没有上传地址' } : { ok: true })
    if (address === null) return
    const at = clock()
    // A sheet shows all that came since the last one, also by day.
    const seed = device.id * 1000 + Math.floor(at / 60_000)
    const count = Math.min(MOST_INSECTS, 4 + Math.round(18 * hash(seed, 3) + (world.read(device, at)['insects'] ?? 0)))
    void photograph(address, { seed, count, at })
  }

  /** Reads and checks a firmware before it answers; then it starts anew and says what it runs. */
  async #update(commandId: string, args: Readonly<Record<string, unknown>>): Promise<void> {
    const { device, url } = this.#options
    const refusal = device.temper === 'refusing' ? '固件校验和错误' : await fetchFirmware(args, url)
    this.#reply(commandId, refusal === null ? { ok: true } : { ok: false, message: refusal })
    if (refusal !== null) return
    clearTimeout(this.#installing)
    this.#installing = setTimeout(() => {
      this.#version = String(args['version'])
      this.#hello()
    }, INSTALL_MS)
  }

  #reply(commandId: string, reply: Reply): void {
    this.#answered.set(commandId, reply)
    if (this.#answered.size > REMEMBERED) this.#answered.delete(this.#answered.keys().next().value!)
    void this.#link.publish(replyTopic.of({ ...this.#topic, commandId }), JSON.stringify(reply))
  }

  /** Runs what it has by the settings that it holds; by new ones also those that are about to turn. */
  #obeySettings(areNew = false): void {
    const { device, world, clock } = this.#options
    world.hold(device, this.#held)
    const wanted =
      device.deviceType === 'aerator_ii'
        ? pumpsWanted(this.#held, world.read(device, clock()).dissolvedOxygen, clock())
        : device.deviceType === 'plant_light'
          ? lampWanted(this.#held, clock())
          : null
    if (wanted === null) return
    for (const { circuit } of device.switches) if (areNew || world.statusOf(device, circuit) !== wanted) this.#turn(circuit, wanted)
  }

  #turn(circuit: number, status: number, run?: number): Reply {
    const { device, world } = this.#options
    const one = device.switches.find((each) => each.circuit === circuit)
    if (one == null) return { ok: false, message: `没有 ${circuit} 号回路` }
    if (!(statusesOf[one.kind] as readonly number[]).includes(status)) return { ok: false, message: `${circuit} 号回路没有状态 ${status}` }
    const refusal = refusalOf(device, circuit, status)
    if (refusal != null) return { ok: false, message: refusal }
    const now = world.statusOf(device, circuit)
    if (isMotor(one) && now !== 0 && status !== 0 && now !== status) return { ok: false, message: '电机正在反向运行，请先停止' }
    clearTimeout(this.#ends.get(circuit))
    this.#soon(circuit, RESPONSE_MS[one.kind], () => {
      this.#set(one, status)
      if (status !== 0) this.#endAfter(one, run ?? Infinity)
    })
    return { ok: true }
  }

  #set(one: DemoSwitch, status: number): void {
    const { device, world, clock } = this.#options
    world.set(device, one, status, clock())
    this.#tellState()
    const arrival = world.arrival(device, one)
    // A motor's end switch stops it.
    if (arrival != null) {
      this.#soon(one.circuit, arrival - clock(), () => {
        this.#set(one, 0)
      })
    }
  }

  /** A circuit holds its longest running time (ms) itself, and none beyond its preset; what is asked next takes the place of it. */
  #endAfter(one: DemoSwitch, asked: number): void {
    const { longestRun } = this.#options.device
    const run = Math.min(asked, longestRun === null ? Infinity : longestRun * 1000)
    if (run === Infinity) return
    this.#ends.set(
      one.circuit,
      setTimeout(() => {
        clearTimeout(this.#pending.get(one.circuit))
        this.#set(one, 0)
      }, run),
    )
  }

  #soon(circuit: number, wait: number, act: () => void): void {
    clearTimeout(this.#pending.get(circuit))
    this.#pending.set(circuit, setTimeout(act, Math.max(0, wait)))
  }
}

function parsed(payload: string) {
  try {
    const { success, data } = commandTopic.payload.safeParse(JSON.parse(payload))
    return success ? data : null
  } catch {
    return null
  }
}
