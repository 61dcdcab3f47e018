import { LRUCache } from 'lru-cache'

const NETWORKS_MOST = 10_000
const MINUTE_MS = 60_000

/** Whoever has one address of IPv6 has all that begin as it does. */
export const networkOf = (address: string) => (address.includes(':') ? address.split(':').slice(0, 4).join(':') : address)

/** `perMinute` asks of one network, refilled steadily; `take` answers false where none was left. */
export function publicPace(perMinute: number, clock: () => number): { take: (address: string) => boolean } {
  const known = new LRUCache<string, { left: number; at: number }>({ max: NETWORKS_MOST })
  return {
    take(address) {
      const network = networkOf(address)
      const now = clock()
      const before = known.get(network) ?? { left: perMinute, at: now }
      // A clock that was set back refills nothing.
      const left = Math.min(perMinute, before.left + (Math.max(0, now - before.at) / MINUTE_MS) * perMinute)
      known.set(network, { left: left < 1 ? left : left - 1, at: now })
      return left >= 1
    },
  }
}
