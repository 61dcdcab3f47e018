import { useActorRef, useSelector } from '@xstate/react'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { PlaybackSpeed } from '#contract/cameras/recording'
import type { Clarity, PlayerEvent } from '#machines/cameras/playerParts'
import { playerDesk, type Source } from './playerDesk.ts'

type PlayerStep = 'closed' | 'opening' | 'starting' | 'playing' | 'lost' | 'paused' | 'ended' | 'stopped' | 'disabled' | 'failed'

export interface Player {
  readonly step: PlayerStep
  readonly clarity: Clarity
  /** Of a recording: the moment that is shown, or asked for, ms UTC; null of the live picture. */
  readonly at: number | null
  readonly speed: PlaybackSpeed
  readonly sound: boolean
  readonly recording: boolean
  /** When the last picture came, ms UTC; null before the first. */
  readonly lastAt: number | null
  /** A code of the stream, or null. */
  readonly why: string | null
  /** The server's words where it failed. */
  readonly message: string | null
  /** Pictures that this viewer lost because it is too slow. */
  readonly dropped: number
  readonly send: (event: PlayerEvent) => void
  /** What a recording takes; null while no stream is open. */
  readonly source: () => Source | null
  /** The picture that stands, as a JPEG; null where there is none. Ask for it where the player `keeps` pictures. */
  readonly picture: () => Promise<Blob | null>
}

/** The picture of a camera, live first, drawn into `host` for as long as it is shown; of another camera it is another component. `gl`: by WebGL where there is one. `keeps`: its picture can be read. */
export function usePlayer({
  host,
  cameraId,
  disabled,
  clarity,
  gl,
  keeps = false,
}: {
  host: RefObject<HTMLElement | null>
  cameraId: number
  disabled: boolean
  clarity: Clarity
  gl: boolean
  keeps?: boolean
}): Player {
  const [desk] = useState(() => playerDesk(cameraId))
  const actor = useActorRef(desk.machine, { input: { clarity } })
  // Before the actor itself is stopped: what it holds open is closed by it.
  useLayoutEffect(() => () => actor.send({ type: 'close' }), [actor])
  useEffect(() => {
    if (!host.current) return
    const lower = desk.raise(host.current, { gl, keeps })
    actor.send({ type: 'open' })
    return lower
  }, [actor, desk, host, gl, keeps])
  useEffect(() => {
    actor.send({ type: disabled ? 'disable' : 'enable' })
    // A recording that stood still did not hear that the tab was hidden: it goes on when it is seen.
    if (document.visibilityState === 'hidden') actor.send({ type: 'hide' })
  }, [actor, disabled])
  useEffect(() => {
    const seen = () => actor.send({ type: document.visibilityState === 'hidden' ? 'hide' : 'show' })
    const online = () => actor.send({ type: 'online' })
    document.addEventListener('visibilitychange', seen)
    addEventListener('online', online)
    return () => {
      document.removeEventListener('visibilitychange', seen)
      removeEventListener('online', online)
    }
  }, [actor])
  const step = useSelector(actor, (snapshot): PlayerStep => {
    if (snapshot.hasTag('playing')) return 'playing'
    if (snapshot.hasTag('lost')) return 'lost'
    if (snapshot.matches('live')) return snapshot.matches({ live: 'opening' }) ? 'opening' : 'starting'
    if (snapshot.matches({ kept: 'paused' })) return 'paused'
    if (snapshot.matches({ kept: 'ended' })) return 'ended'
    if (snapshot.matches('kept')) return snapshot.matches({ kept: 'opening' }) ? 'opening' : 'starting'
    if (snapshot.matches('disabled')) return 'disabled'
    return snapshot.matches('hidden') ? 'closed' : (snapshot.value as PlayerStep)
  })
  const context = useSelector(actor, (snapshot) => snapshot.context)
  const isOpen = step === 'playing' || step === 'starting'
  const { sound } = context
  useEffect(() => desk.setSound(sound), [desk, sound, isOpen])
  // The same for as long as the player is: who does something for as long as it is recorded must not begin anew with each picture.
  const send = useCallback((event: PlayerEvent) => actor.send(event), [actor])
  return useMemo(() => ({ ...context, step, send, source: desk.source, picture: desk.picture }), [desk, step, context, send])
}
