import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { AddressPolicy } from '#server/cameras/drivers/address'
import { type CameraSource, CameraTrouble } from '#server/cameras/drivers/driver'
import { rtspDriver } from '#server/cameras/drivers/rtsp/driver'
import { startEncoder } from '#server/cameras/stream/encoder'
import { takeFrame } from '#server/cameras/stream/frame'
import { findProgram } from '#server/ground/files/ffmpeg'
import { openRegister, type Register } from '#server/cameras/stream/register'
import { BARS, barsOf } from './bars.ts'

const USER = 'grower'
const PASSWORD = "sun & 'rain'%20/@:"
const closing: (() => void)[] = []
let open: number
let guarded: number
let program: string
let register: Register
let folder: string
const sources: ChildProcess[] = []

/** A real source of RTSP; answers its port. */
function source(...who: string[]): Promise<number> {
  const child = spawn('/usr/bin/python3', [join(import.meta.dirname, 'rtspSource.py'), ...who], { stdio: ['ignore', 'pipe', 'inherit'] })
  sources.push(child)
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the source ended with ${code}`)))
    child.stdout!.once('data', (port: Buffer) => resolve(Number(port)))
  })
}
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'furrow-rtsp-'))
  register = openRegister(folder)
  program = findProgram()!
  ;[open, guarded] = await Promise.all([source(), source(USER, PASSWORD)])
}, 60_000)
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
afterAll(() => {
  for (const child of sources) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const allowing = (...ports: number[]): AddressPolicy => ({ allow: ports.map((port) => `127.0.0.1:${port}`), ownPorts: [] })
const camera = (port: number, more: Partial<CameraSource> = {}): CameraSource => ({
  id: 1,
  tenantId: 1,
  enter: 4,
  deviceSerial: 'pond',
  channelNo: 1,
  nationalChannel: '',
  hdUrl: `rtsp://127.0.0.1:${port}/live`,
  sdUrl: '',
  onvifUrl: '',
  userName: '',
  password: null,
  ...more,
})
const frameOf = async (given: CameraSource, policy: AddressPolicy) =>
  takeFrame(program, await rtspDriver(policy).open(given, 'hd'), register)
const faultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (cause: unknown) => (cause instanceof CameraTrouble ? cause.fault : cause),
  )
/** Something that answers a connection so, on a port of its own. */
async function answering(heard: (socket: Socket, text: string) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => heard(socket, chunk.toString('latin1')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as { port: number }).port
}

test('a real source shows its colours, also behind a user and a password with every sign in it', { timeout: 60_000 }, async () => {
  expect(await barsOf(await frameOf(camera(open), allowing(open)))).toEqual(BARS)
  const who = { userName: USER, password: PASSWORD }
  expect(await barsOf(await frameOf(camera(guarded, who), allowing(guarded)))).toEqual(BARS)
})

test('a wrong password, a wrong way and nobody there are told apart', { timeout: 60_000 }, async () => {
  expect(await faultOf(frameOf(camera(guarded, { userName: USER, password: 'wrong' }), allowing(guarded)))).toBe('signIn')
  expect(await faultOf(frameOf(camera(open, { hdUrl: `rtsp://127.0.0.1:${open}/other` }), allowing(open)))).toBe('noStream')
  const port = await answering((socket) => void socket.destroy())
  closing.splice(0).forEach((close) => close())
  expect(await faultOf(frameOf(camera(port), allowing(port)))).toBe('unreachable')
})

test('its sound goes with its picture', { timeout: 60_000 }, async () => {
  const input = await rtspDriver(allowing(open)).open(camera(open), 'sd')
  const parts: Buffer[] = []
  const encoder = startEncoder({ program, input, quality: 'sd', register, data: (chunk) => void parts.push(chunk), ended: () => undefined })
  closing.push(() => encoder.close())
  const RATE = 8000
  const decode = promisify(execFile)
  await vi.waitFor(
    async () => {
      const file = join(folder, 'sound.ts')
      writeFileSync(file, Buffer.concat(parts))
      const { stdout } = await decode(
        program,
        ['-loglevel', 'quiet', '-i', file, '-vn', '-ar', String(RATE), '-ac', '1', '-f', 's16le', 'pipe:1'],
        {
          encoding: 'buffer',
        },
      )
      const sound = new Int16Array(stdout.buffer, stdout.byteOffset, stdout.length >> 1)
      expect(sound.length).toBeGreaterThan(RATE)
      let rises = 0
      for (let at = 1; at < sound.length; at++) if (sound[at - 1]! < 0 && sound[at]! >= 0) rises++
      const hertz = (rises / sound.length) * RATE
      expect(Math.abs(hertz - 440)).toBeLessThan(10)
    },
    { timeout: 20_000, interval: 500 },
  )
})

