import { createServer, type Server, type Socket } from 'node:net'
import type { CameraFault } from '#contract/cameras/camera'
import type { Target } from '../address.ts'
import { dial } from './dial.ts'

/** What a camera answers before it is told to play is short. */
const LONGEST_TALK = 64 * 1024
const STATUS = /^RTSP\/\S*[ \t]+\+?0*(\d+)/gm
// What reads it skips every carriage return, wherever it stands.
const ELSEWHERE = /^location:/im
const PLAY = /^PLAY /m
/** Nobody asks for it later. */
const AWAITED_MS = 10_000

export interface Relay {
  /** Of this host, for one connection. */
  readonly port: number
  /** Why nothing comes, as far as was heard; null where nothing was wrong yet. */
  fault(): CameraFault | null
  close(): void
}

/**
 * A way to a camera for a program that would look its address up itself and go wherever it is sent: it is let in once, is led to the address that
 * was judged, over TLS where that is asked for, and is cut off where the camera sends it elsewhere.
 */
export async function openRelay(target: Target): Promise<Relay> {
  let fault: CameraFault | null = null
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const server: Server = createServer((asked) => {
    clearTimeout(unasked)
    server.close()
    keep(asked).on('error', () => asked.destroy())
    dial(target).then(
      (camera) => {
        keep(camera)
        if (asked.destroyed) return camera.destroy()
        const talk = listen()
        const cut = () => {
          fault = 'address'
          asked.destroy()
          camera.destroy()
        }
        // Nothing is passed on before it was looked at.
        asked.on('data', (chunk: Buffer) => {
          talk.asks(chunk)
          camera.write(chunk)
        })
        camera.on('data', (chunk: Buffer) => {
          const heard = talk.answers(chunk)
          if (heard === 'elsewhere') return cut()
          if (heard !== null) fault = heard === 'well' ? null : heard
          if (!asked.write(chunk)) camera.pause()
        })
        asked.on('drain', () => camera.resume())
        camera.on('error', () => {
          fault ??= 'unreachable'
          asked.destroy()
        })
        camera.on('close', () => asked.end())
        asked.on('close', () => camera.destroy())
      },
      (why: { fault?: CameraFault }) => {
        fault = why.fault ?? 'unreachable'
        asked.destroy()
      },
    )
  })
  const close = () => {
    clearTimeout(unasked)
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  const unasked = setTimeout(close, AWAITED_MS)
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
  return { port, fault: () => fault, close }
}

type Heard = 'elsewhere' | 'signIn' | 'noStream' | 'well' | null

/** Hears what a camera answers until it is told to play: from then on nobody is sent anywhere. Whoever talks longer before is taken for one who does. */
function listen(): { asks(chunk: Buffer): void; answers(chunk: Buffer): Heard } {
  let plays = false
  let asked = ''
  let answered = ''
  return {
    asks(chunk) {
      if (plays) return
      asked = (asked + chunk.toString('latin1')).slice(-LONGEST_TALK)
      plays = PLAY.test(asked)
    },
    answers(chunk) {
      if (plays) return null
      answered += chunk.toString('latin1').replaceAll('\r', '')
      if (answered.length > LONGEST_TALK || ELSEWHERE.test(answered)) return 'elsewhere'
      const last = [...answered.matchAll(STATUS)].at(-1)
      const status = Number(last?.[1] ?? 0)
      if (status >= 300 && status < 400) return 'elsewhere'
      if (status === 401 || status === 403) return 'signIn'
      return status >= 400 ? 'noStream' : status >= 200 ? 'well' : null
    },
  }
}
