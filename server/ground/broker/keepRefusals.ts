import type { KnownDevice } from './knownDevice.ts'

/** What a device was refused at the door of the broker. */
export type Refused = 'wrongPassword' | 'forbiddenTopic'
export interface Refusal {
  readonly reason: Refused
  /** The user name of a sign-in, or the topic. */
  readonly topic: string
  /** Where it came from. Never what was given as a secret. */
  readonly address: string
}

/** Of refusals for one reason a device gets one row in this time; those between are told with the next. */
export const REFUSALS_PAUSE_MS = 60_000

/**
 * Keeps what a device was refused, for its page: the first at once, a flood as one row a minute with their number. Whoever floods can
 * neither fill the list of a device nor make the server write; devices that are not known have no list, and nothing is kept of them.
 */
export function createRefusals(keep: (device: KnownDevice, refusal: Refusal, count: number) => void) {
  const paused = new Map<string, { last: Refusal | null; held: number; timer: NodeJS.Timeout }>()
  const pause = (key: string, device: KnownDevice) => {
    const timer = setTimeout(() => {
      const one = paused.get(key)
      paused.delete(key)
      if (!one?.last) return
      pause(key, device)
      keep(device, one.last, one.held)
    }, REFUSALS_PAUSE_MS)
    timer.unref()
    paused.set(key, { last: null, held: 0, timer })
  }
  return {
    refused(device: KnownDevice, refusal: Refusal): void {
      const key = `${device.id} ${refusal.reason}`
      const one = paused.get(key)
      if (one) {
        one.last = refusal
        one.held++
        return
      }
      pause(key, device)
      keep(device, refusal, 1)
    },
    close(): void {
      for (const { timer } of paused.values()) clearTimeout(timer)
      paused.clear()
    },
  }
}
