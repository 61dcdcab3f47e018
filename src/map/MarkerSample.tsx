import { useTheme } from '@mui/material/styles'
import { useEffect, useRef } from 'react'
import { boxOf, drawMarker } from './drawMarker.ts'
import { mapColorsOf } from './mapColors.ts'
import { pixelRatio } from './viewportCanvas.ts'
import type { MarkerLook } from './markerKey.ts'

const SIDE = boxOf.large

/** One marker as the map draws it, for the legend. Its meaning stands in words beside it. */
export function MarkerSample({ look, dark }: { look: MarkerLook; dark: boolean }) {
  const theme = useTheme()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const pen = canvas.current?.getContext('2d')
    if (!canvas.current || !pen) return
    const ratio = pixelRatio(canvas.current)
    canvas.current.width = SIDE * ratio
    canvas.current.height = SIDE * ratio
    drawMarker(pen, 0, 0, SIDE * ratio, 'large', look, mapColorsOf(canvas.current, theme, dark).marker)
  }, [look, theme, dark])
  return <canvas ref={canvas} aria-hidden style={{ width: SIDE, height: SIDE, display: 'block' }} />
}
