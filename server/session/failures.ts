import { isIPv6 } from 'node:net'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'

/** Failures older than this no longer count, in ms. */
const WINDOW_MS = 15 * 60_000
const OF_NAME = 3
/** An office is one address. */
const OF_ADDRESS = 100

/** A name as failures count it: the same in any case of letters. */
const nameSubject = (name: string) => `name ${name.trim().toLowerCase().slice(0, 100)}`
const addressSubject = (address: string) => `address ${network(address)}`

/** One subscriber of IPv6 holds a whole /64. */
export function network(address: string): string {
  const plain = address.replace(/^::ffff:/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const full = tail == null ? groups : [...groups, ...Array<string>(8 - groups.length - last.length).fill('0'), ...last]
  return full.slice(0, 4).join(':')
}

export interface Failures {
  /** Whether whoever asks under this name from this address must answer a captcha. */
  readonly needsCaptcha: (name: string, address: string) => Promise<boolean>
  readonly note: (name: string, address: string) => Promise<void>
  /** A success clears the name, not the address. */
  readonly clear: (name: string) => Promise<void>
  readonly sweep: () => Promise<void>
}

/** Counts failed sign-ins in the database, so that a restart or another process does not forget them. */
export function failures(db: Kysely<Database>, clock: () => number): Failures {
  return {
    async needsCaptcha(name, address) {
      const [ofName, ofAddress] = [nameSubject(name), addressSubject(address)]
      const rows = await db
        .selectFrom('sign_in_failure')
        .select(({ fn }) => ['subject', fn.countAll<number>().as('count')])
        .where('subject', 'in', [ofName, ofAddress])
        .where('at', '>', clock() - WINDOW_MS)
        .groupBy('subject')
        .execute()
      return rows.some(({ subject, count }) => count >= (subject === ofName ? OF_NAME : OF_ADDRESS))
    },
    async note(name, address) {
      const at = clock()
      await db
        .insertInto('sign_in_failure')
        .values([
          { subject: nameSubject(name), at },
          { subject: addressSubject(address), at },
        ])
        .execute()
    },
    async clear(name) {
      await db.deleteFrom('sign_in_failure').where('subject', '=', nameSubject(name)).execute()
    },
    async sweep() {
      await db
        .deleteFrom('sign_in_failure')
        .where('at', '<', clock() - WINDOW_MS)
        .execute()
    },
  }
}

/** A bucket of tries an address: `perMinute` of them, refilled steadily. In memory: a restart forgives. */
export function buckets(perMinute: number, clock: () => number) {
  const left = new Map<string, { tries: number; at: number }>()
  const MAX_KNOWN = 20_000
  const level = (key: string) => {
    const known = left.get(key)
    return known ? Math.min(perMinute, known.tries + ((clock() - known.at) / 60_000) * perMinute) : perMinute
  }
  return {
    isEmpty: (address: string): boolean => level(network(address)) < 1,
    take(address: string): void {
      const key = network(address)
      const tries = Math.max(0, level(key) - 1)
      left.delete(key)
      if (left.size >= MAX_KNOWN) left.delete(left.keys().next().value!)
      left.set(key, { tries, at: clock() })
    },
  }
}
