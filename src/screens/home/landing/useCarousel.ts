import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useState } from 'react'

/** How long one picture stays, ms. */
export const STAY_MS = 5000

export interface Carousel {
  readonly at: number
  readonly show: (at: number) => void
  /** Whether the reader lets it play; a reader who wants less motion starts without. */
  readonly playing: boolean
  readonly setPlaying: (playing: boolean) => void
  /** Spread on what holds the pictures: it waits while somebody looks at it or walks through it. */
  readonly holder: {
    readonly onMouseEnter: () => void
    readonly onMouseLeave: () => void
    readonly onFocus: () => void
    readonly onBlur: () => void
  }
}

/** Shows one of `count` after the other, round and round. */
export function useCarousel(count: number): Carousel {
  const still = useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true })
  const [at, setAt] = useState(0)
  const [wanted, setPlaying] = useState<boolean | null>(null)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const playing = wanted ?? !still
  const runs = playing && !hovered && !focused && count > 1
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(() => {
      // Nobody sees it behind another window.
      if (!document.hidden) setAt((now) => (now + 1) % count)
    }, STAY_MS)
    return () => clearInterval(timer)
  }, [runs, count])
  return {
    at: count === 0 ? 0 : at % count,
    show: (next) => setAt((next + count) % count),
    playing,
    setPlaying,
    holder: {
      onMouseEnter: () => setHovered(true),
      onMouseLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  }
}
