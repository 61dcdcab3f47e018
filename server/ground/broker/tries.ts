import { hashSecret } from './secret.ts'

/** Wrong tries of one name from one address that are looked at at once, and how many more every second. */
const OF_NAME = { burst: 30, perSecond: 1 }
/** The same of an address for names that have not been let in from there: as many as a farm's devices that come back at once from behind it. */
const OF_ADDRESS = { burst: 2000, perSecond: 50 }
const REMEMBERED = 20_000

export interface Tries {
  /** Whether a sign-in is looked at now; it counts as wrong until it is said to have been let in. */
  begin(address: string, name: string): boolean
  letIn(address: string, name: string): void
}

/**
 * Bounds how fast secrets and tokens are guessed: by name and address, and by address for whoever was not let in from there. What has been
 * let in from an address keeps its own place behind it, whatever others do from the same one.
 */
export function createTries(monotonic: () => number = () => performance.now()): Tries {
  const buckets = new Map<string, { left: number; at: number }>()
  const known = new Map<string, true>()
  /** What was used last stands last, and what was not used the longest goes. */
  const keep = <Value>(map: Map<string, Value>, key: string, value: Value) => {
    map.delete(key)
    map.set(key, value)
    if (map.size > REMEMBERED) map.delete(map.keys().next().value!)
  }
  const bucketOf = (key: string, { burst, perSecond }: typeof OF_NAME) => {
    const now = monotonic()
    const { left, at } = buckets.get(key) ?? { left: burst, at: now }
    const filled = { left: Math.min(burst, left + ((now - at) / 1000) * perSecond), at: now }
    keep(buckets, key, filled)
    return filled
  }
  const keyOf = (address: string, name: string) => `${address} ${hashSecret(name)}`
  const bucketsOf = (address: string, key: string) => [bucketOf(key, OF_NAME), ...(known.has(key) ? [] : [bucketOf(address, OF_ADDRESS)])]
  return {
    begin(address, name) {
      const asked = bucketsOf(address, keyOf(address, name))
      if (asked.some(({ left }) => left < 1)) return false
      for (const bucket of asked) bucket.left -= 1
      return true
    },
    letIn(address, name) {
      const key = keyOf(address, name)
      for (const bucket of bucketsOf(address, key)) bucket.left += 1
      keep(known, key, true)
    },
  }
}
