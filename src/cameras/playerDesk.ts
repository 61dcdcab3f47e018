import i18next from 'i18next'
import { fromCallback, fromPromise } from 'xstate'
import { cameraRecordingCalls } from '#contract/cameras/recording'
import { CLARITY, cameraStreamCalls } from '#contract/cameras/stream'
import { playerMachine } from '#machines/cameras/player'
import type { KeptFrom, PlayerEvent, Ticket, Wanted } from '#machines/cameras/playerParts'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { type OpenStream, openStream } from './openStream.ts'
import { loadParts, raiseStage, type Stage } from './stage.ts'

/** What a call says of a camera that was closed. */
export const DISABLED_CODE = 'wfpe.warn.camera.disable'
/** CAMERA-05, -07: how long it is told, ms. */
export const TOLD_MS = 2000
const NO_PROGRAM = 'error.camera.noProgram'

const NOTHING_KEPT = 'error.camera.nothingKept'
/** As many watch recordings as can: somebody else may end, but who waits for it should be told. */
const MOST_PLAYBACKS = 'error.camera.mostPlaybacks'

function refusal(answer: CallFailure): Ticket {
  const { code, status } = answer
  const mayPass = (status === 0 || status === 503 || status === 429) && code !== NO_PROGRAM && code !== MOST_PLAYBACKS
  const kind = code === DISABLED_CODE ? 'disabled' : code === NOTHING_KEPT ? 'nothing' : mayPass ? 'mayPass' : 'other'
  return { failed: true, kind, message: reasonOf(answer) }
}
async function askLive(cameraId: number, clarity: Wanted['clarity']): Promise<Ticket> {
  const answer = await call(
    cameraStreamCalls.live,
    { body: { cameraId, protocol: 1, clarity: CLARITY[clarity] } },
    { quiet: true, anew: true },
  )
  return isFailure(answer) ? refusal(answer) : { failed: false, url: clarity === 'hd' ? answer.hdUrl : answer.url }
}
async function askKept(cameraId: number, { at, speed }: KeptFrom): Promise<Ticket> {
  const answer = await call(cameraRecordingCalls.playback, { body: { cameraId, at: Math.round(at), speed } }, { quiet: true, anew: true })
  return isFailure(answer) ? refusal(answer) : { failed: false, url: answer.url, at: answer.at }
}

const JPEG_QUALITY = 0.92

/** What of a picture a recording takes. */
export interface Source {
  readonly canvas: HTMLCanvasElement
  readonly sound: MediaStreamTrack | null
}

/** What stands behind one player: its machine, and where its pictures are drawn while somebody looks. */
export function playerDesk(cameraId: number) {
  let stage: Promise<Stage> | null = null
  let canvas: HTMLCanvasElement | null = null
  let shown: { readonly stage: Stage; readonly stream: OpenStream } | null = null
  const machine = playerMachine.provide({
    actors: {
      ask: fromPromise<Ticket, Wanted>(({ input: { clarity, kept } }) => (kept ? askKept(cameraId, kept) : askLive(cameraId, clarity))),
      stream: fromCallback<PlayerEvent, { url: string }, PlayerEvent>(({ input, sendBack }) => {
        let left = false
        const why = { noSocket: i18next.t('cameras:player.noSocket'), noDecoder: i18next.t('cameras:player.noDecoder') }
        void stage?.then(
          (raised) => {
            if (!left) shown = { stage: raised, stream: openStream(raised, input.url, sendBack, why) }
          },
          () => {
            if (!left) sendBack({ type: 'broken', message: why.noDecoder })
          },
        )
        return () => {
          left = true
          shown?.stream.close()
          shown = null
        }
      }),
    },
    actions: { warn: (_, message) => toast('warning', message, TOLD_MS) },
  })
  return {
    machine,
    /** Draws into `host`, until what it answers is called. */
    raise(host: HTMLElement, how: { gl: boolean; keeps: boolean }): () => void {
      let gone = false
      const raised = loadParts().then((parts) => {
        if (gone) throw new Error('Nobody looks any more')
        const made = raiseStage(host, parts, how)
        canvas = made.canvas
        return made
      })
      stage = raised
      return () => {
        gone = true
        stage = null
        canvas = null
        raised.then(
          (made) => made.dispose(),
          () => undefined,
        )
      }
    },
    setSound: (on: boolean) => shown?.stream.setSound(on),
    /** The picture that stands, as a JPEG; null where there is none. */
    picture: (): Promise<Blob | null> =>
      new Promise((resolve) => (canvas ? canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY) : resolve(null))),
    source: (): Source | null => shown && { canvas: shown.stage.canvas, sound: shown.stream.soundTrack() },
  }
}
