import { type ChildProcess, spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import type { CameraFault } from '#contract/cameras/camera'
import { HD, SD } from '#contract/cameras/stream'
import type { Input, Quality } from '../drivers/driver.ts'
import { LOOK, LOOK_BYTES } from '../recording/motion.ts'
import { createJoiner } from './joiner.ts'
import { PACKET } from './packets.ts'
import type { Register } from './register.ts'

/** The first picture is waited for so long, and a next one. */
const FIRST_MS = 15_000
const SILENT_MS = 8000
const faces = { sd: { ...SD, kilobits: 800 }, hd: { ...HD, kilobits: 2600 } } as const

const MPEG_TS = ['-f', 'mpegts', '-muxdelay', '0', '-muxpreload', '0', '-flush_packets', '1'] as const
/** The picture of what comes in, as MPEG-1 video in MPEG-TS, a key frame every second. Fixed words: nothing of a camera or a user is among them. */
export function outputOf(quality: Quality): string[] {
  const { width, height, fps, kilobits } = faces[quality]
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2,setsar=1,fps=${fps},format=yuv420p`
  return [
    ['-map', '0:v:0', '-an', '-vf', fit],
    // 15 pictures a second are none of MPEG-1's own rates, which players that show what comes do not mind.
    ['-c:v', 'mpeg1video', '-strict', '-1', '-g', String(fps), '-bf', '0', '-threads', '1'],
    ['-b:v', `${kilobits}k`, '-maxrate', `${kilobits * 1.5}k`, '-bufsize', `${kilobits}k`],
    [...MPEG_TS, 'pipe:1'],
  ].flat()
}
/**
 * Its sound as MP2, by an output of its own: one of both begins only when there is some of each, and then waits for the one that is late. Where a
 * source has no sound there must be something else in it, so it names the picture too and leaves out all of it.
 */
const SOUND_OUTPUT = [
  ['-map', '0:v:0', '-c:v', 'copy', '-bsf:v', 'noise=drop=1', '-map', '0:a:0?'],
  ['-c:a', 'mp2', '-ar', '44100', '-ac', '1', '-b:a', '64k', '-max_interleave_delta', '1'],
  [...MPEG_TS, 'pipe:4'],
].flat()
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
  /** Whether its sound is looked for, which joins the picture when it comes. */
  sound?: boolean
  register: Register
  /** Gets whole packets: of the picture, with those of the sound between them. */
  data: (chunk: Buffer) => void
  /** Gets a grey picture (LOOK_BYTES) twice a second. */
  look?: (picture: Buffer) => void
  ended: (why: CameraFault) => void
}): Encoder {
  const { program, input, quality, sound = true, register, data, look, ended } = given
  const grey = look !== undefined
  const outputs = [...outputOf(quality), ...(grey ? GREY_OUTPUT : []), ...(sound ? SOUND_OUTPUT : [])]
  const child = spawn(program, [...BEFORE, ...input.args, ...outputs], {
    // It needs nothing that we know.
    env: {},
    stdio: [input.feed ? 'pipe' : 'ignore', 'pipe', 'ignore', grey ? 'pipe' : 'ignore', sound ? 'pipe' : 'ignore'],
  })
  const joiner = createJoiner()
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
  cut(child.stdout, PACKET, (packets) => {
    if (over) return
    if (speaks) silence.refresh()
    else {
      speaks = true
      clearTimeout(silence)
      silence = setTimeout(() => end('noStream'), SILENT_MS)
    }
    const joined = joiner.picture(packets)
    if (joined.length > 0) data(joined)
  })
  // A source that is heard and not seen is not live: only the picture says that it is.
  cut(child.stdio[4], PACKET, (packets) => {
    const joined = over ? null : joiner.sound(packets)
    if (joined !== null && joined.length > 0) data(joined)
  })
  cut(child.stdio[3], LOOK_BYTES, (pictures) => {
    for (let at = 0; at < pictures.length && !over; at += LOOK_BYTES) look?.(pictures.subarray(at, at + LOOK_BYTES))
  })
  if (child.stdin) {
    child.stdin.on('error', () => undefined)
    input.feed?.(child.stdin)
  }
  return { close: () => end(null) }
}

/** Hands on what comes in whole pieces of one length, bytes: as many at once as there are. */
function cut(from: unknown, length: number, take: (pieces: Buffer) => void): void {
  if (!(from instanceof Readable)) return
  let rest: Buffer = Buffer.alloc(0)
  from.on('error', () => undefined)
  from.on('data', (chunk: Buffer) => {
    const all = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const whole = all.length - (all.length % length)
    rest = all.subarray(whole)
    if (whole > 0) take(all.subarray(0, whole))
  })
}

function stopProcess(child: ChildProcess): void {
  child.stdin?.destroy()
  child.kill('SIGKILL')
}
