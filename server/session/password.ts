import { hash, verify } from '@node-rs/argon2'
import { CallFailure } from '../ground/failure.ts'

/** OWASP's setting for argon2id: 19 MiB, two passes. */
const ARGON2ID = 2
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** Passwords are checked two at a time: each costs a core about 30 ms and 19 MiB. */
const AT_ONCE = 2
/** Of those only one of a stranger: whoever is known here finds a free place, however many strangers wait. */
const STRANGERS_AT_ONCE = 1
/** A stranger waits while somebody known is being checked, so that the two do not share a core, but never longer than this, in ms. */
const STRANGER_YIELDS_MS = 250
const MAX_WAITING = 500
/** How many tries of one name may wait for its slot, unless they brought the right captcha. */
const MAX_WAITING_OF_NAME = 3

type Lane = 'known' | 'strangers'

export interface PasswordDesk {
  /** Runs `work` when every earlier try of this name has ended. Throws CallFailure error.signIn.locked where too many wait. */
  readonly inTurn: <T>(name: string, urgent: boolean, work: () => Promise<T>) => Promise<T>
  /**
   * Whether a password fits a hash; against nothing (an unknown name) it takes as long, and the answer is false. `known`: whoever tries
   * has answered a captcha, or has signed in under this name from this place before; such a try does not wait behind strangers.
   */
  readonly fits: (password: string, hashed: string | null, known: boolean) => Promise<boolean>
}

/** The bounded queue of password checks, one slot a name: a flood of tries holds up neither other names nor the rest of the server. */
export function passwordDesk(): PasswordDesk {
  const turns = new Map<string, { last: Promise<unknown>; waiting: number }>()
  const running = { known: 0, strangers: 0 }
  const waiting: Record<Lane, (() => void)[]> = { known: [], strangers: [] }
  const decoy = hashPassword('nobody has this password')

  let lastStranger = 0
  const strangersAreOverdue = () => performance.now() - lastStranger > STRANGER_YIELDS_MS
  const isFree = (lane: Lane) => {
    if (running.known + running.strangers >= AT_ONCE) return false
    if (lane === 'known') return true
    return running.strangers < STRANGERS_AT_ONCE && (running.known === 0 || strangersAreOverdue())
  }
  const next = () => {
    for (const lane of strangersAreOverdue() ? (['strangers', 'known'] as const) : (['known', 'strangers'] as const)) {
      while (waiting[lane].length > 0 && isFree(lane)) {
        running[lane]++
        if (lane === 'strangers') lastStranger = performance.now()
        waiting[lane].shift()!()
      }
    }
  }
  async function slot<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    if (waiting[lane].length >= MAX_WAITING) throw new CallFailure('error.busy')
    await new Promise<void>((go) => {
      waiting[lane].push(go)
      next()
    })
    try {
      return await work()
    } finally {
      running[lane]--
      next()
    }
  }

  return {
    async inTurn(name, urgent, work) {
      const turn = turns.get(name) ?? { last: Promise.resolve(), waiting: 0 }
      if (!urgent && turn.waiting >= MAX_WAITING_OF_NAME) throw new CallFailure('error.signIn.locked')
      turn.waiting++
      turns.set(name, turn)
      const mine = turn.last.then(work)
      turn.last = mine.catch(() => undefined)
      try {
        return await mine
      } finally {
        turn.waiting--
        if (turn.waiting === 0) turns.delete(name)
      }
    },
    fits: (password, hashed, known) =>
      slot(known ? 'known' : 'strangers', async () => {
        const right = await verify(hashed ?? (await decoy), password)
        return right && hashed != null
      }),
  }
}
