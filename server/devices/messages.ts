import {
  childReplyTopic,
  childrenReadingsTopic,
  childrenStateTopic,
  onlineTopic,
  readingsTopic,
  replyTopic,
  stateTopic,
} from '#contract/devices/protocol'
import type { DeviceEvents } from '../ground/broker/deviceEvents.ts'
import type { Arrivals, Arrived } from '../ground/ingest/arrivals.ts'
import type { Commands } from './commands/desk.ts'
import type { PresenceDesk } from './presence.ts'

/** Gives what devices publish to whom it concerns. A device of which a gateway speaks is heard through it. */
export function createMessages(given: {
  ingest: Arrivals
  presence: Pick<PresenceDesk, 'word' | 'heardThrough'>
  commands: Pick<Commands, 'reply'>
}): DeviceEvents['message'] {
  const { ingest, presence, commands } = given
  return (peer, { topic, device, commandId }, packet, ack) => {
    const { device: sender, clientId } = peer
    const arrived: Arrived = { sender, topic: packet.topic, payload: packet.payload, done: ack }
    const heard = (child: typeof device) => {
      if (child !== sender) presence.heardThrough(sender, child)
    }
    heard(device)
    switch (topic) {
      case readingsTopic:
        ingest.readings(device, arrived)
        return
      case stateTopic:
        ingest.state(device, arrived)
        return
      case childrenReadingsTopic:
        ingest.children('readings', arrived, heard)
        return
      case childrenStateTopic:
        ingest.children('states', arrived, heard)
        return
      case onlineTopic:
        if (presence.word(device, device === sender ? clientId : null, packet.payload.toString('utf8', 0, 16))) ack()
        else ingest.reject(device, arrived, { reason: 'shape', notes: [{ code: 'onlineWord' }] })
        return
      case replyTopic:
      case childReplyTopic:
        commands.reply(device, replyTopic.of({ tenantId: device.tenantId, eui: device.eui, commandId }), packet.payload).then(
          (understood) => {
            if (understood) ack()
            else ingest.reject(device, arrived, { reason: 'shape', notes: [{ code: 'answerForm' }] })
          },
          (cause: Error) => ack(cause),
        )
        return
      default:
        ack(new Error('no part of the server takes this topic'))
    }
  }
}
