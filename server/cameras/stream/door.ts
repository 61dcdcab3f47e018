import type { Logger } from 'pino'
import { WebSocketServer, type WebSocket } from 'ws'
import { STREAM_PATH, type StreamWord } from '#contract/cameras/stream'
import type { GateChange } from '../../ground/http/gate.ts'
import { refuseUpgrade, type Upgrades } from '../../ground/http/upgrades.ts'
import type { Forbidden } from './rights.ts'
import type { Pass } from './tickets.ts'
import { type Viewer, viewerOf } from './viewer.ts'

/** Viewers say nothing. */
const MOST_BYTES = 256
/** Whether a viewer is still there is asked so often, ms; and whether they may still watch, whatever was heard. */
const LOOK_MS = 20_000

/** What is watched: live, or what is kept. */
export interface Watched {
  watch(viewer: Viewer): void
  leave(viewer: Viewer): void
}
interface Open {
  readonly pass: Pass
  readonly socket: WebSocket
  readonly viewer: Viewer
  readonly stream: Watched
  isThere: boolean
}

/** Where streams are watched: each by a ticket, for as long as who came by it may. */
export function openDoor(given: {
  upgrades: Upgrades
  log: Logger
  clock: () => number
  use: (ticket: string) => Pass | null
  /** Why they may not watch; null where they may. */
  forbids: (pass: Pass) => Promise<Forbidden | null>
  /** Throws CallFailure where no more streams are made, or recordings shown. */
  streamOf: (pass: Pass) => Watched
}) {
  const { log, clock, use, forbids, streamOf } = given
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MOST_BYTES, perMessageDeflate: false })
  const open = new Set<Open>()

  function close({ socket, viewer, stream }: Open, why: Forbidden): void {
    stream.leave(viewer)
    viewer.say({ state: 'closed', why, lastAt: null })
    socket.close(1000)
  }
  async function recheck(some: readonly Open[]): Promise<void> {
    await Promise.all(
      some.map(async (one) => {
        try {
          const why = await forbids(one.pass)
          if (why !== null && open.delete(one)) close(one, why)
        } catch (cause) {
          log.warn({ err: cause }, 'it could not be asked whether somebody may still watch a camera')
        }
      }),
    )
  }
  const recheckAll = (concerned: (pass: Pass) => boolean) => recheck([...open].filter(({ pass }) => concerned(pass)))

  function enter(socket: WebSocket, pass: Pass): void {
    socket.on('error', () => undefined)
    let stream: Watched
    try {
      stream = streamOf(pass)
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : null
      socket.send(JSON.stringify({ state: 'lost', why, lastAt: null, dropped: 0 } satisfies StreamWord))
      socket.close(1013)
      return
    }
    const one: Open = { pass, socket, stream, viewer: viewerOf(socket, clock), isThere: true }
    open.add(one)
    socket.on('pong', () => (one.isThere = true))
    socket.on('close', () => {
      open.delete(one)
      stream.leave(one.viewer)
    })
    stream.watch(one.viewer)
    // What changed while the door was opened was told to nobody yet.
    void recheck([one])
  }

  const giveUp = given.upgrades.take(STREAM_PATH, (request, socket, head) => {
    socket.on('error', () => undefined)
    const pass = use(new URLSearchParams(request.url?.split('?', 2)[1]).get('ticket') ?? '')
    if (pass === null) return refuseUpgrade(socket, '403 Forbidden')
    forbids(pass).then(
      (why) => {
        if (why !== null) refuseUpgrade(socket, '403 Forbidden')
        else sockets.handleUpgrade(request, socket, head, (opened) => enter(opened, pass))
      },
      () => refuseUpgrade(socket, '503 Service Unavailable'),
    )
  })
  const looking = setInterval(() => {
    for (const one of open) {
      if (!one.isThere) one.socket.terminate()
      one.isThere = false
      one.socket.ping()
    }
    void recheckAll(() => true)
  }, LOOK_MS)
  looking.unref()

  return {
    /** Closes the streams of this camera for whoever may not watch it any more. */
    cameraChanged: (cameraId: number) => recheckAll((pass) => pass.cameraId === cameraId),
    gateChanged(change: GateChange): void {
      void recheckAll((pass) =>
        'sessionId' in change
          ? pass.sessionId === change.sessionId
          : change.users.includes(pass.userId) || change.tenant === 'every' || change.tenant === pass.tenantId,
      )
    },
    close(): void {
      giveUp()
      clearInterval(looking)
      for (const { socket } of open) socket.terminate()
    },
  }
}
