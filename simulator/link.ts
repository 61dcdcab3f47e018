import mqtt, { type MqttClient } from 'mqtt'
import type { Line, Will } from './line.ts'

export interface LinkOptions {
  readonly url: string
  readonly clientId: string
  readonly username: string
  readonly password: string
  readonly will: Will
  readonly subscriptions: readonly string[]
  /** Connected and subscribed. */
  readonly onUp: () => void
  readonly onDown: () => void
  readonly onMessage: (topic: string, payload: string) => void
  /** A number in [0, 1): spreads the retries of many devices. */
  readonly random: () => number
  /** The first and the longest wait before a retry, ms. */
  readonly retry?: { readonly first: number; readonly most: number } | undefined
}

const RETRY = { first: 500, most: 5000 }
const CONNECT_TIMEOUT_MS = 5000

/**
 * One device's connection (MQTT 3.1.1), made again for ever until it is stopped. Every attempt is a client of its own: what was not
 * acknowledged is the caller's to send again, so nothing old is queued twice.
 */
export class Link implements Line {
  readonly #options: LinkOptions
  #client: MqttClient | null = null
  #up = false
  #stopped = false
  #failures = 0
  #timer: NodeJS.Timeout | undefined
  readonly #open = new Set<(acknowledged: boolean) => void>()

  constructor(options: LinkOptions) {
    this.#options = options
  }

  get up(): boolean {
    return this.#up
  }

  start(): void {
    if (this.#stopped) return
    const { url, clientId, username, password, will, subscriptions } = this.#options
    const client = mqtt.connect(url, {
      protocolVersion: 4,
      clientId,
      username,
      password,
      clean: true,
      keepalive: 30,
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectPeriod: 0,
      resubscribe: false,
      queueQoSZero: false,
      will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: true },
    })
    this.#client = client
    client.on('message', (topic, payload) => {
      if (this.#client === client) this.#options.onMessage(topic, payload.toString())
    })
    client.on('connect', () => {
      client.subscribe([...subscriptions], { qos: 1 }, (failed, granted) => {
        if (this.#client !== client || this.#stopped) return
        if (failed != null || granted?.some(({ qos }) => qos >= 128)) {
          client.end(true)
          return
        }
        this.#failures = 0
        this.#up = true
        this.#options.onUp()
      })
    })
    // The close that follows an error is what starts the next attempt.
    client.on('error', () => undefined)
    client.on('close', () => {
      if (this.#client !== client) return
      this.#client = null
      client.end(true)
      for (const settle of this.#open) settle(false)
      if (this.#up) {
        this.#up = false
        this.#options.onDown()
      }
      this.#retry()
    })
  }

  /** Publishes at QoS 1; answers whether the broker acknowledged it. Never throws. */
  publish(topic: string, payload: string, retain = false): Promise<boolean> {
    const client = this.#client
    if (client == null || !this.#up) return Promise.resolve(false)
    return new Promise((resolve) => {
      const settle = (acknowledged: boolean) => {
        this.#open.delete(settle)
        resolve(acknowledged)
      }
      this.#open.add(settle)
      client.publish(topic, payload, { qos: 1, retain }, (failed) => {
        settle(failed == null)
      })
    })
  }

  /** Says goodbye by `last` (retained) and disconnects, within a second. */
  async stop(last: Will): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    const client = this.#client
    if (client == null) return
    const patience = new Promise<void>((resolve) => {
      setTimeout(resolve, 1000).unref()
    })
    if (this.#up) await Promise.race([this.publish(last.topic, last.payload, true), patience])
    this.#client = null
    this.#up = false
    await Promise.race([client.endAsync(), patience])
    client.end(true)
  }

  #retry(): void {
    if (this.#stopped) return
    const { first, most } = this.#options.retry ?? RETRY
    const wait = Math.min(most, first * 2 ** Math.min(10, this.#failures++))
    this.#timer = setTimeout(
      () => {
        this.start()
      },
      wait * (0.5 + 0.5 * this.#options.random()),
    )
  }
}
