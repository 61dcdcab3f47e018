import type net from 'node:net'
import type { Client } from 'aedes'
import type { AddressOf } from '../http/callerAddress.ts'
import type { SparingLog } from '../sparingLog.ts'
import { refusals } from './counters.ts'
import { keyOf, type KnownDevice } from './knownDevice.ts'
import type { Refusal, Refused } from './keepRefusals.ts'
import type { Peer } from './peers.ts'

/** Says no: in the counters, in the log, and on the page of the device that is concerned. */
export interface Refuser {
  /** Counted each time; the log has one line a reason and minute, since anybody can bring a refusal about as often as they like. */
  refuse(client: Client, what: string, reason: string, more?: Record<string, unknown>): void
  tell(client: Client, device: KnownDevice, reason: Refused, topic: string): void
  nameOf(client: Client): string
  addressOf(client: Client): string | undefined
}

export function createRefuser(given: {
  sparing: SparingLog
  addressOf: AddressOf
  peerOf: (client: Client) => Peer | undefined
  refused: (device: KnownDevice, refusal: Refusal) => void
}): Refuser {
  // What came over WebSocket may have passed the proxy; a bare TCP connection carries no word of who is behind it.
  const addressOf = (client: Client) =>
    client.req == null ? (client.conn as Partial<net.Socket>).remoteAddress : given.addressOf(client.req)
  const nameOf = (client: Client): string => {
    const peer = given.peerOf(client)
    if (!peer) return 'nobody'
    return peer.kind === 'device' ? keyOf(peer.device) : `user ${peer.userId}`
  }
  return {
    addressOf,
    nameOf,
    refuse(client, what, reason, more = {}) {
      refusals.inc({ what, reason })
      const fields = { what, reason, who: nameOf(client), address: addressOf(client), ...more }
      given.sparing.say('warn', `mqtt ${what}: ${reason}`, fields, 'refused on MQTT')
    },
    tell: (client, device, reason, topic) =>
      given.refused(device, { reason, topic: topic.slice(0, 200), address: addressOf(client) ?? '' }),
  }
}
