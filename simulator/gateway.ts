import { setTimeout as delay } from 'node:timers/promises'
import type { DemoDevice } from '#demo/farm'
import {
  childCommandTopic,
  childrenReadingsTopic,
  childrenStateTopic,
  commandTopic,
  MAX_CHILDREN,
  MAX_PACKET_BYTES,
  readingsTopic,
  stateTopic,
} from '#contract/devices/protocol'
import type { Line, LineEvents } from './line.ts'
import { deviceLink, type LinkSettings } from './deviceLink.ts'

/** What the devices behind it say within this time goes as one message. */
const GATHER_MS = 250
/** Some room for the topic and the header of a packet. */
const MOST_BYTES = MAX_PACKET_BYTES - 4096

/** How long a goodbye waits for its acknowledgement. */
const PATIENCE_MS = 1000

type Kind = 'readings' | 'state'
interface Said {
  readonly entry: string
  readonly settle: (acknowledged: boolean) => void
}

/** The one connection of a gateway, on which it speaks for itself and for the devices behind it. */
export class Gateway {
  readonly #name: { tenantId: number; eui: string }
  readonly #link: Line
  readonly #ends = new Map<string, LineEvents>()
  readonly #said: Record<Kind, Said[]> = { readings: [], state: [] }
  #isGathering = false

  constructor(device: DemoDevice, settings: LinkSettings) {
    const { tenantId, eui } = device
    this.#name = { tenantId, eui }
    this.#link = deviceLink(device, settings, [childCommandTopic.of({ ...this.#name, child: '+', commandId: '+' })])({
      onUp: () => {
        for (const end of this.#ends.values()) end.onUp()
      },
      onDown: () => {
        for (const end of this.#ends.values()) end.onDown()
      },
      onMessage: (topic, payload) => {
        this.#hear(topic, payload)
      },
    })
  }

  /** The line of the gateway itself. */
  readonly own = (events: LineEvents): Line => {
    this.#ends.set(this.#name.eui, events)
    return this.#link
  }

  /** The line of a device behind it, which is up while the gateway's connection is. */
  behind(device: DemoDevice): (events: LineEvents) => Line {
    const { tenantId, eui } = device
    const link = this.#link
    const gathered: Record<string, Kind> = {
      [readingsTopic.of({ tenantId, eui })]: 'readings',
      [stateTopic.of({ tenantId, eui })]: 'state',
    }
    return (events) => ({
      get up() {
        return link.up
      },
      start: () => {
        this.#ends.set(eui, events)
        if (link.up) events.onUp()
      },
      publish: (topic, payload, retain) => {
        const kind = gathered[topic]
        return kind == null ? link.publish(topic, payload, retain) : this.#gather(kind, `${JSON.stringify(eui)}:${payload}`)
      },
      stop: async (last) => {
        this.#ends.delete(eui)
        if (link.up) await Promise.race([link.publish(last.topic, last.payload, true), delay(PATIENCE_MS, undefined, { ref: false })])
      },
    })
  }

  #hear(topic: string, payload: string): void {
    const { tenantId, eui } = this.#name
    const through = childCommandTopic.match(topic)
    if (through == null) this.#ends.get(eui)?.onMessage(topic, payload)
    else this.#ends.get(through.child)?.onMessage(commandTopic.of({ tenantId, eui: through.child, commandId: through.commandId }), payload)
  }

  #gather(kind: Kind, entry: string): Promise<boolean> {
    if (!this.#link.up) return Promise.resolve(false)
    return new Promise((settle) => {
      this.#said[kind].push({ entry, settle })
      if (this.#isGathering) return
      this.#isGathering = true
      setTimeout(() => {
        this.#isGathering = false
        for (const each of ['state', 'readings'] as const) void this.#send(each)
      }, GATHER_MS)
    })
  }

  async #send(kind: Kind): Promise<void> {
    const topic = (kind === 'readings' ? childrenReadingsTopic : childrenStateTopic).of(this.#name)
    for (const some of packets(this.#said[kind].splice(0))) {
      const acknowledged = await this.#link.publish(topic, `{${some.map(({ entry }) => entry).join(',')}}`)
      for (const { settle } of some) settle(acknowledged)
    }
  }
}

/** Cuts what was said into messages of at most a packet each. */
function packets(said: readonly Said[]): Said[][] {
  const all: Said[][] = []
  let bytes = 0
  for (const one of said) {
    const size = Buffer.byteLength(one.entry) + 1
    const last = all.at(-1)
    if (last == null || bytes + size > MOST_BYTES || last.length === MAX_CHILDREN) {
      all.push([one])
      bytes = size
    } else {
      last.push(one)
      bytes += size
    }
  }
  return all
}
