import type { StreamWord } from '#contract/cameras/stream'
import type { CameraFault } from '#contract/cameras/camera'
import { type CameraSource, type Driver, faultOf, type Quality } from '../drivers/driver.ts'
import { type Encoder, startEncoder } from './encoder.ts'
import { createPackets } from './packets.ts'
import type { Register } from './register.ts'
import type { Viewer } from './viewer.ts'

/** An encoder outlives its last viewer by this, so that a page that is read anew finds it. */
const LINGER_MS = 2000
/** How long is waited before a lost source is tried again: twice as long each time. */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 15_000
/** What fails so soon was refused; later it was waited for in vain. */
const AT_ONCE_MS = 8000

export interface Stream {
  readonly cameraId: number
  readonly quality: Quality
  /** What came since the last key frame; null before the first. */
  sinceKey(): Buffer | null
  /** Nobody watches it any more. */
  isIdle(): boolean
  watch(viewer: Viewer): void
  leave(viewer: Viewer): void
  /** Begins anew: the source is another. */
  restart(): void
  close(): void
}
export interface StreamParts {
  readonly clock: () => number
  readonly driverOf: (source: CameraSource) => Driver
  readonly register: Register
  /** The program that reads pictures; null: there is none. */
  readonly program: () => string | null
  /** How the camera is reached, as of now; null where it is gone. */
  readonly sourceOf: (cameraId: number) => Promise<CameraSource | null>
  /** Hears why a camera shows nothing, or (null) that it shows something. */
  readonly said: (cameraId: number, fault: CameraFault | null) => void
  /** Nobody watches any more: it is over. */
  readonly emptied: (stream: Stream) => void
}

/** The picture of a camera in one quality: one encoder, however many watch. A source that is lost is opened again, with growing pauses. */
export function createStream(cameraId: number, quality: Quality, parts: StreamParts): Stream {
  const { clock } = parts
  const viewers = new Set<Viewer>()
  let state: StreamWord['state'] = 'starting'
  let why: string | null = null
  let lastAt: number | null = null
  let encoder: Encoder | null = null
  let packets = createPackets()
  let retry: NodeJS.Timeout | undefined
  let linger: NodeJS.Timeout | undefined
  let pause = FIRST_PAUSE_MS
  /** Of the run that is under way: what an earlier one still says is not heard. */
  let run = 0
  let over = false
  /** Whether the encoder makes grey pictures too. */
  let grey = false
  /** A source that gave no picture is tried without its sound, which may be why: refused, or of a kind that nobody reads. */
  let sound = true
  let begunAt = 0

  const word = (): Omit<StreamWord, 'dropped'> => ({ state, why, lastAt })
  function say(next: StreamWord['state'], reason: string | null): void {
    if (state === next && why === reason) return
    state = next
    why = reason
    for (const viewer of viewers) viewer.say(word())
  }
  /** They cost something, and most cameras are looked at by nobody but people. */
  const wantsGrey = () => quality === 'sd' && [...viewers].some((viewer) => viewer.look !== undefined)
  function lose(of: number, fault: CameraFault): void {
    if (over || of !== run) return
    encoder = null
    const isBlank = packets.sinceKey().length === 0
    sound = !(sound && isBlank && fault === 'noStream')
    // Where it refused at once nobody has waited yet: this is the same attempt.
    if (!sound && performance.now() - begunAt < AT_ONCE_MS) return void begin()
    parts.said(cameraId, fault)
    say('lost', fault)
    retry = setTimeout(() => void begin(), pause)
    pause = Math.min(LONGEST_PAUSE_MS, pause * 2)
  }
  async function begin(): Promise<void> {
    const mine = ++run
    encoder?.close()
    encoder = null
    packets = createPackets()
    begunAt = performance.now()
    try {
      const source = await parts.sourceOf(cameraId)
      if (over || mine !== run) return
      const program = parts.program()
      if (program === null) return lose(mine, 'noProgram')
      if (source === null) return lose(mine, 'unreachable')
      const input = await parts.driverOf(source).open(source, quality, sound)
      if (over || mine !== run) return input.close()
      grey = wantsGrey()
      encoder = startEncoder({
        program,
        input,
        quality,
        sound,
        register: parts.register,
        data,
        ...(grey ? { look } : {}),
        ended: (fault) => lose(mine, fault),
      })
    } catch (cause) {
      lose(mine, faultOf(cause))
    }
    function look(picture: Buffer): void {
      if (mine === run) for (const viewer of viewers) viewer.look?.(picture)
    }
    function data(chunk: Buffer): void {
      if (mine !== run) return
      const piece = packets.take(chunk)
      if (!piece) return
      if (piece.pictures > 0) lastAt = clock()
      if (state !== 'live') {
        parts.said(cameraId, null)
        pause = FIRST_PAUSE_MS
      }
      say('live', null)
      for (const viewer of viewers) viewer.send(piece)
    }
  }
  void begin()

  const stream: Stream = {
    cameraId,
    quality,
    sinceKey() {
      const bytes = packets.sinceKey()
      return state === 'live' && bytes.length > 0 ? bytes : null
    },
    isIdle: () => viewers.size === 0,
    watch(viewer) {
      clearTimeout(linger)
      viewers.add(viewer)
      viewer.say(word())
      if (encoder !== null && !grey && wantsGrey()) return void begin()
      const bytes = packets.sinceKey()
      if (bytes.length > 0) viewer.send({ bytes, keyAt: 0, pictures: 0 })
    },
    leave(viewer) {
      // Whoever is sent away leaves once more when their connection ends: a second end would come to those who came meanwhile.
      if (!viewers.delete(viewer) || viewers.size > 0 || over) return
      linger = setTimeout(() => stream.close(), LINGER_MS)
    },
    restart() {
      pause = FIRST_PAUSE_MS
      sound = true
      clearTimeout(retry)
      say('starting', null)
      void begin()
    },
    close() {
      if (over) return
      over = true
      run++
      clearTimeout(retry)
      clearTimeout(linger)
      encoder?.close()
      parts.emptied(stream)
    },
  }
  return stream
}
