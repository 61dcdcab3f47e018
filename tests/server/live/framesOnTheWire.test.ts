import mqttPacket from 'mqtt-packet'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { aConsole, aFarm, type Farm, startFarm } from '../broker/farm.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

test('a frame reaches a page as one message, however many pieces the broker writes it in', async () => {
  const { device, tenant, area, topic } = await aFarm(farm)
  const token = aConsole(farm, { [tenant.id]: {} })
  const socket = new WebSocket(farm.webSocketUrl, 'mqtt')
  const messages: Buffer[] = []
  socket.on('message', (data: Buffer) => messages.push(data))
  await new Promise((open) => socket.once('open', open))
  socket.send(
    mqttPacket.generate({
      cmd: 'connect',
      clientId: 'page',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      keepalive: 60,
      username: 'console',
      password: Buffer.from(token),
    }),
  )
  await vi.waitFor(() => expect(messages).toHaveLength(1))
  const name = `live/${tenant.id}/${area.id}/readings`
  socket.send(mqttPacket.generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: name, qos: 0 }] }))
  await vi.waitFor(() => expect(messages).toHaveLength(2))
  const client = await farm.device(device)
  await client.publishAsync(topic('readings'), '{"a":21.4}', { qos: 1 })
  const told: string[] = []
  const parser = mqttPacket.parser()
  parser.on('packet', (packet) => packet.cmd === 'publish' && told.push(packet.topic))
  await vi.waitFor(() => {
    for (const message of messages.splice(2)) {
      const before = told.length
      expect(parser.parse(message)).toBe(0)
      expect(told.length).toBeGreaterThan(before)
    }
    expect(told).toEqual([name])
  })
  socket.close()
})
