import type { Aedes, Client } from 'aedes'
import type { Logger } from 'pino'
import type { ConsolePeers } from './consolePeers.ts'
import { connections } from './counters.ts'
import type { DeviceEvents } from './deviceEvents.ts'
import { type DevicePeers, inside, type Peer } from './peers.ts'
import { keyOf } from './knownDevice.ts'
import type { Refuser } from './refuse.ts'
import type { SessionStore } from './sessions.ts'

/** Keeps who is there: what the broker library says of its connections, as words of peers, sessions and devices. */
export function attend(
  aedes: Aedes,
  given: {
    peerOf: (client: Client) => Peer | undefined
    devices: DevicePeers
    consoles: ConsolePeers
    sessions: SessionStore
    events: DeviceEvents
    refuser: Refuser
    log: Logger
  },
): void {
  const { peerOf, devices, consoles, sessions, events, refuser, log } = given

  aedes.on('client', (client) => {
    const peer = peerOf(client)
    if (!peer) return
    connections.inc({ kind: peer.kind })
    if (peer.kind === 'console') return consoles.opened(peer)
    // One of the same id was closed for it a moment ago.
    if (!inside(client).clean) sessions.keep(keyOf(peer.device), inside(client).id)
    devices.opened(peer)
    events.opened(peer)
  })
  aedes.on('clientDisconnect', (client) => {
    const peer = peerOf(client)
    if (!peer) return
    connections.dec({ kind: peer.kind })
    if (peer.kind === 'console') return consoles.closed(peer)
    sessions.away(inside(client).id)
    devices.closed(peer)
    events.closed(peer)
  })
  aedes.on('ping', (_, client: Client) => {
    const peer = peerOf(client)
    if (peer?.kind === 'device') events.heard(peer)
  })
  const noticeListening = (client: Client) => {
    const peer = peerOf(client)
    if (peer?.kind === 'console') events.joined()
    if (peer?.kind !== 'device') return
    for (const device of [peer.device, ...peer.device.children.values()]) if (peer.speech.listensFor(device)) events.listening(device)
  }
  aedes.on('subscribe', (_, client) => noticeListening(client))
  aedes.on('unsubscribe', (filters, client) => {
    for (const filter of filters) peerOf(client)?.listensTo.delete(filter)
  })
  // A kept session listens from its first moment, without a SUBSCRIBE.
  aedes.on('clientReady', noticeListening)
  aedes.on('clientError', (client, cause) => log.debug({ who: refuser.nameOf(client), cause: cause.message }, 'an MQTT connection failed'))
  aedes.on('connectionError', (client, cause) =>
    log.debug({ address: refuser.addressOf(client), cause: cause.message }, 'an MQTT connection failed'),
  )
  ;(aedes as NodeJS.EventEmitter).on('error', (cause: Error) => log.error({ cause: cause.message }, 'the broker failed'))
}
