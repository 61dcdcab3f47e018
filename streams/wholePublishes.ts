import { PacketWalk } from '#contract/devices/packetWalk'

const PUBLISH = 3
const LONGEST_LENGTH_FIELD = 4

/** Where a publish at QoS 0 stands in the bytes of a message. */
interface Place {
  readonly topicFrom: number
  readonly payloadFrom: number
  readonly end: number
}

/** The publish at QoS 0 that begins at `from` and ends within these bytes; null where something else stands there. */
function publishAt(bytes: Uint8Array, from: number): Place | null {
  const head = bytes[from]!
  // Kind in the upper half; 0x06 are the two bits of the QoS.
  if (head >> 4 !== PUBLISH || (head & 0x06) !== 0) return null
  let length = 0
  let at = from + 1
  for (let factor = 1; ; factor *= 128) {
    if (at >= bytes.length || at > from + LONGEST_LENGTH_FIELD) return null
    const byte = bytes[at++]!
    length += (byte & 127) * factor
    if ((byte & 128) === 0) break
  }
  const end = at + length
  if (length < 2 || end > bytes.length) return null
  const topicFrom = at + 2
  const payloadFrom = topicFrom + bytes[at]! * 256 + bytes[at + 1]!
  return payloadFrom > end ? null : { topicFrom, payloadFrom, end }
}

const decoder = new TextDecoder()

/**
 * Hands on the publishes of a message that holds nothing but whole ones at QoS 0, in their order; answers false, with nothing handed
 * on, for any other message.
 */
export function takePublishes(bytes: Uint8Array, take: (topic: string, payload: Uint8Array) => void): boolean {
  const places: Place[] = []
  for (let at = 0; at < bytes.length;) {
    const place = publishAt(bytes, at)
    if (place === null) return false
    places.push(place)
    at = place.end
  }
  for (const { topicFrom, payloadFrom, end } of places)
    take(decoder.decode(bytes.subarray(topicFrom, payloadFrom)), bytes.subarray(payloadFrom, end))
  return true
}

/**
 * A WebSocket for an MQTT client that does not see the live frames: a message of whole publishes at QoS 0 goes to `take` at once, all else
 * to the client. Most of what a busy page hears are such frames, and the client's own way for one (a stream, a parser, its queues)
 * costs more than everything that is done with it afterwards.
 */
export function frameSocket(url: string, protocols: string[], take: (topic: string, payload: Uint8Array) => void): WebSocket {
  const socket = new WebSocket(url, protocols)
  const walk = new PacketWalk()
  const add = socket.addEventListener.bind(socket) as (kind: string, listener: (event: MessageEvent) => void) => void
  const addListener = (kind: string, listener: (event: MessageEvent) => void) => {
    if (kind !== 'message') {
      add(kind, listener)
      return
    }
    add('message', (event) => {
      if (!(event.data instanceof ArrayBuffer)) return
      const bytes = new Uint8Array(event.data)
      if (walk.atEdge && takePublishes(bytes, take)) return
      walk.feed(bytes)
      listener.call(socket, event)
    })
  }
  return Object.assign(socket, { addEventListener: addListener })
}
