import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type CameraSource, CameraTrouble } from '#server/cameras/drivers/driver'
import { rtspDriver } from '#server/cameras/drivers/rtsp/driver'
import { startEncoder } from '#server/cameras/stream/encoder'
import { takeFrame } from '#server/cameras/stream/frame'
import { openRegister, type Register } from '#server/cameras/stream/register'
import { findProgram } from '#server/ground/files/ffmpeg'
import { BARS, barsOf } from './bars.ts'
import { digestJudge } from './digestJudge.ts'
import { type Otherwise, type RtspDouble, rtspDouble } from './rtspDouble.ts'

const USER = { userName: 'grower', password: "sun & 'rain'%20/@:" }
const folder = mkdtempSync(join(tmpdir(), 'furrow-rtsp-sign-in-'))
const program = findProgram()!
let register: Register
const closing: (() => void)[] = []
beforeAll(() => {
  register = openRegister(folder)
})
afterEach(() => {
  for (const close of closing.splice(0).toReversed()) close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function aSource(otherwise: Otherwise, timeout = 60): Promise<RtspDouble> {
  const double = await rtspDouble({ otherwise, timeout })
  closing.push(double.close)
  return double
}
const cameraAt = ({ port }: RtspDouble, who: Partial<CameraSource> = USER): CameraSource =>
  ({
    id: 1,
    tenantId: 1,
    enter: 4,
    channelNo: 1,
    hdUrl: `rtsp://127.0.0.1:${port}/live`,
    sdUrl: '',
    userName: '',
    password: null,
    ...who,
  }) as CameraSource
const openIt = (double: RtspDouble, who?: Partial<CameraSource>) =>
  rtspDriver({ allow: [`127.0.0.1:${double.port}`], ownPorts: [] }).open(cameraAt(double, who), 'hd', false)
const shows = async (double: RtspDouble, who?: Partial<CameraSource>) =>
  openIt(double, who)
    .then((input) => takeFrame(program, input, register))
    .then(barsOf)
    .catch((cause: unknown) => (cause instanceof CameraTrouble ? cause.fault : cause))
const heads = (challenges: readonly string[]) => ['401 Unauthorized', ...challenges.map((one) => `WWW-Authenticate: ${one}`)]

/** Lets in who signs by what this one judges. */
const by =
  (judge: ReturnType<typeof digestJudge>, challenges = () => [judge.challenge()], once = false): Otherwise =>
  ({ method, url, headers }) => {
    const verdict = judge.judge(headers['authorization'], method, url)
    if (verdict === 'well' && once) judge.turn()
    return verdict === 'well' ? null : heads(challenges().map((one) => (verdict === 'stale' ? `${one}, stale=TRUE` : one)))
  }

test.each([
  ['MD5 that it does not name', {}],
  ['MD5-sess', { algorithm: 'MD5-sess', qop: 'auth' }],
  ['SHA-256', { algorithm: 'SHA-256' }],
  ['SHA-256 and qop auth', { algorithm: '"SHA-256"', qop: 'auth,auth-int' }],
  ['SHA-512-256', { algorithm: 'SHA-512-256', qop: 'auth' }],
])('a picture behind %s is shown, and a wrong password is said to be one', { timeout: 40_000 }, async (_, how) => {
  const double = await aSource(by(digestJudge({ ...USER, ...how })))
  expect(await shows(double)).toEqual(BARS)
  double.asked.length = 0
  expect(await shows(double, { ...USER, password: 'wrong' })).toBe('signIn')
  // It is said twice by no name: an account is locked for that.
  expect(double.asked.filter(({ headers }) => headers['authorization'] !== undefined)).toHaveLength(1)
})

test('the strongest of several is taken, and nothing weaker is said', { timeout: 40_000 }, async () => {
  const strong = digestJudge({ ...USER, algorithm: 'SHA-256', qop: 'auth' })
  const others = () => ['Basic realm="x"', digestJudge({ ...USER, algorithm: 'MD5' }).challenge()]
  for (const challenges of [() => [...others(), strong.challenge()], () => [[strong.challenge(), ...others()].join(', ')]]) {
    const double = await aSource(by(strong, challenges))
    expect(await shows(double)).toEqual(BARS)
    for (const { headers, url } of double.asked) {
      expect(headers['authorization'] ?? 'Digest algorithm=SHA-256').toMatch(/^Digest .*algorithm=SHA-256/)
      expect(new URL(url).port).toBe(String(double.port))
    }
  }
})

test('a nonce that is over is signed anew, also for the words that keep a stream alive', { timeout: 40_000 }, async () => {
  const judge = digestJudge({ ...USER, algorithm: 'SHA-256', qop: 'auth' })
  const double = await aSource(
    by(judge, () => [judge.challenge()], true),
    2,
  )
  let bytes = 0
  const ended: string[] = []
  const encoder = startEncoder({
    program,
    input: await openIt(double),
    quality: 'sd',
    register,
    data: (chunk) => void (bytes += chunk.length),
    ended: (why) => ended.push(why),
  })
  closing.push(() => encoder.close())
  const alive = () => double.asked.filter(({ method }) => method === 'GET_PARAMETER' || method === 'OPTIONS').length
  await vi.waitFor(() => expect(bytes).toBeGreaterThan(20_000), { timeout: 15_000 })
  const before = alive()
  // Each is refused once, since its nonce is over, and said again.
  await vi.waitFor(() => expect(alive()).toBeGreaterThan(before + 3), { timeout: 15_000 })
  const shown = bytes
  await vi.waitFor(() => expect(bytes).toBeGreaterThan(shown + 20_000), { timeout: 10_000 })
  expect(ended).toEqual([])
})

test.each([
  ['a way of signing in that nobody here knows', () => heads(['Negotiate']), USER, 'signInWay'],
  ['that it wants a user where none is set', () => heads(['Digest realm="x", nonce="y"']), {}, 'noUser'],
  ['that this user may not see it', () => ['403 Forbidden'], USER, 'notAllowed'],
  ['that the account is locked', () => [...heads(['Digest realm="x", nonce="y"']), 'X-Reason: account locked'], USER, 'locked'],
  ['that there is no such picture', () => ['404 Not Found'], USER, 'noStream'],
] as const)('it is told by %s', { timeout: 40_000 }, async (_, otherwise, who, why) => {
  expect(await shows(await aSource(otherwise), who)).toBe(why)
})

test('that there is no TLS is told', { timeout: 40_000 }, async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.resume()
    socket.end('RTSP/1.0 400 Bad Request\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  closing.push(() => void server.close())
  const { port } = server.address() as { port: number }
  expect(await shows({ port } as RtspDouble, { ...USER, hdUrl: `rtsps://127.0.0.1:${port}/live` })).toBe('tls')
})
