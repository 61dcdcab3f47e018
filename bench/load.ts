import { connect, type Socket } from 'node:net'

/**
 * A device that does nothing but publish: MQTT 3.1.1 written by hand on a bare socket, so that the load costs this machine as little
 * as can be and what is measured is the other side.
 */
export interface Publisher {
  /** Sends one QoS 1 message; resolves at its PUBACK. */
  publish(topic: string, payload: string): Promise<void>
  /** Sends one QoS 1 message; `pubacks` counts its answer. */
  fire(topic: string, payload: string): void
  readonly pubacks: () => number
  readonly inFlight: () => number
  /** Resolves when the connection is gone, whoever ended it. */
  readonly closed: Promise<void>
  close(): void
}

function length(value: number): Buffer {
  const bytes = []
  do {
    const rest = Math.floor(value / 128)
    bytes.push((value % 128) + (rest > 0 ? 128 : 0))
    value = rest
  } while (value > 0)
  return Buffer.from(bytes)
}
function word(value: string): Buffer {
  const bytes = Buffer.from(value)
  const size = Buffer.alloc(2)
  size.writeUInt16BE(bytes.length)
  return Buffer.concat([size, bytes])
}
const packet = (head: number, body: Buffer) => Buffer.concat([Buffer.from([head]), length(body.length), body])

const CONNECT = 0x10
const PUBLISH_QOS1 = 0x32
const PUBACK = 4
const CONNACK = 2

/** Connects and signs in; rejects where the broker refuses or closes. */
export function connectPublisher(at: {
  host: string
  port: number
  clientId: string
  userName?: string
  password?: string
}): Promise<Publisher> {
  return new Promise((ready, failed) => {
    const socket: Socket = connect(at.port, at.host)
    socket.setNoDelay(true)
    const waiting = new Map<number, () => void>()
    let acked = 0
    let flying = 0
    let next = 1
    let rest: Buffer = Buffer.alloc(0)
    let connected = false
    socket.on('error', (error) => !connected && failed(error))
    socket.once('close', () => !connected && failed(new Error('closed before CONNACK')))
    socket.once('connect', () => {
      const flags = 0x02 | (at.userName ? 0x80 : 0) | (at.password ? 0x40 : 0)
      const body = [word('MQTT'), Buffer.from([4, flags, 0, 60]), word(at.clientId)]
      if (at.userName) body.push(word(at.userName))
      if (at.password) body.push(word(at.password))
      socket.write(packet(CONNECT, Buffer.concat(body)))
    })
    socket.on('data', (chunk: Buffer) => {
      rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      let from = 0
      while (rest.length - from >= 2) {
        let size = 0
        let shift = 0
        let header = 1
        for (; header < 5 && from + header < rest.length; header++) {
          const byte = rest[from + header]!
          size += (byte & 127) << shift
          shift += 7
          if ((byte & 128) === 0) {
            header++
            break
          }
        }
        if (rest.length - from < header + size) break
        const kind = rest[from]! >> 4
        if (kind === PUBACK) {
          const id = rest.readUInt16BE(from + header)
          acked++
          flying--
          waiting.get(id)?.()
          waiting.delete(id)
        } else if (kind === CONNACK) {
          if (rest[from + header + 1] !== 0) failed(new Error(`refused with ${rest[from + header + 1]}`))
          else {
            connected = true
            ready(publisher)
          }
        }
        from += header + size
      }
      rest = rest.subarray(from)
    })
    const closed = new Promise<void>((gone) => socket.once('close', () => gone()))
    const send = (topic: string, payload: string) => {
      const id = next
      next = next === 65_535 ? 1 : next + 1
      const number = Buffer.alloc(2)
      number.writeUInt16BE(id)
      flying++
      socket.write(packet(PUBLISH_QOS1, Buffer.concat([word(topic), number, Buffer.from(payload)])))
      return id
    }
    const publisher: Publisher = {
      fire: (topic, payload) => void send(topic, payload),
      publish: (topic, payload) =>
        new Promise((done) => {
          waiting.set(send(topic, payload), done)
        }),
      pubacks: () => acked,
      inFlight: () => flying,
      closed,
      close: () => socket.destroy(),
    }
  })
}
