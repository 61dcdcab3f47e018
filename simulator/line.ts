/** The state that the broker announces for a device that vanished. */
export interface Will {
  readonly topic: string
  readonly payload: string
}

/** What a device hears of its line. */
export interface LineEvents {
  /** Connected and subscribed. */
  onUp(): void
  onDown(): void
  onMessage(topic: string, payload: string): void
}

/** By what a device speaks: a connection of its own, or its gateway's. */
export interface Line {
  readonly up: boolean
  start(): void
  /** Publishes at QoS 1; answers whether the broker acknowledged it. Never throws. */
  publish(topic: string, payload: string, retain?: boolean): Promise<boolean>
  /** Says goodbye by `last` (retained), within a second. */
  stop(last: Will): Promise<void>
}
