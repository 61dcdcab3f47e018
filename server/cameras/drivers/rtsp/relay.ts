import { createServer, type Server, type Socket } from 'node:net'
import type { CameraFault } from '#contract/cameras/camera'
import type { Target } from '../address.ts'
import type { Signer } from '../signIn.ts'
import { dial } from './dial.ts'
import { createTalk } from './talk.ts'

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
 * was judged, over TLS where that is asked for, is signed in there, and is cut off where the camera sends it elsewhere.
 */
export async function openRelay(target: Target, signer: Signer): Promise<Relay> {
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
        const guard = listen()
        const cut = () => {
          fault = 'address'
          asked.destroy()
          camera.destroy()
        }
        const talk = createTalk({
          own: `127.0.0.1:${port}`,
          url: target.url,
          signer,
          toCamera: (bytes) => void camera.write(bytes),
          toProgram(bytes) {
            if (!asked.write(bytes)) camera.pause()
          },
          heard: (why) => (fault = why),
        })
        // Nothing is passed on before it was looked at.
        asked.on('data', (chunk: Buffer) => {
          guard.asks(chunk)
          talk.asks(chunk)
        })
        camera.on('data', (chunk: Buffer) => {
          if (guard.sendsElsewhere(chunk)) cut()
          else talk.answers(chunk)
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

/** Hears what a camera answers until it is told to play: from then on nobody is sent anywhere. Whoever talks longer before is taken for one who does. */
function listen(): { asks(chunk: Buffer): void; sendsElsewhere(chunk: Buffer): boolean } {
  let plays = false
  let asked = ''
  let answered = ''
  return {
    asks(chunk) {
      if (plays) return
      asked = (asked + chunk.toString('latin1')).slice(-LONGEST_TALK)
      plays = PLAY.test(asked)
    },
    sendsElsewhere(chunk) {
      if (plays) return false
      answered += chunk.toString('latin1').replaceAll('\r', '')
      if (answered.length > LONGEST_TALK || ELSEWHERE.test(answered)) return true
      const last = [...answered.matchAll(STATUS)].at(-1)
      const status = Number(last?.[1] ?? 0)
      return status >= 300 && status < 400
    },
  }
}
