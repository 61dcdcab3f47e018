import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, expect, test, vi } from 'vitest'
import { openLine } from '#server/ground/push/brokerLine'
import { selfSigned } from './selfSigned.ts'

const ends: (() => Promise<void>)[] = []
afterEach(() => Promise.all(ends.splice(0).map((end) => end())))

const CONNACK = Buffer.from([0x20, 2, 0, 0])

/** A broker that does with a connection what it is told, and how many came. */
async function aBroker(onConnection: (socket: Socket) => void, isTls = false) {
  const sockets = new Set<Socket>()
  const take = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  }
  const server = isTls ? createTlsServer(selfSigned, take) : createServer(take)
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  )
  const { port } = server.address() as AddressInfo
  return { port, address: `mqtt${isTls ? 's' : ''}://localhost:${port}`, came: () => sockets.size }
}
const never = new AbortController().signal
const open = (address: string, more: Partial<Parameters<typeof openLine>[2]> = {}) =>
  openLine({ address, userName: '', password: null }, never, { allow: [new URL(address).host], patienceMs: 300, ...more })

const answers = (socket: Socket) => socket.once('data', () => socket.write(CONNACK))

test('a broker whose certificate nobody vouches for hears nothing', async () => {
  const heard = vi.fn()
  const broker = await aBroker((socket) => socket.on('data', heard), true)
  expect(await open(broker.address, { patienceMs: 5000 })).toEqual({ why: 'unreachable' })
  expect(heard).not.toHaveBeenCalled()
})

test('a name that leads inside is not connected to, though it was saved when it led elsewhere', async () => {
  const broker = await aBroker(answers)
  const lookup = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
  expect(await open(`mqtt://broker.example.com:${broker.port}`, { allow: [], lookup })).toEqual({ why: 'refused' })
  expect(broker.came()).toBe(0)
})

test('only the address that was judged is connected to: the name is asked for once', async () => {
  const broker = await aBroker(answers)
  const lookup = vi.fn(() => Promise.resolve([{ address: '127.0.0.1', family: 4 }]))
  const line = await open(`mqtt://broker.example.com:${broker.port}`, { lookup, patienceMs: 5000 })
  expect(line).toHaveProperty('say')
  expect(lookup).toHaveBeenCalledTimes(1)
  if ('close' in line) line.close()
})

test.each([
  ['says nothing', () => undefined, 'tooSlow'],
  ['hangs up', (socket: Socket) => socket.destroy(), 'unreachable'],
  ['speaks something else', (socket: Socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'), 'tooSlow'],
  ['does not let it in', (socket: Socket) => socket.once('data', () => socket.write(Buffer.from([0x20, 2, 0, 5]))), 'signIn'],
] as const)('a broker that %s is given up', async (_, onConnection, why) => {
  const broker = await aBroker(onConnection as (socket: Socket) => void)
  expect(await open(broker.address, { patienceMs: why === 'tooSlow' ? 300 : 5000 })).toEqual({ why })
})

test('a broker that acknowledges nothing has nothing', async () => {
  const broker = await aBroker(answers)
  const line = await open(broker.address)
  if (!('say' in line)) throw new Error(line.why)
  expect(await line.say([{ topic: 'a', body: 'b' }], never)).toBe('tooSlow')
  expect(line.isOpen()).toBe(false)
})

test('a broker that pours is let go before it fills the memory', async () => {
  let poured = 0
  const broker = await aBroker((socket) => {
    answers(socket)
    socket.once('data', () => {
      // A message of 256 MB that never ends.
      socket.write(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]))
      const pour = () => {
        while (!socket.destroyed && poured < 64 * 1024 * 1024) {
          poured += 65_536
          if (!socket.write(Buffer.alloc(65_536))) return void socket.once('drain', pour)
        }
      }
      pour()
    })
  })
  const line = await open(broker.address, { patienceMs: 5000 })
  await vi.waitFor(() => expect('say' in line && line.isOpen()).toBe(false), { timeout: 5000 })
  expect(poured).toBeLessThan(32 * 1024 * 1024)
})
