import { once } from 'node:events'
import net from 'node:net'
import { expect } from 'vitest'
import { DEVICE_SECRET } from '../arrange.ts'
import type { Farm } from './farm.ts'

/** First bytes of packets. */
export const CONNACK = 0x20
export const PUBREC = 0x50
export const PUBCOMP = 0x70

const field = (of: string | Buffer) => {
  const bytes = Buffer.from(of as string)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}
function packet(type: number, body: Buffer): Buffer {
  const header = [type]
  let rest = body.length
  do {
    header.push((rest % 128) | (rest > 127 ? 128 : 0))
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  return Buffer.concat([Buffer.from(header), body])
}
const number = (id: number) => Buffer.from([id >> 8, id & 255])

/** A PUBLISH of QoS 2; `again` sets its DUP flag. */
export const publishPacket = (topic: string, payload: string | Buffer, id: number, again = false) =>
  packet(0x34 | (again ? 8 : 0), Buffer.concat([field(topic), number(id), Buffer.from(payload as string)]))
export const pubrelPacket = (id: number) => packet(0x62, number(id))

/** A device that sends packet by packet and answers nothing by itself. */
export async function rawDevice(farm: Farm, of: { tenant_id: number; eui: string }, given: { clientId: string; clean: boolean }) {
  const socket = net.connect(farm.mqttPort, '127.0.0.1')
  socket.on('error', () => undefined)
  const answers: [type: number, id: number][] = []
  let rest = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes])
    // Every answer to a device that subscribes to nothing has two bytes after its header.
    for (; rest.length >= 4; rest = rest.subarray(4)) answers.push([rest[0]!, rest.readUInt16BE(2)])
  })
  await once(socket, 'connect')
  const flags = 0xc0 | (given.clean ? 2 : 0)
  const body = [
    field('MQTT'),
    Buffer.from([4, flags, 0, 0]),
    field(given.clientId),
    field(`${of.tenant_id}/${of.eui}`),
    field(DEVICE_SECRET),
  ]
  socket.write(packet(0x10, Buffer.concat(body)))
  const answered = (type: number, id: number, times = 1) =>
    expect.poll(() => answers.filter(([one, of]) => one === type && of === id).length, { timeout: 10_000 }).toBe(times)
  await expect.poll(() => answers[0]?.[0]).toBe(CONNACK)
  return { socket, answers, answered, send: (...packets: Buffer[]) => socket.write(Buffer.concat(packets)) }
}
