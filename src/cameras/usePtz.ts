import { useActorRef, useSelector } from '@xstate/react'
import i18next from 'i18next'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import { cameraControlCalls, DIRECTIONS, MOVED } from '#contract/cameras/control'
import { type Course, ptzMachine, type PtzOutcome, type PtzTrouble, type PtzWord } from '#machines/cameras/ptz'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { toast } from '#src/ui/toast.ts'
import { DISABLED_CODE, TOLD_MS } from './playerDesk.ts'

const HELD_CODE = 'error.camera.held'
const UNTOLD_CODE = 'error.camera.untold'
/** A word that nobody answers for so long is of no use any more. */
const PATIENCE_S = 3
/** A camera that takes no stop is told in other ways, one after another. */
const STOP_PATIENCE_S = 8

const outcomeOf = (answer: number | CallFailure): PtzOutcome => {
  if (!isFailure(answer)) return answer === MOVED.done ? 'done' : answer === MOVED.mayTurn ? 'turning' : 'refused'
  if (answer.code === UNTOLD_CODE) return 'refused'
  return answer.code === HELD_CODE ? 'held' : answer.code === DISABLED_CODE ? 'disabled' : 'failed'
}
const saysWord = (cameraId: number, { direction, hold }: PtzWord) =>
  call(
    cameraControlCalls.move,
    { params: { id: cameraId }, body: { direction: DIRECTIONS[direction], hold } },
    { quiet: true, anew: true, keepalive: true, seconds: direction === 'stop' ? STOP_PATIENCE_S : PATIENCE_S },
  )
const newHold = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('-')

export interface Ptz {
  /** Where it is turned while it is held; null while nothing is. */
  readonly course: Course | null
  readonly press: (direction: Course) => void
  readonly letGo: () => void
}

/** A camera under the hand: pressing turns it, and whatever ends the press stops it. `barred`: it may not be turned now. */
export function usePtz(cameraId: number, barred: boolean): Ptz {
  const machine = useMemo(() => {
    const complain = ({ kind, message }: PtzTrouble) => {
      if (kind === 'refused') toast('error', message ?? i18next.t('cameras:ptz.refused'))
      else if (kind === 'turning') toast('warning', i18next.t('cameras:ptz.mayTurn'), TOLD_MS)
      else if (kind === 'failed') toast('error', i18next.t('cameras:ptz.failed'), TOLD_MS)
      else
        toast(
          'warning',
          message ?? i18next.t(kind === 'held' ? 'cameras:ptz.held' : 'cameras:player.disabled'),
          kind === 'held' ? undefined : TOLD_MS,
        )
    }
    return ptzMachine.provide({
      actions: {
        say: ({ self }, word) =>
          void saysWord(cameraId, word).then((answer) =>
            self.send({ type: 'answered', word, outcome: outcomeOf(answer), message: isFailure(answer) ? answer.message || null : null }),
          ),
        complain: (_, trouble) => complain(trouble),
      },
    })
  }, [cameraId])
  const actor = useActorRef(machine)
  // Before the actor itself is stopped: the pad was closed, or the person signed out.
  useLayoutEffect(() => () => actor.send({ type: 'letGo' }), [actor])
  useEffect(() => actor.send({ type: barred ? 'bar' : 'unbar' }), [actor, barred])
  useEffect(() => {
    const letGo = () => actor.send({ type: 'letGo' })
    const seen = () => {
      if (document.visibilityState === 'hidden') letGo()
    }
    for (const ending of ['blur', 'pagehide', 'offline', 'pointerup', 'pointercancel'] as const) addEventListener(ending, letGo)
    document.addEventListener('visibilitychange', seen)
    return () => {
      for (const ending of ['blur', 'pagehide', 'offline', 'pointerup', 'pointercancel'] as const) removeEventListener(ending, letGo)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [actor])
  const course = useSelector(actor, (snapshot) => (snapshot.matches('moving') ? (snapshot.context.word?.direction ?? null) : null))
  return useMemo(
    () => ({
      course,
      press: (direction) => actor.send({ type: 'press', direction, hold: newHold() }),
      letGo: () => actor.send({ type: 'letGo' }),
    }),
    [actor, course],
  )
}
