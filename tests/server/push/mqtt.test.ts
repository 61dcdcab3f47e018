import { createServer, type Server } from 'node:net'
import { Aedes } from 'aedes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dataPushCalls } from '#contract/organization/dataPush'
import { aPushFarm, type PushFarm } from './aPushFarm.ts'

let broker: Aedes
let door: Server
let port: number
const heard: { topic: string; body: { resent?: boolean; records: { value: number }[] } }[] = []
let farm: PushFarm
beforeAll(async () => {
  broker = await Aedes.createBroker({
    authenticate: (_client, name, password, done) => done(null, name === 'furrow' && password?.toString() === 'word'),
    authorizePublish: (_client, packet, done) => {
      heard.push({ topic: packet.topic, body: JSON.parse(packet.payload.toString()) })
      done(null)
    },
  })
  door = createServer(broker.handle)
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  port = (door.address() as { port: number }).port
  farm = await aPushFarm({ config: { alarms: { allow: [`127.0.0.1:${port}`], smtp: null } } })
})
afterAll(async () => {
  await farm?.close()
  await new Promise<void>((resolve) => broker.close(() => resolve()))
  door.close()
})

test('a broker gets each device under its topic, in order, once it lets Furrow in', async () => {
  const device = await farm.aDevice(farm)
  const facts = { kind: 'mqtt', address: `mqtt://127.0.0.1:${port}`, topic: 'farm/{eui}/{source}', userName: 'furrow' }
  const target = await farm.add({ ...facts, password: await farm.server.encrypt('wrong') })
  for (const value of [1, 2, 3]) await device.say({ load: value })
  await vi.waitFor(async () => expect(await farm.figures(target.id)).toMatchObject({ why: 'signIn', waiting: 3 }), { timeout: 10_000 })
  const { status } = await farm.admin.call(dataPushCalls.edit, {
    params: { t: farm.tenant.id, id: target.id },
    body: farm.body({ ...facts, password: await farm.server.encrypt('word'), objectVersionNumber: target.objectVersionNumber }),
  })
  expect(status).toBe(200)
  await vi.waitFor(async () => expect(await farm.figures(target.id)).toMatchObject({ delivered: 3, waiting: 0 }), { timeout: 15_000 })
  expect(new Set(heard.map(({ topic }) => topic))).toEqual(new Set([`farm/${device.eui}/readings`]))
  expect(heard.flatMap(({ body }) => body.records.map(({ value }) => value))).toEqual([1, 2, 3])
})
