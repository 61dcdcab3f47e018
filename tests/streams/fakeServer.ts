import { type SchedulerAction, type SchedulerLike, Subscription } from 'rxjs'
import type { MqttNeeds, MqttSocket } from '#streams/mqttSocket'

interface Due {
  readonly at: number
  readonly order: number
  readonly work: () => void
  /** Whether the page waits for it; what is on its way in the network is not the page's. */
  readonly ofPage: boolean
}

/** Time in the hand of a test, ms: nothing passes by itself. */
export class Clock implements SchedulerLike {
  #now = 1_764_000_000_000
  #order = 0
  #due: Due[] = []

  now = () => this.#now
  /** How many timers the page has. */
  timers = () => this.#due.filter(({ ofPage }) => ofPage).length
  after(delay: number, work: () => void, ofPage = false): Subscription {
    const due: Due = { at: this.#now + Math.max(0, delay), order: this.#order++, work, ofPage }
    this.#due.push(due)
    return new Subscription(() => {
      this.#due = this.#due.filter((one) => one !== due)
    })
  }
  schedule<T>(work: (this: SchedulerAction<T>, state?: T) => void, delay = 0, state?: T): Subscription {
    const timer = this.after(delay, () => work.call(timer as SchedulerAction<T>, state), true)
    return timer
  }
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms
    await settled()
    for (;;) {
      const next = this.#due.reduce<Due | null>(
        (first, one) => (first === null || one.at < first.at || (one.at === first.at && one.order < first.order) ? one : first),
        null,
      )
      if (next === null || next.at > until) break
      this.#due = this.#due.filter((one) => one !== next)
      this.#now = Math.max(this.#now, next.at)
      next.work()
      await settled()
    }
    this.#now = Math.max(this.#now, until)
  }
  /** The machine slept: time has passed and nobody worked in it. */
  sleep(ms: number): void {
    this.#now += ms
  }
}
/** What was promised is done. */
const settled = async () => {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve()
}

export interface Line {
  readonly needs: MqttNeeds
  readonly topics: Set<string>
  /** One way, ms. */
  delay: number
  phase: 'opening' | 'connected' | 'over'
  pings: number
  /** Neither side hears the other any more, and nobody says so. */
  isCut: boolean
}

const encoder = new TextEncoder()

/** A broker and the network before it: connections are opened by `open`, in the place of the socket of a page. */
export class FakeServer {
  readonly #clock: Clock
  readonly lines: Line[] = []
  /** What becomes of who connects: taken, refused at once, or never answered. */
  door: 'open' | 'refuses' | 'swallows' = 'open'
  answersSubscriptions = true
  /** How long it takes to judge a subscription, which is in force meanwhile, ms. */
  judges = 0
  /** Of connections that are made from now on, one way, ms. */
  delay = 20
  /** The most connections that a page had at one moment. */
  most = 0
  /** A topic that was subscribed to while it was. */
  twice = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }
  /** The connections that the page has not ended and that it was not told the end of. */
  open = () => this.lines.filter(({ phase }) => phase !== 'over')
  subscribed = () => this.open().filter(({ phase, topics }) => phase === 'connected' && topics.size > 0)

  connect = (needs: MqttNeeds): MqttSocket => {
    const { delay } = this
    const line: Line = { needs, topics: new Set(), delay, phase: 'opening', pings: 0, isCut: false }
    this.lines.push(line)
    this.most = Math.max(this.most, this.open().length)
    /** There, and what comes of it back. */
    const travel = (there: () => void, back?: () => void) =>
      this.#clock.after(line.delay, () => {
        if (line.isCut) return
        there()
        if (back) this.#back(line, back)
      })
    const patience = this.#clock.after(
      needs.connectMs,
      () => {
        if (line.phase === 'opening') this.#tellEnd(line)
      },
      true,
    )
    if (this.door === 'open') {
      travel(
        () => undefined,
        () => {
          patience.unsubscribe()
          line.phase = 'connected'
          needs.received()
          needs.connected()
        },
      )
    } else if (this.door === 'refuses') {
      this.#clock.after(2 * delay, () => {
        patience.unsubscribe()
        this.#tellEnd(line)
      })
    }
    return {
      get connected() {
        return line.phase === 'connected'
      },
      subscribe: (topics, answered) => {
        travel(
          () => {
            if (!this.answersSubscriptions) return
            for (const topic of topics) {
              if (line.topics.has(topic)) this.twice++
              line.topics.add(topic)
            }
          },
          () => {
            if (!this.answersSubscriptions) return
            this.#clock.after(this.judges, () => {
              if (line.phase === 'over' || line.isCut) return
              needs.received()
              answered(new Uint8Array(topics.length))
            })
          },
        )
      },
      unsubscribe: (topics) => {
        travel(
          () => {
            for (const topic of topics) line.topics.delete(topic)
          },
          () => needs.received(),
        )
      },
      ping: () => {
        line.pings++
        travel(
          () => undefined,
          () => needs.received(),
        )
      },
      end: () => {
        patience.unsubscribe()
        line.phase = 'over'
      },
    }
  }
  #back(line: Line, work: () => void) {
    this.#clock.after(line.delay, () => {
      if (!line.isCut && line.phase !== 'over') work()
    })
  }
  #tellEnd(line: Line) {
    if (line.phase === 'over') return
    line.phase = 'over'
    line.needs.ended()
  }
  say(topic: string, payload: unknown): void {
    const bytes = encoder.encode(JSON.stringify(payload))
    for (const line of this.open()) {
      if (line.phase !== 'connected' || line.isCut || !line.topics.has(topic)) continue
      this.#back(line, () => {
        line.needs.received()
        if (line.phase === 'connected') line.needs.published(topic, bytes)
      })
    }
  }
  /** Ends connections from the broker's side. */
  close(lines = this.open()): void {
    for (const line of lines) this.#clock.after(line.delay, () => !line.isCut && this.#tellEnd(line))
  }
  /** The network forgets the connections: nobody is told. */
  cut(lines = this.open()): void {
    for (const line of lines) line.isCut = true
  }
}
