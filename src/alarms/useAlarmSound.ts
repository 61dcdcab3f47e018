import { useMachine } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { heardSeverity, isLoud, soundMachine } from '#machines/alarms/sound'
import { useToldAlarms } from '#src/live/useAlarms.ts'
import { alarmPlayer } from './alarmPlayer.ts'

export interface AlarmSound {
  readonly state: 'silent' | 'sounding' | 'hushed' | 'blocked'
  /** The browser keeps this page silent: what comes next would not be heard. */
  readonly muted: boolean
  /** When the hush ends, ms UTC; null where nothing is hushed. */
  readonly until: number | null
  readonly hush: () => void
  readonly resume: () => void
  readonly turnOn: () => void
}

/**
 * Sounds while a base has a critical or major alarm that nobody acknowledged; call it once in a window. `early` asks at once whether the
 * browser lets the page sound, so that a wall is made ready before anything happens.
 */
export function useAlarmSound(areaId: number | null | undefined, early = false): AlarmSound {
  const told = useToldAlarms(areaId)
  const player = useMemo(() => alarmPlayer(), [])
  const [snapshot, send] = useMachine(soundMachine, { input: { allowed: true } })
  const { context } = snapshot
  const muted = !context.allowed
  const severity = snapshot.matches('sounding') ? heardSeverity(context) : null

  useEffect(() => {
    const now = Date.now()
    send({ type: 'alarms.stand', loud: told.filter((face) => isLoud(face, now)) })
  }, [told, send])
  useEffect(() => () => player.close(), [player])
  useEffect(() => {
    if (!early) return
    let wanted = true
    void player.awaken().then((allowed) => {
      if (wanted && !allowed) send({ type: 'player.blocked' })
    })
    return () => {
      wanted = false
    }
  }, [early, player, send])
  useEffect(() => {
    if (severity === null) return
    let wanted = true
    let stop = () => {}
    void player.awaken().then((allowed) => {
      if (!wanted) return
      if (allowed) stop = player.repeat(severity)
      else send({ type: 'player.blocked' })
    })
    return () => {
      wanted = false
      stop()
    }
  }, [severity, player, send])
  useEffect(() => {
    if (!muted) return
    // Any touch of the page is what the browser waits for.
    const touched = () =>
      void player.awaken().then((allowed) => {
        if (allowed) send({ type: 'player.allowed' })
      })
    addEventListener('pointerdown', touched)
    addEventListener('keydown', touched)
    return () => {
      removeEventListener('pointerdown', touched)
      removeEventListener('keydown', touched)
    }
  }, [muted, player, send])

  return {
    state: snapshot.value === 'weighing' ? 'silent' : snapshot.value,
    muted,
    until: context.until,
    hush: () => send({ type: 'sound.hush', at: Date.now() }),
    resume: () => send({ type: 'sound.resume' }),
    turnOn: () =>
      void player.awaken().then((allowed) => {
        if (allowed) send({ type: 'player.allowed' })
      }),
  }
}
