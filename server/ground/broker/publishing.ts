import type { PublishPacket } from 'aedes'
import type { DeviceEvents } from './deviceEvents.ts'
import type { InFlight } from './inFlight.ts'
import { type DevicePeer, inside } from './peers.ts'
import type { Refuser } from './refuse.ts'
import { type SessionStore, TOO_MANY_RECEIVED } from './sessions.ts'

type Done = (failure?: Error | null) => void

/** Takes what devices publish: judged by its topic, counted while it waits, at QoS 2 once; `done` acknowledges it. */
export function createPublishing(given: {
  refuser: Refuser
  inFlight: InFlight
  sessions: SessionStore
  events: Pick<DeviceEvents, 'heard' | 'message'>
}): (peer: DevicePeer, packet: PublishPacket & { messageId?: number }, done: Done) => void {
  const { refuser, inFlight, sessions, events } = given
  return (peer, packet, done) => {
    const { client } = peer
    const publish = peer.speech.publish(packet.topic, packet.retain)
    if (typeof publish === 'string') {
      refuser.refuse(client, 'publish', publish, { topic: packet.topic.slice(0, 200) })
      refuser.tell(client, peer.device, 'forbiddenTopic', packet.topic)
      return done(new Error(publish))
    }
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    events.heard(peer)
    const act = (acted: Done) => {
      const landed = inFlight.take(client, payload.length)
      events.message(peer, publish, { topic: packet.topic, payload }, (failure) => {
        landed()
        acted(failure)
      })
    }
    // A last will has no number.
    if (packet.qos !== 2 || packet.messageId === undefined) return act((failure) => done(failure ?? null))
    sessions.once(inside(client).id, packet.messageId, act, (failure) => {
      if (failure?.message === TOO_MANY_RECEIVED) refuser.refuse(client, 'publish', failure.message)
      done(failure ?? null)
    })
  }
}
