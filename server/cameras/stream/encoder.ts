import { type ChildProcess, spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import type { CameraFault } from '#contract/cameras/camera'
import { HD, SD } from '#contract/cameras/stream'
import type { Input, Quality } from '../drivers/driver.ts'
import { LOOK, LOOK_BYTES } from '../recording/motion.ts'
import type { Register } from './register.ts'

/** The first picture is waited for so long, and a next one. */
const FIRST_MS = 15_000
const SILENT_MS = 8000
const faces = { sd: { ...SD, kilobits: 800 }, hd: { ...HD, kilobits: 2600 } } as const

/** What comes in, as MPEG-1 video and MP2 sound in MPEG-TS, a key frame every second. Fixed words: nothing of a camera or a user is among them. */
export function outputOf(quality: Quality): string[] {
  const { width, height, fps, kilobits } = faces[quality]
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2,setsar=1,fps=${fps},format=yuv420p`
  return [
    ['-map', '0:v:0', '-map', '0:a:0?', '-vf', fit],
    // 15 pictures a second are none of MPEG-1's own rates, which players that show what comes do not mind.
    ['-c:v', 'mpeg1video', '-strict', '-1', '-g', String(fps), '-bf', '0', '-threads', '1'],
    ['-b:v', `${kilobits}k`, '-maxrate', `${kilobits * 1.5}k`, '-bufsize', `${kilobits}k`],
    ['-c:a', 'mp2', '-ar', '44100', '-ac', '1', '-b:a', '64k'],
    ['-f', 'mpegts', '-muxdelay', '0', '-muxpreload', '0', '-flush_packets', '1', 'pipe:1'],
  ].flat()
}
/** Beside the small picture: two grey ones a second, in which it is looked for what moves. */
const GREY = ['-map', '0:v:0', '-an', '-vf', `fps=2,scale=${LOOK.width}:${LOOK.height}:flags=area,format=gray`]
const GREY_OUTPUT = [...GREY, '-f', 'rawvideo', '-flush_packets', '1', 'pipe:3']
const BEFORE = ['-hide_banner', '-loglevel', 'error', '-nostdin'] as const

export interface Encoder {
  close(): void
}

/** Starts ffmpeg on a source; `ended` is called once, with why, after it ended by itself. What it says is never logged: it may name the source. */
export function startEncoder(given: {
  program: string
  input: Input
  quality: Quality
  register: Register
  data: (chunk: Buffer) => void
  /** Gets a grey picture (LOOK_BYTES) twice a second. */
  look?: (picture: Buffer) => void
  ended: (why: CameraFault) => void
}): Encoder {
  const { program, input, quality, register, data, look, ended } = given
  const grey = look !== undefined
  const child = spawn(program, [...BEFORE, ...input.args, ...outputOf(quality), ...(grey ? GREY_OUTPUT : [])], {
    // It needs nothing that we know.
    env: {},
    stdio: [input.feed ? 'pipe' : 'ignore', 'pipe', 'ignore', grey ? 'pipe' : 'ignore'],
  })
  let over = false
  let silence = setTimeout(() => end('noStream'), FIRST_MS)
  let speaks = false
  function end(why: CameraFault | null): void {
    if (over) return
    over = true
    clearTimeout(silence)
    input.close()
    stopProcess(child)
    if (why !== null) ended(input.fault() ?? why)
  }

  register.add(child)
  child.on('error', () => end('noProgram'))
  child.on('exit', () => end('noStream'))
  child.stdout?.on('data', (chunk: Buffer) => {
    if (over) return
    if (speaks) silence.refresh()
    else {
      speaks = true
      clearTimeout(silence)
      silence = setTimeout(() => end('noStream'), SILENT_MS)
    }
    data(chunk)
  })
  cut(child.stdio[3], LOOK_BYTES, (picture) => {
    if (!over) look?.(picture)
  })
  if (child.stdin) {
    child.stdin.on('error', () => undefined)
    input.feed?.(child.stdin)
  }
  return { close: () => end(null) }
}

/** Cuts what comes into pieces of one length, bytes. */
function cut(from: unknown, length: number, take: (piece: Buffer) => void): void {
  if (!(from instanceof Readable)) return
  let rest: Buffer = Buffer.alloc(0)
  from.on('error', () => undefined)
  from.on('data', (chunk: Buffer) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    for (; rest.length >= length; rest = rest.subarray(length)) take(rest.subarray(0, length))
  })
}

function stopProcess(child: ChildProcess): void {
  child.stdin?.destroy()
  child.kill('SIGKILL')
}
