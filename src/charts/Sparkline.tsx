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

  const drawn = useRef<() => void>(undefined)

  // What a drawing needs of the page is read where it changes, not at each drawing: two hundred of them would each lay the page out anew.
  const page = useRef({ width: 0, color, band: bandColor })
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    page.current.color = resolveColor(element, color)
    page.current.band = resolveColor(element, bandColor)
    drawn.current?.()
  }, [color, bandColor, scheme])
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    page.current.width = element.clientWidth
    drawn.current?.()
    const watcher = new ResizeObserver(() => {
      page.current.width = element.clientWidth
      drawn.current?.()
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  useEffect(() => {
    drawn.current = () => {
      const element = canvas.current
      const pen = element?.getContext('2d')
      const { width, ...colors } = page.current
      if (!element || !pen || width === 0) return
      const ratio = window.devicePixelRatio || 1
      const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)]
      if (element.width !== across) element.width = across
      if (element.height !== down) element.height = down
      pen.setTransform(ratio, 0, 0, ratio, 0, 0)
      drawSparkline(pen, shape, { width, height, ...colors })
    }
    drawn.current()
  }, [shape, height])

  return (
    <Box component="canvas" ref={canvas} sx={{ display: 'block', width: '100%', height }}>
      {label}
    </Box>
  )
}
