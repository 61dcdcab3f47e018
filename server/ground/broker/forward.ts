import type { Peer } from './peers.ts'

/** A console that has this many bytes waiting gets no further frame: the gap in `seq` makes it fetch the snapshot. */
const SLOW_CONSOLE_BYTES = 1024 * 1024

/** What becomes of a packet on its way to a connection; `slow` is a frame that a console which does not keep up is not sent. */
export type Forwarding = 'forward' | 'withhold' | 'slow'

/** `backlog` is how many bytes wait for the connection, `now` in ms UTC. */
export function judgeForward(
  peer: Peer | undefined,
  packet: { readonly topic: string; readonly payload: string | Buffer },
  backlog: number,
  now: number,
): Forwarding {
  if (!peer) return 'withhold'
  if (peer.kind === 'console') return backlog > SLOW_CONSOLE_BYTES ? 'slow' : 'forward'
  return peer.speech.hears(packet, now) ? 'forward' : 'withhold'
}
