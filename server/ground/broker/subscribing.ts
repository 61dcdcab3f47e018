import type { SparingLog } from '../sparingLog.ts'
import { type ConsoleRights, consoleSubscribe } from './access.ts'
import type { ConsolePeer, Peer } from './peers.ts'
import type { Refuser } from './refuse.ts'
import { LONGEST_FILTER, MOST_FILTERS } from './sessions.ts'

/** Of one console, which listens to some tens of topics. Names of topics can be made up without end. */
const MOST_CONSOLE_FILTERS = 500

/** Judges a subscription: why it is refused, or null. What is granted, or being judged, stands in the peer's `listensTo`. */
export function createSubscribing(given: {
  refuser: Refuser
  sparing: SparingLog
  rightsOf: (caller: ConsolePeer['caller']) => ConsoleRights
}): (peer: Peer | undefined, filter: string) => Promise<string | null> | string | null {
  const { refuser, sparing, rightsOf } = given
  return (peer, filter) => {
    const refused = filterRefused(peer, filter)
    if (!peer || refused !== null) return refused
    // Counted before it is judged: those of one packet are judged side by side.
    peer.listensTo.add(filter)
    const judged = (reason: string | null) => {
      if (reason !== null) peer.listensTo.delete(filter)
      return reason
    }
    if (peer.kind === 'device') {
      const reason = peer.speech.subscribe(filter)
      if (reason !== null) refuser.tell(peer.client, peer.device, 'forbiddenTopic', filter)
      return judged(reason)
    }
    return consoleSubscribe(rightsOf(peer.caller), filter).then(judged, (cause: Error) => {
      sparing.say('error', 'mqtt subscription not judged', { cause: cause.message }, 'a subscription could not be judged')
      return judged('could not be judged')
    })
  }
}

/** Why a filter is not even looked at, whatever its topic. */
function filterRefused(peer: Peer | undefined, filter: string): string | null {
  if (!peer) return 'not signed in'
  if (filter.length > LONGEST_FILTER) return 'no such topic'
  const most = peer.kind === 'device' ? MOST_FILTERS : MOST_CONSOLE_FILTERS
  return !peer.listensTo.has(filter) && peer.listensTo.size >= most ? 'too many subscriptions' : null
}
