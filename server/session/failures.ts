import { isIPv6 } from 'node:net'
import type { Kysely } from 'kysely'
import type { Database } from '../ground/database/schema.ts'

/** Failures older than this no longer count, in ms. */
const WINDOW_MS = 15 * 60_000
const OF_NAME = 3
/** An office is one address. */
const OF_ADDRESS = 100

/** A name as failures count it: the same in any case of letters. */
const nameSubject = (name: string) => `name ${name.trim().toLowerCase().slice(0, 100)}`
const pairSubject = (name: string, address: string) => `pair ${network(address)} ${nameSubject(name)}`
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

/** Failures within the window: of a name, of a network, and of the name from that network. */
export interface FailureCounts {
  readonly ofName: number
  readonly ofAddress: number
  readonly ofPair: number
}

/** From so many failures on whoever asks must answer a captcha. */
export const captchaNeeded = ({ ofName, ofAddress }: FailureCounts): boolean => ofName >= OF_NAME || ofAddress >= OF_ADDRESS

/** The longest pause before a password is looked at: the console waits 30 s for an answer. */
export const LONGEST_PAUSE_MS = 20_000
const FIRST_PAUSE_MS = 1000
const PAUSE_PER_FAILURE_OF_ADDRESS_MS = 100

/**
 * How long a try waits before its password is looked at, and whom it waits behind. A captcha can be bought, so it opens no fast way: the
 * pause doubles with the failures of the name, or, from a network whose failures are many, grows with those. Who has signed in under the
 * name from this network before waits only for failures of the name from there: whoever guesses elsewhere does not slow the owner.
 */
export function slowing(
  { ofName, ofAddress, ofPair }: FailureCounts,
  { name, address, known }: { name: string; address: string; known: boolean },
): { pauseMs: number; lane: string } {
  const doubled = (count: number) => (count < OF_NAME ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(count - OF_NAME, 20)))
  if (known) return { pauseMs: doubled(ofPair), lane: `known ${pairSubject(name, address)}` }
  const beyond = Math.min(LONGEST_PAUSE_MS, Math.max(0, ofAddress - OF_ADDRESS + 1) * PAUSE_PER_FAILURE_OF_ADDRESS_MS)
  return { pauseMs: Math.max(doubled(ofName), beyond), lane: beyond > 0 ? addressSubject(address) : pairSubject(name, address) }
}

export interface Failures {
  readonly counts: (name: string, address: string) => Promise<FailureCounts>
  /** Whether whoever asks under this name from this address must answer a captcha. */
  readonly needsCaptcha: (name: string, address: string) => Promise<boolean>
  readonly note: (name: string, address: string) => Promise<void>
  /** A success clears the name, not the address. */
  readonly clear: (name: string) => Promise<void>
  readonly sweep: () => Promise<void>
}

/** Counts failed sign-ins in the database, so that a restart or another process does not forget them. */
export function failures(db: Kysely<Database>, clock: () => number): Failures {
  async function counts(name: string, address: string): Promise<FailureCounts> {
    const subjects = [nameSubject(name), addressSubject(address), pairSubject(name, address)]
    const rows = await db
      .selectFrom('sign_in_failure')
      .select(({ fn }) => ['subject', fn.countAll<number>().as('count')])
      .where('subject', 'in', subjects)
      .where('at', '>', clock() - WINDOW_MS)
      .groupBy('subject')
      .execute()
    const [ofName = 0, ofAddress = 0, ofPair = 0] = subjects.map((subject) => rows.find((row) => row.subject === subject)?.count ?? 0)
    return { ofName, ofAddress, ofPair }
  }
  return {
    needsCaptcha: async (name, address) => captchaNeeded(await counts(name, address)),
    counts,
    async note(name, address) {
      const at = clock()
      await db
        .insertInto('sign_in_failure')
        .values([nameSubject(name), addressSubject(address), pairSubject(name, address)].map((subject) => ({ subject, at })))
        .execute()
    },
    async clear(name) {
      const ofPairs = `pair % ${nameSubject(name).replaceAll(/[\\%_]/g, String.raw`\$&`)}`
      await db
        .deleteFrom('sign_in_failure')
        .where((row) => row.or([row('subject', '=', nameSubject(name)), row('subject', 'like', ofPairs)]))
        .execute()
    },
    async sweep() {
      await db
        .deleteFrom('sign_in_failure')
        .where('at', '<', clock() - WINDOW_MS)
        .execute()
    },
  }
}
