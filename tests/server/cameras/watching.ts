import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { WebSocket } from 'ws'
import { cameraStreamCalls, type StreamWord } from '#contract/cameras/stream'
import { BLOCK, HEIGHT, MARK, STRIP_BITS, STRIP_HEIGHT, WIDTH } from '#server/cameras/drivers/simulated/scene'
import type { Client } from '../harness.ts'

/** The ffmpegs that this process runs now. */
const encoderPids = (): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return stat.includes('(ffmpeg)') && Number(parent) === process.pid && state !== 'Z'
    } catch {
      return false
    }
  })
/** How many ffmpegs this process runs now. */
export const encoders = (): number => encoderPids().length
/** As a crash of each of them. */
export const killEncoders = (): void => encoderPids().forEach((pid) => process.kill(Number(pid), 'SIGKILL'))

/** One who watches: what it was told, and the bytes that it got. */
export interface Watcher {
  readonly socket: WebSocket
  readonly words: StreamWord[]
  readonly bytes: () => Buffer
  readonly isClosed: () => boolean
}

/** Opens a stream. Throws with the status of the answer where it is refused. */
export async function watch(server: { url: string }, address: string): Promise<Watcher> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${address}`)
  const words: StreamWord[] = []
  const parts: Buffer[] = []
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) parts.push(data)
    else words.push(JSON.parse(data.toString()) as StreamWord)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return { socket, words, bytes: () => Buffer.concat(parts), isClosed: () => socket.readyState === WebSocket.CLOSED }
}

/** The addresses of a camera's pictures, for who asks. Throws the code of a failure. */
export async function liveOf(client: Client, t: number, cameraId: number): Promise<{ url: string; hdUrl: string }> {
  const { status, body } = await client.call(cameraStreamCalls.live, { params: { t }, body: { cameraId, protocol: 1, clarity: 1 } })
  if (status !== 200) throw new Error(body.code)
  return body
}

/** What the last picture of a stream in MPEG-TS, or a JPEG, says of itself in its strip; null where there is none to read. */
export async function lastStrip(bytes: Buffer): Promise<{ pan: number; tilt: number; zoom: number; second: number } | null> {
  const raw = await new Promise<Buffer>((resolve) => {
    const args = ['-loglevel', 'quiet', '-i', 'pipe:0', '-vf', `scale=${WIDTH}:${HEIGHT}`, '-pix_fmt', 'gray', '-f', 'rawvideo', 'pipe:1']
    const child = execFile('ffmpeg', args, { encoding: 'buffer', maxBuffer: 1 << 30 }, (_, out) => resolve(out))
    child.stdin!.on('error', () => undefined)
    child.stdin!.end(bytes)
  })
  const from = (Math.floor(raw.length / (WIDTH * HEIGHT)) - 1) * WIDTH * HEIGHT
  if (from < 0) return null
  let nth = 0
  const row = from + (HEIGHT - STRIP_HEIGHT / 2) * WIDTH
  const next = (count: number) => {
    let value = 0
    for (let i = 0; i < count; i++) value = value * 2 + (raw[row + nth++ * BLOCK + (BLOCK >> 1)]! > 127 ? 1 : 0)
    return value
  }
  if (next(STRIP_BITS.mark) !== MARK) return null
  return {
    pan: next(STRIP_BITS.pan) / 10 - 180,
    tilt: next(STRIP_BITS.tilt) / 10 - 90,
    zoom: next(STRIP_BITS.zoom) / 100,
    second: next(STRIP_BITS.second),
  }
}
