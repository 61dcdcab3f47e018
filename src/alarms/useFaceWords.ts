import { useCallback } from 'react'
import type { AlarmFace } from '#contract/alarms/alarm'
import { describeAlarm } from './describeAlarm.ts'
import { useAlarmWords } from './useAlarmWords.ts'

/** An alarm in words, where it is told among other things. */
export interface FaceWords {
  readonly what: string
  /** The device, the layer or pump of it that it is about, and its plot. */
  readonly where: string
  /** The item that decided, its reading, its limit and on which side of it; empty where none did. */
  readonly measured: string
  /** That it is over, or that nobody knows whether it is; empty while it stands. */
  readonly state: string
}

export function useFaceWords(): (face: AlarmFace) => FaceWords {
  const words = useAlarmWords()
  return useCallback(
    (face: AlarmFace) => {
      const { what, where, measured } = describeAlarm(face, words)
      return {
        what,
        where,
        measured: face.cause === 'noData' ? measured : face.code === null || measured === '' ? '' : `${words.item(face.code)} ${measured}`,
        state: face.state === 'active' ? '' : words.t(`frame:alarm.state.${face.state}`),
      }
    },
    [words],
  )
}