test('its picture goes on as video, and no process shows its user, its password or its address', { timeout: 60_000 }, async () => {
  const input = await rtspDriver(allowing(guarded)).open(camera(guarded, { userName: USER, password: PASSWORD }), 'sd')
  let bytes = 0
  const said: string[] = []
  const encoder = startEncoder({
    program,
    input,
    quality: 'sd',
    register,
    data: (chunk) => void (bytes += chunk.length),
    ended: (why) => said.push(why),
  })
  closing.push(() => encoder.close())
  await vi.waitFor(() => expect(bytes).toBeGreaterThan(100_000), { timeout: 30_000 })
  const words = readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        return ''
      }
    })
    .filter((line) => line.includes('ffmpeg'))
  expect(words.length).toBeGreaterThan(0)
  for (const line of words) for (const secret of [USER, 'rain', String(guarded), '/live']) expect(line).not.toContain(secret)
  expect(said).toEqual([])
})

test('a source that ends is said to be over', { timeout: 60_000 }, async () => {
  const port = await source()
  const input = await rtspDriver(allowing(port)).open(camera(port), 'sd')
  let bytes = 0
  const said: string[] = []
  const encoder = startEncoder({
    program,
    input,
    quality: 'sd',
    register,
    data: (chunk) => void (bytes += chunk.length),
    ended: (why) => said.push(why),
  })
  closing.push(() => encoder.close())
  await vi.waitFor(() => expect(bytes).toBeGreaterThan(20_000), { timeout: 30_000 })
  sources.at(-1)!.removeAllListeners('exit')
  sources.at(-1)!.kill('SIGKILL')
  await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 20_000 })
})

const long = 'x'.repeat(70_000)
test.each([
  ['at once', (_: string, to: string) => `RTSP/1.0 302 Found\r\n${to}\r\n\r\n`],
  ['after two blanks', (_: string, to: string) => `RTSP/1.0  302 Found\r\n${to}\r\n\r\n`],
  ['after a tab', (_: string, to: string) => `RTSP/1.0\t302 Found\r\n${to}\r\n\r\n`],
  ['with another number', (_: string, to: string) => `RTSP/1.0 +0302 Found\r\n${to}\r\n\r\n`],
  ['with a return within a word', (_: string, to: string) => `RTSP/1.0 30\r2 Found\r\n${to.replace('cat', 'c\rat')}\r\n\r\n`],
  [
    'after a long answer',
    (asked: string, to: string) =>
      asked.startsWith('OPTIONS')
        ? `RTSP/1.0 200 OK\r\nContent-Length: ${long.length}\r\n\r\n${long}`
        : `RTSP/1.0 302 Found\r\n${to}\r\n\r\n`,
  ],
])('one that sends on to another address is not followed there: %s', { timeout: 60_000 }, async (_, answer) => {
  let reached = 0
  const inside = await answering(() => void reached++)
  const port = await answering((socket, text) => {
    const nth = /CSeq: (\d+)/i.exec(text)?.[1] ?? '1'
    socket.write(answer(text, `CSeq: ${nth}\r\nLocation: rtsp://127.0.0.1:${inside}/live`))
  })
  expect(await faultOf(frameOf(camera(port), allowing(port)))).toBe('address')
  expect(reached).toBe(0)
})

test('what is here, or beside this host, is called only where the operator named it', async () => {
  const none: AddressPolicy = { allow: [], ownPorts: [] }
  const { look } = rtspDriver(none)
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '0.0.0.0', '[::ffff:127.0.0.1]', '2130706433'])
    expect([host, await faultOf(look(camera(open, { hdUrl: `rtsp://${host}:${open}/live` })))]).toEqual([host, 'address'])
  const turned = rtspDriver({ ...none, lookup: async () => [{ address: '192.168.1.9' }, { address: '127.0.0.1' }] })
  expect(await faultOf(turned.look(camera(open, { hdUrl: `rtsp://camera.farm:${open}/live` })))).toBe('address')
  for (const wrong of ['file:///etc/passwd', 'http://127.0.0.1/', 'rtsp://user:secret@192.168.1.9/live', 'rtsp://192.168.1.9/a b', ''])
    expect([wrong, await faultOf(look(camera(open, { hdUrl: wrong })))]).toEqual([wrong, 'address'])
  const own: AddressPolicy = { allow: [`127.0.0.1:${open}`], ownPorts: [open] }
  expect(await faultOf(rtspDriver(own).look(camera(open)))).toBe('address')
})

test('a look ends in time, whatever answers', { timeout: 30_000 }, async () => {
  expect(await faultOf(rtspDriver(allowing(open)).look(camera(open)))).toBeNull()
  const silent = await answering(() => undefined)
  expect(await faultOf(rtspDriver(allowing(silent)).look(camera(silent)))).toBe('tooSlow')
  const other = await answering((socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'))
  expect(await faultOf(rtspDriver(allowing(other)).look(camera(other)))).toBe('noStream')
  const babbling = await answering((socket) => void socket.write('x'.repeat(100_000)))
  expect(await faultOf(rtspDriver(allowing(babbling)).look(camera(babbling)))).toBe('noStream')
})
