import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { useEffect, useRef } from 'react'
import { drawSparkline, type SparkShape } from './drawSparkline.ts'
import { resolveColor } from './ink.ts'
import { useScheme } from './useScheme.ts'

/** The last hours of one quantity as a line on a canvas, with its normal band. `label` says the same in words. */
export function Sparkline({ shape, color, label, height = 40 }: { shape: SparkShape; color: string; label: string; height?: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useTheme()
  const scheme = useScheme()
  const bandColor = (theme.vars ?? theme).palette.status.normal

  useEffect(() => {
    const element = canvas.current
    const pen = element?.getContext('2d')
    if (!element || !pen) return
    const draw = () => {
      const ratio = window.devicePixelRatio || 1
      const width = element.clientWidth
      if (width === 0) return
      element.width = Math.round(width * ratio)
      element.height = Math.round(height * ratio)
      pen.setTransform(ratio, 0, 0, ratio, 0, 0)
      drawSparkline(pen, shape, { width, height, color: resolveColor(element, color), band: resolveColor(element, bandColor) })
    }
    draw()
    const watcher = new ResizeObserver(draw)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [shape, color, bandColor, height, scheme])

  return (
    <Box component="canvas" ref={canvas} sx={{ display: 'block', width: '100%', height }}>
      {label}
    </Box>
  )
}
