import { type Layer, deviceTypes } from '#contract/devices/deviceType'
import { countStanding, type Stand, type Standing } from '#contract/devices/standing'
import { describeDevice, type Health, HEALTHS, type LiveFacts, type MarkerState } from './describeDevice.ts'
import type { MapDevice } from './mapDevice.ts'
import { isAlarm } from './markerKey.ts'

/** How many devices stand how. */
export interface Tally {
  readonly total: number
  /** Of the devices whose presence is shown. */
  readonly standing: Standing
  readonly health: Readonly<Record<Health, number>>
  readonly outside: number
  readonly on: number
  readonly busy: number
  readonly abnormal: number
}

const sameState = (a: MarkerState, b: MarkerState) =>
  a.presence === b.presence &&
  a.health === b.health &&
  a.wrong?.itemId === b.wrong?.itemId &&
  a.wrong?.value === b.wrong?.value &&
  a.alarm === b.alarm &&
  a.noData === b.noData &&
  a.power === b.power &&
  a.command === b.command &&
  a.value === b.value &&
  a.readAt === b.readAt &&
  a.heardAt === b.heardAt &&
  a.switchesOn === b.switchesOn

/**
 * The devices of a base with their present state, by place in the list. It is told which live keys moved, describes only the devices
 * they belong to, and tells its listeners which of those changed. No clock and no subscription of its own.
 */
export class DeviceBoard {
  readonly devices: readonly MapDevice[]
  readonly #states: MarkerState[]
  readonly #byDevice = new Map<number, number>()
  readonly #byItem = new Map<number, number>()
  readonly #bySwitch = new Map<number, number>()
  readonly #listeners = new Set<(changed: readonly number[]) => void>()
  #live: LiveFacts

  constructor(devices: readonly MapDevice[], live: LiveFacts, now: number) {
    this.devices = devices
    this.#live = live
    this.#states = devices.map((device) => describeDevice(device, live, now))
    devices.forEach((device, at) => {
      this.#byDevice.set(device.id, at)
      if (device.main) this.#byItem.set(device.main.itemId, at)
      for (const { itemId } of device.banded ?? []) this.#byItem.set(itemId, at)
      for (const { switchId } of device.switches) this.#bySwitch.set(switchId, at)
    })
  }

  state(at: number): MarkerState {
    return this.#states[at]!
  }

  /** Where a device stands in the list, or -1. */
  indexOf(deviceId: number): number {
    return this.#byDevice.get(deviceId) ?? -1
  }

  /** Describes everything anew: other live tables, or time has passed. `now` is ms UTC. */
  readAll(now: number, live: LiveFacts = this.#live): void {
    this.#live = live
    this.#describe(this.devices.keys(), now)
  }

  /** Describes the devices of the live keys that moved. */
  read(moved: { items?: Iterable<number>; switches?: Iterable<number>; devices?: Iterable<number> }, now: number): void {
    const touched = new Set<number>()
    const collect = (keys: Iterable<number> | undefined, index: Map<number, number>) => {
      for (const key of keys ?? []) {
        const at = index.get(key)
        if (at != null) touched.add(at)
      }
    }
    collect(moved.items, this.#byItem)
    collect(moved.switches, this.#bySwitch)
    collect(moved.devices, this.#byDevice)
    if (touched.size > 0) this.#describe(touched, now)
  }

  /** Calls `listener` with the places of the devices whose state changed. Answers how to stop. */
  onChange(listener: (changed: readonly number[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  tally(shown: (at: number) => boolean = () => true): Tally {
    const health = Object.fromEntries(HEALTHS.map((name) => [name, 0])) as Record<Health, number>
    const stands: Stand[] = []
    let [total, outside, on, busy, abnormal] = [0, 0, 0, 0, 0]
    this.#states.forEach((state, at) => {
      if (!shown(at)) return
      total++
      stands.push({ deviceType: this.devices[at]!.deviceType, presence: state.presence })
      health[state.health]++
      if (state.outside) outside++
      if (state.power === 'on') on++
      if (state.command === 'busy') busy++
      if (isAlarm(state)) abnormal++
    })
    return { total, standing: countStanding(stands), health, outside, on, busy, abnormal }
  }

  /** Devices by layer, for the layer switches. */
  countLayers(): Readonly<Partial<Record<Layer, number>>> {
    const counts: Partial<Record<Layer, number>> = {}
    for (const { deviceType } of this.devices) {
      const { layer } = deviceTypes[deviceType]
      counts[layer] = (counts[layer] ?? 0) + 1
    }
    return counts
  }

  #describe(places: Iterable<number>, now: number): void {
    const changed: number[] = []
    for (const at of places) {
      const state = describeDevice(this.devices[at]!, this.#live, now)
      if (sameState(state, this.#states[at]!)) continue
      this.#states[at] = state
      changed.push(at)
    }
    if (changed.length > 0) for (const listener of this.#listeners) listener(changed)
  }
}
