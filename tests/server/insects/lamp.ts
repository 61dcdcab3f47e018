import mqtt from 'mqtt'
import sharp from 'sharp'
import { expect, vi } from 'vitest'
import { insectLampCalls } from '#contract/insects/insectLamp'
import { insectPictureCalls } from '#contract/insects/picture'
import { DEVICE_SECRET } from '../arrange.ts'
import type { Farm } from '../devices/farmOfDevices.ts'

/** A light sheet with so many dark squares, each by itself. */
export function sheet(count: number, colours: readonly string[] = ['#202020']): Promise<Buffer> {
  const squares = Array.from({ length: count }, (_, at) => {
    const [x, y] = [20 + (at % 10) * 60, 20 + Math.floor(at / 10) * 60]
    return `<rect x="${x}" y="${y}" width="20" height="20" fill="${colours[at % colours.length]}"/>`
  })
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#f4f1e6"/>${squares.join('')}</svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}

interface Told {
  readonly id: string
  readonly verb: string
  readonly circuit?: number
  readonly args: {
    readonly upload: string
    readonly port: number
    readonly expires: number
    readonly maxBytes: number
    readonly maxPixels: number
  }
}

/** A lamp of the north base, as a client that is not ours would be one: it answers yes and keeps what it was told. */
export async function aLamp(farm: Farm) {
  const lamp = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id, device_type: 'insectSituationLamp', name: 'Lamp' })
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${farm.mqttPort}`, {
    username: `${farm.t}/${lamp.eui}`,
    password: DEVICE_SECRET,
    protocolVersion: 4,
  })
  const told: Told[] = []
  client.on('message', (topic, payload) => {
    told.push(JSON.parse(payload.toString()) as Told)
    client.publish(`${topic}/reply`, '{"ok":true}', { qos: 1 })
  })
  await client.subscribeAsync(`furrow/${farm.t}/${lamp.eui}/commands/+`, { qos: 1 })

  /** Says something of itself on one of its topics. */
  const say = (topic: 'readings' | 'state', words: object) =>
    client.publishAsync(`furrow/${farm.t}/${lamp.eui}/${topic}`, JSON.stringify(words), { qos: 1 })
  /** Asks for a picture and answers the address that the lamp was told. */
  async function address(): Promise<string> {
    const before = told.length
    const { status, body } = await farm.admin.call(insectLampCalls.photograph, { params: { t: farm.t, imei: lamp.eui } })
    expect({ status, result: body.result }).toEqual({ status: 200, result: 1 })
    await vi.waitFor(() => expect(told.length).toBe(before + 1))
    return told.at(-1)!.args.upload
  }
  const send = async (path: string, body: Buffer, type = 'image/png') => {
    const answer = await farm.anonymous.raw('PUT', path, { body: new Uint8Array(body), headers: { 'content-type': type } })
    return { status: answer.status, body: (await answer.json()) as { pictureId: number; code?: string } }
  }
  const standing = async (id: number) => (await farm.admin.call(insectPictureCalls.get, { params: { t: farm.t, id } })).body
  /** A picture of this lamp, once it was looked at. */
  async function picture(body: Buffer, query = '') {
    const { status, body: answer } = await send(`${await address()}${query}`, body)
    expect({ status, answer }).toMatchObject({ status: 200 })
    return identified(answer.pictureId)
  }
  const identified = (id: number) =>
    vi.waitFor(
      async () => {
        const found = await standing(id)
        expect(found.state).not.toBe('waiting')
        return found
      },
      { timeout: 20_000 },
    )
  return { lamp, told, say, address, send, standing, picture, identified, close: () => client.endAsync() }
}
