import { useCallback, useEffect, useRef, useState } from 'react'
import type { Stretch } from '#src/time/moment.ts'

/** A key that is held asks once, when it was still for so long, ms. */
const STILL_MS = 300

/** The moment that a person wants within a day: asked for at once, or when the keys are still; until then it stands in the place of `at`. */
export function useSeek(day: Stretch, at: number, onSeek: (at: number) => void) {
  const [chosen, setChosen] = useState<number | null>(null)
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(later.current), [])
  const seek = useCallback(
    (moment: number, atOnce = false) => {
      const to = Math.round(Math.min(Math.max(moment, day.from), day.to - 1))
      const ask = () => {
        setChosen(null)
        onSeek(to)
      }
      clearTimeout(later.current)
      if (atOnce) return ask()
      setChosen(to)
      later.current = setTimeout(ask, STILL_MS)
    },
    [day, onSeek],
  )
  return { wanted: chosen ?? at, seek }
}
