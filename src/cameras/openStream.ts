import type { AudioOut, Decoder } from 'jsmpeg-player'
import { streamWord } from '#contract/cameras/stream'
import type { PlayerEvent } from '#machines/cameras/playerParts'
import { type Decoders, makeDecoders, type Stage } from './stage.ts'

type Told = Extract<PlayerEvent, { type: 'picture' | 'word' | 'ended' | 'broken' }>

/** A stream that is open. */
export interface OpenStream {
  readonly setSound: (on: boolean) => void
  /** Its sound for a recording; null while it is off. */
  readonly soundTrack: () => MediaStreamTrack | null
  readonly close: () => void
}

/** How often it is told that pictures come, ms. */
const TOLD_MS = 1000
/** What arrived while the page was busy is caught up with, so many pictures a frame of the screen. */
const AT_ONCE = 4
/** Sound that lags more than this is skipped, s. */
const MOST_LAG = 0.25

const socketAddress = (url: string): string => {
  const address = new URL(url, location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  return address.href
}

/** Opens a stream and draws it on a stage. `canvas.dataset.pictures` counts what was decoded. It tells what happens until it is closed. */
export function openStream(
  stage: Stage,
  url: string,
  tell: (event: Told) => void,
  why: { noSocket: string; noDecoder: string },
): OpenStream {
  let decoders: Decoders | null = null
  let socket: WebSocket | null = null
  let sound: Sound | null = null
  let wantsSound = false
  let frame = 0
  let toldAt = 0
  let closed = false
  const pictureCame = () => {
    const { dataset } = stage.canvas
    dataset.pictures = String(Number(dataset.pictures ?? 0) + 1)
    const now = Date.now()
    if (now - toldAt < TOLD_MS) return
    toldAt = now
    tell({ type: 'picture', at: now })
  }
  const draw = () => {
    frame = requestAnimationFrame(draw)
    for (let done = 0; done < AT_ONCE && decoders?.video.decode(); done++);
    sound?.play()
  }
  const start = async () => {
    const made = await makeDecoders(stage, pictureCame)
    if (closed) return made.video.destroy()
    decoders = made
    const { TS } = stage.parts.Demuxer
    const demuxer = new TS(made.options)
    made.video.connect(stage.renderer)
    demuxer.connect(TS.STREAM.VIDEO_1, made.video)
    sound = new Sound(stage, made, (audio) => demuxer.connect(TS.STREAM.AUDIO_1, audio))
    sound.set(wantsSound)
    if (typeof WebSocket === 'undefined') return tell({ type: 'broken', message: why.noSocket })
    socket = new WebSocket(socketAddress(url))
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
      if (typeof data !== 'string') return demuxer.write(data)
      const word = readWord(data)
      if (!word) return
      // What comes after it is news.
      toldAt = 0
      tell({ type: 'word', word })
    })
    socket.addEventListener('close', () => {
      if (!closed) tell({ type: 'ended' })
    })
    frame = requestAnimationFrame(draw)
  }
  void start().catch(() => {
    if (!closed) tell({ type: 'broken', message: why.noDecoder })
  })
  return {
    setSound(on) {
      wantsSound = on
      sound?.set(on)
    },
    soundTrack: () => (wantsSound ? (sound?.track() ?? null) : null),
    close() {
      closed = true
      cancelAnimationFrame(frame)
      socket?.close()
      decoders?.video.destroy()
      sound?.close()
      decoders = null
    },
  }
}

function readWord(text: string) {
  try {
    return streamWord.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** The sound of a stream: made when it is first wanted, since a browser plays none before the person has asked for it. */
class Sound {
  readonly #stage: Stage
  readonly #decoders: Decoders
  readonly #connect: (audio: Decoder<AudioOut>) => void
  #made: { readonly audio: Decoder<AudioOut>; readonly out: AudioOut } | null = null

  constructor(stage: Stage, decoders: Decoders, connect: (audio: Decoder<AudioOut>) => void) {
    this.#stage = stage
    this.#decoders = decoders
    this.#connect = connect
  }

  set(on: boolean): void {
    if (on && !this.#made && this.#stage.parts.AudioOutput.WebAudio.IsSupported()) {
      const out = new this.#stage.parts.AudioOutput.WebAudio(this.#decoders.options)
      const audio = new this.#decoders.Audio(this.#decoders.options)
      audio.connect(out)
      this.#connect(audio)
      this.#made = { audio, out }
    }
    if (!this.#made) return
    const { out } = this.#made
    out.volume = on ? 1 : 0
    if (!on) return
    out.unlock()
    void out.context.resume()
  }

  play(): void {
    if (!this.#made) return
    const { audio, out } = this.#made
    do {
      if (out.enqueuedTime > MOST_LAG) {
        out.resetEnqueuedTime()
        out.enabled = false
      }
    } while (audio.decode())
    out.enabled = true
  }

  track(): MediaStreamTrack | null {
    if (!this.#made) return null
    const { out } = this.#made
    const tap = out.context.createMediaStreamDestination()
    out.destination.connect(tap)
    return tap.stream.getAudioTracks()[0] ?? null
  }

  close(): void {
    this.#made?.audio.destroy()
    this.#made?.out.destroy()
    this.#made = null
  }
}
