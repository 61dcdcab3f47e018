import type { Logger } from 'pino'
import type { Gate } from '../http/gate.ts'
import { type ConsoleRights, consoleSubscribe, declared } from './access.ts'
import type { BrokerDoor } from './door.ts'
import { type ConsolePeer, inside } from './peers.ts'

/** After its token's expiry a console may stay this long: it reconnects with a fresh one. */
const EXPIRY_GRACE_MS = 5000
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The open consoles, each for as long as its token and its user's rights open what it listens to. */
export interface ConsolePeers extends Pick<BrokerDoor, 'dropSession' | 'recheckUser' | 'listeners'> {
  opened(peer: ConsolePeer): void
  closed(peer: ConsolePeer): void
}

export function createConsolePeers(given: {
  gate: Gate
  clock: () => number
  log: Logger
  rightsOf: (caller: ConsolePeer['caller']) => ConsoleRights
  refused: (peer: ConsolePeer, what: string, reason: string, topic?: string) => void
}): ConsolePeers {
  const { gate, clock, log, rightsOf, refused } = given
  const open = new Map<ConsolePeer, NodeJS.Timeout>()
  const filtersOf = ({ client }: ConsolePeer) => Object.keys(inside(client).subscriptions)

  /** Looks at a console's token again when it expires: it has then reconnected with a fresh one, or is closed. */
  function watchExpiry(peer: ConsolePeer): void {
    const rest = gate.expiry(peer.token) + EXPIRY_GRACE_MS - clock()
    const timer = setTimeout(
      () => {
        if (gate.expiry(peer.token) + EXPIRY_GRACE_MS > clock()) {
          watchExpiry(peer)
          return
        }
        log.info({ who: `user ${peer.userId}` }, 'a console was closed: its token has expired')
        peer.client.close()
      },
      Math.min(LONGEST_TIMER_MS, Math.max(0, rest)),
    )
    timer.unref()
    open.set(peer, timer)
  }

  return {
    opened: watchExpiry,
    closed(peer) {
      clearTimeout(open.get(peer))
      open.delete(peer)
    },
    dropSession(sessionId) {
      for (const peer of open.keys()) if (peer.sessionId === sessionId) peer.client.close()
    },
    async recheckUser(userId) {
      const theirs = [...open.keys()].filter(({ caller }) => caller.userId === userId || caller.viewing?.viewerId === userId)
      // Of one session each filter is asked for once, however many tabs it has.
      const judged = new Map<string, Promise<string | null>>()
      for (const peer of theirs) {
        const caller = await gate.identify(peer.token)
        // Topics of a user ask for no grant: whoever may no longer sign in hears nothing of these either.
        if (caller === 'invalid') {
          refused(peer, 'connect', 'invalid token')
          peer.client.close()
          continue
        }
        const now = typeof caller === 'string' ? peer.caller : caller
        for (const filter of filtersOf(peer)) {
          const key = `${now.sessionId} ${filter}`
          const judging = judged.get(key) ?? consoleSubscribe(rightsOf(now), filter)
          judged.set(key, judging)
          const reason = await judging
          if (reason === null) continue
          // MQTT 3.1.1 cannot end one subscription from the server's side: the console comes back and hears 0x80.
          refused(peer, 'subscribe', reason, filter)
          peer.client.close()
          break
        }
      }
    },
    listeners(tenantId) {
      const isOf = (filter: string) => tenantId === 'every' || declared(filter)?.params['t'] === String(tenantId)
      return [...open.keys()].filter((peer) => filtersOf(peer).some(isOf)).map(({ userId }) => userId)
    },
  }
}
