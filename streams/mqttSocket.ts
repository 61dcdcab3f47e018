/** The kinds of packet (MQTT 3.1.1): the upper half of the first byte. */
const CONNECT = 1
const CONNACK = 2
const PUBLISH = 3
const SUBSCRIBE = 8
const SUBACK = 9
const UNSUBSCRIBE = 10
const PINGREQ = 12
const DISCONNECT = 14
/** The flags in the lower half that these two must have. */
const ASKS = 0x02
const QOS_BITS = 0x06

const PROTOCOL_LEVEL = 4
/** User name, password, and a session that ends with the connection. */
const CONNECT_FLAGS = 0b1100_0010
const LAST_ID = 0xffff
/** What the length field can say at most: four bytes of seven bits. */
const LAST_FACTOR = 128 ** 3

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const two = (number: number) => [number >> 8, number & 255]
const text = (words: string) => {
  const bytes = encoder.encode(words)
  return [...two(bytes.length), ...bytes]
}
function packet(kind: number, flags: number, body: readonly number[]): Uint8Array<ArrayBuffer> {
  const length: number[] = []
  for (let rest = body.length; length.length === 0 || rest > 0; rest >>= 7) length.push((rest & 127) | (rest > 127 ? 128 : 0))
  return Uint8Array.of((kind << 4) | flags, ...length, ...body)
}

/** Where the packet that begins at `from` has its body; null where its bytes are not all here yet. Throws where no packet begins like that. */
function bodyAt(bytes: Uint8Array, from: number): { readonly begin: number; readonly end: number } | null {
  let length = 0
  let at = from + 1
  for (let factor = 1; ; factor *= 128) {
    if (factor > LAST_FACTOR) throw new RangeError('no packet is as long as this')
    const byte = bytes[at++]
    if (byte === undefined) return null
    length += (byte & 127) * factor
    if ((byte & 128) === 0) break
  }
  return at + length > bytes.length ? null : { begin: at, end: at + length }
}

/** Takes a stream of bytes, cut anywhere, and hands on its packets; those that are whole within one piece are read where they stand. */
export function packetReader(take: (kind: number, flags: number, body: Uint8Array) => void): (bytes: Uint8Array) => void {
  let rest = new Uint8Array()
  return (bytes) => {
    let all = bytes
    if (rest.length > 0) {
      all = new Uint8Array(rest.length + bytes.length)
      all.set(rest)
      all.set(bytes, rest.length)
    }
    let at = 0
    for (let body = bodyAt(all, at); body !== null; body = bodyAt(all, at)) {
      const head = all[at]!
      at = body.end
      take(head >> 4, head & 15, all.subarray(body.begin, body.end))
    }
    rest = all.slice(at)
  }
}

export interface MqttNeeds {
  readonly url: string
  readonly clientId: string
  readonly username: string
  readonly password: string
  /** Something is sent at least so often, ms. */
  readonly keepAliveMs: number
  /** So long the broker has to take the connection, ms. */
  readonly connectMs: number
  /** The broker has taken the connection. */
  readonly connected: () => void
  /** A packet of any kind has come. */
  readonly received: () => void
  readonly published: (topic: string, payload: Uint8Array) => void
  /** The connection is over, or never came; told once, and not after `end`. */
  readonly ended: () => void
}

/** One connection to a broker, from its first byte to its end: whoever wants another makes another. */
export interface MqttSocket {
  readonly connected: boolean
  /** Subscribes at QoS 0; `answered` hears of each topic what was granted, 0x80 and more where it was refused. */
  subscribe(topics: readonly string[], answered: (granted: Uint8Array) => void): void
  unsubscribe(topics: readonly string[]): void
  /** Asks for a sign of life. */
  ping(): void
  /** Says farewell and tells nothing any more. */
  end(): void
}

/**
 * MQTT 3.1.1 over a WebSocket, as much of it as a console speaks: it connects, subscribes at QoS 0, hears, and asks for signs of life. What
 * a broker may not say to such a client ends the connection.
 */
export function openMqtt(needs: MqttNeeds): MqttSocket {
  const socket = new WebSocket(needs.url, ['mqtt'])
  socket.binaryType = 'arraybuffer'
  const asked = new Map<number, (granted: Uint8Array) => void>()
  let lastId = 0
  let isConnected = false
  let isOver = false
  let alive: ReturnType<typeof setInterval> | undefined
  const patience = setTimeout(() => fail(), needs.connectMs)

  function close() {
    isOver = true
    isConnected = false
    clearTimeout(patience)
    clearInterval(alive)
    asked.clear()
    socket.close()
  }
  function fail() {
    if (isOver) return
    close()
    needs.ended()
  }
  const send = (kind: number, flags: number, body: readonly number[]) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(packet(kind, flags, body))
  }
  const nextId = () => (lastId = (lastId % LAST_ID) + 1)
  const ping = () => send(PINGREQ, 0, [])

  function take(kind: number, flags: number, body: Uint8Array) {
    // What was heard before may have ended it.
    if (isOver) return
    needs.received()
    if (kind === PUBLISH) {
      const begin = 2 + body[0]! * 256 + body[1]!
      if ((flags & QOS_BITS) !== 0 || !(begin <= body.length)) fail()
      else needs.published(decoder.decode(body.subarray(2, begin)), body.subarray(begin))
    } else if (kind === CONNACK) {
      if (isConnected || body[1] !== 0) {
        fail()
        return
      }
      isConnected = true
      clearTimeout(patience)
      alive = setInterval(ping, needs.keepAliveMs)
      needs.connected()
    } else if (kind === SUBACK) {
      const id = body[0]! * 256 + body[1]!
      const answered = asked.get(id)
      asked.delete(id)
      answered?.(body.subarray(2))
    }
  }
  const read = packetReader(take)

  socket.addEventListener('open', () => {
    const { clientId, username, password, keepAliveMs } = needs
    const head = [...text('MQTT'), PROTOCOL_LEVEL, CONNECT_FLAGS, ...two(Math.ceil(keepAliveMs / 1000))]
    send(CONNECT, 0, [...head, ...text(clientId), ...text(username), ...text(password)])
  })
  socket.addEventListener('message', ({ data }: MessageEvent) => {
    if (isOver || !(data instanceof ArrayBuffer)) return
    try {
      read(new Uint8Array(data))
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      fail()
    }
  })
  socket.addEventListener('error', fail)
  socket.addEventListener('close', fail)

  return {
    get connected() {
      return isConnected
    },
    subscribe(topics, answered) {
      const id = nextId()
      asked.set(id, answered)
      send(SUBSCRIBE, ASKS, [...two(id), ...topics.flatMap((topic) => [...text(topic), 0])])
    },
    unsubscribe: (topics) => send(UNSUBSCRIBE, ASKS, [...two(nextId()), ...topics.flatMap(text)]),
    ping,
    end() {
      if (isOver) return
      if (isConnected) send(DISCONNECT, 0, [])
      close()
    },
  }
}
