import type { DemoDevice } from '#demo/farm'
import type { DemoWorld } from '#demo/world'
import { doseArgs } from '#contract/devices/dosing'
import { ordinalOf, quantityOf } from '#contract/devices/itemCode'

/** How often a machine says how far its dose is, ms. */
const TELL_MS = 3000

/** What a machine does with a dose: it holds it, ends it by itself, and says how far it is. */
export class Doser {
  readonly #given: { device: DemoDevice; world: DemoWorld; clock: () => number; report: () => void }
  #telling: NodeJS.Timeout | undefined
  #end: NodeJS.Timeout | undefined

  constructor(given: { device: DemoDevice; world: DemoWorld; clock: () => number; report: () => void }) {
    this.#given = given
  }

  /** Starts what it was told; answers why not, null where it does. It ends after `run` ms at most. */
  start(args: object, run: number | undefined): string | null {
    const { device, world, clock } = this.#given
    const { success, data } = doseArgs.safeParse(args)
    if (!success) return '无法理解配肥指令'
    if (!world.doseEnds(device, clock())) return '正在配肥，请先停止'
    const tanks = device.items.flatMap(({ code }) => (quantityOf(code) === 'tankLevel' ? [ordinalOf(code)] : []))
    const lacking = data.channels.find(({ channel }) => !tanks.includes(channel))
    if (lacking) return `没有 ${lacking.channel} 号通道`
    world.dose(device, data, clock())
    if (run !== undefined) this.#end = setTimeout(() => this.stop(), run)
    this.#tell()
    return null
  }

  /** Ends what it doses; nothing where it rests. */
  stop(): void {
    const { device, world, clock, report } = this.#given
    this.close()
    world.dose(device, null, clock())
    report()
  }

  close(): void {
    clearTimeout(this.#telling)
    clearTimeout(this.#end)
  }

  #tell(): void {
    const { device, world, clock, report } = this.#given
    if (world.doseEnds(device, clock())) {
      this.stop()
      return
    }
    report()
    this.#telling = setTimeout(() => this.#tell(), TELL_MS)
  }
}
