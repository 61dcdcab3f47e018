import type pg from 'pg'
import {
  aboutTopic,
  childReplyTopic,
  childrenReadingsTopic,
  childrenStateTopic,
  onlineTopic,
  readingsTopic,
  replyTopic,
  stateTopic,
} from '#contract/devices/protocol'
import type { DeviceEvents } from '../broker/deviceEvents.ts'
import { childOrSelf } from '../broker/knownDevice.ts'
import type { Arrivals, Arrived } from '../ingest/arrivals.ts'
import { decodeAbout, decodeReadings, decodeState } from '../ingest/decode.ts'
import type { Commands } from '../commands/desk.ts'
import { createChirpstackMessages } from './chirpstack.ts'
import { createSparkplugMessages } from './sparkplug.ts'
import { createThingsboardMessages } from './thingsboard.ts'
import type { PresenceDesk } from '../presence/presence.ts'

/** Gives what devices publish to whom it concerns. A device of which a gateway speaks is heard through it. */
export function createUplinks(given: {
  ingest: Arrivals
  presence: Pick<PresenceDesk, 'word' | 'heardThrough'>
  commands: Pick<Commands, 'reply' | 'radioed'>
  pool: pg.Pool
  clock: () => number
}): DeviceEvents['message'] {
  const { ingest, presence, commands } = given
  const foreign = [createThingsboardMessages(given), createChirpstackMessages(given), createSparkplugMessages(given)]
  return (peer, publish, packet, ack) => {
    const { topic, device, commandId } = publish
    const { device: sender, clientId } = peer
    const arrived: Arrived = { sender, topic: packet.topic, payload: packet.payload, done: ack }
    const heard = (child: typeof device) => {
      if (child !== sender) presence.heardThrough(sender, child)
    }
    heard(device)
    switch (topic) {
      case readingsTopic:
        ingest.said(device, arrived, decodeReadings)
        return
      case stateTopic:
        ingest.said(device, arrived, decodeState)
        return
      case aboutTopic:
        ingest.said(device, arrived, decodeAbout)
        return
      case childrenReadingsTopic:
        ingest.saidOfMany(arrived, decodeReadings, childOrSelf, heard)
        return
      case childrenStateTopic:
        ingest.saidOfMany(arrived, decodeState, childOrSelf, heard)
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
        if (!foreign.some((take) => take(peer, publish, arrived))) ack(new Error('no part of the server takes this topic'))
    }
  }
}
