import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { useEffect, useMemo, useRef } from 'react'
import type { Position } from '#contract/core/values'
import { boot } from '#src/api/boot.ts'
import { mapColorsOf } from './mapColors.ts'
import { chooseSource, listSources } from './mapSources.ts'
import { frameBase } from './mapView.ts'
import { OutlinesStage, type ShownOutline } from './outlinesStage.ts'

const source = chooseSource(listSources(boot.tiles), null, new Set())

export interface OutlinesMapProps {
  readonly label: string
  /** What is looked at, by its name; it keeps its identity while it is the same. */
  readonly outlines: readonly ShownOutline[]
  /** One of them that is brought into view; null frames them all. */
  readonly focus: readonly Position[] | null
  readonly height: number
}

/** Outlines on a map, to be looked at and not changed. */
export function OutlinesMap({ label, outlines, focus, height }: OutlinesMapProps) {
  const theme = useTheme()
  const host = useRef<HTMLDivElement>(null)
  const stage = useRef<OutlinesStage>(null)
  // Corners of what is new frame the map; what stands there already lies around it.
  const framed = useMemo(
    () =>
      (focus ?? outlines.flatMap(({ kind, ring }) => (kind === 'there' ? [] : ring))).map(([longitude, latitude]) => ({
        longitude,
        latitude,
      })),
    [focus, outlines],
  )
  useEffect(() => {
    const element = host.current
    if (!element) return
    const made = new OutlinesStage(element, {
      source,
      view: frameBase(null, [], { x: element.clientWidth, y: element.clientHeight }),
      colors: mapColorsOf(element, theme, document.documentElement.dataset.colorScheme === 'dark'),
    })
    stage.current = made
    const watcher = new ResizeObserver(() => made.resize())
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      stage.current = null
      made.remove()
    }
  }, [theme])
  useEffect(() => stage.current?.frame(framed), [framed, theme])
  useEffect(() => stage.current?.show(outlines), [outlines, theme])
  return (
    <Box
      ref={host}
      component="section"
      aria-label={label}
      data-outlines={outlines.length}
      sx={{ height, borderRadius: 1, border: 1, borderColor: 'divider', isolation: 'isolate' }}
    />
  )
}
