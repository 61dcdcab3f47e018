import { MAX_BACKFILL, MAX_PACKET_BYTES } from '#contract/devices/protocol'

/** What a device measured at a moment (ms UTC). */
export interface Report {
  readonly ts: number
  readonly values: Record<string, number>
}

/** Some room for the topic and the header of a packet. */
const MAX_PAYLOAD_BYTES = MAX_PACKET_BYTES - 4096
/** Reports that a device keeps while nobody hears it: the oldest are dropped. Two hours of a device that reports every 10 s. */
export const MAX_KEPT = 720

/**
 * Reports on their way: kept until the broker has acknowledged them, the oldest dropped where they are too many. One alone goes as an
 * object, what piled up goes as an array of at most a packet. `send` answers whether the payload was acknowledged.
 */
export class Outbox {
  readonly #send: (payload: string) => Promise<boolean>
  readonly #most: number
  #waiting: { nth: number; text: string }[] = []
  #count = 0
  #sending: Promise<void> | null = null

  constructor(send: (payload: string) => Promise<boolean>, most: number = MAX_KEPT) {
    this.#send = send
    this.#most = most
  }

  get size(): number {
    return this.#waiting.length
  }

  add(report: Report): void {
    this.#waiting.push({ nth: this.#count++, text: JSON.stringify(report) })
    if (this.#waiting.length > this.#most) this.#waiting.shift()
  }

  /** Sends what waits, one packet at a time, until nothing is left or a packet was not acknowledged. */
  flush(): Promise<void> {
    this.#sending ??= this.#drain().finally(() => {
      this.#sending = null
    })
    return this.#sending
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const packet = this.#packet()
      if (!(await this.#send(packet.payload))) return
      this.#waiting = this.#waiting.filter(({ nth }) => nth > packet.last)
    }
  }

  #packet(): { payload: string; last: number } {
    let bytes = 2
    let count = 0
    for (const { text } of this.#waiting) {
      bytes += Buffer.byteLength(text) + 1
      if (count > 0 && (bytes > MAX_PAYLOAD_BYTES || count === MAX_BACKFILL)) break
      count++
    }
    const some = this.#waiting.slice(0, count)
    const texts = some.map(({ text }) => text)
    return { payload: texts.length === 1 ? texts[0]! : `[${texts.join(',')}]`, last: some.at(-1)!.nth }
  }
}
