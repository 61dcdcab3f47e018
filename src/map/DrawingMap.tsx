import AddLocationIcon from '@mui/icons-material/AddLocationAltOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Stack from '@mui/material/Stack'
import { useTheme } from '@mui/material/styles'
import { useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { crossingOf } from '#contract/core/outline'
import type { Position } from '#contract/core/values'
import { boot } from '#src/api/boot.ts'
import { DrawingStage, type Neighbour } from './drawingStage.ts'
import { mapColorsOf } from './mapColors.ts'
import { chooseSource, listSources } from './mapSources.ts'
import { frameBase } from './mapView.ts'

const source = chooseSource(listSources(boot.tiles), null, new Set())
const HEIGHT = 300

export interface DrawingMapProps {
  readonly label: string
  readonly required?: boolean
  readonly disabled?: boolean
  /** [longitude, latitude], WGS84. */
  readonly corners: readonly Position[]
  readonly onChange: (corners: readonly Position[]) => void
  /** 1: a place. */
  readonly most: number
  /** Where the map opens while nothing is drawn. */
  readonly centre: { readonly longitude: number; readonly latitude: number } | null
  /** Outlines around, for orientation. */
  readonly around?: readonly (readonly Position[])[] | undefined
  /** What else stands there, by name. */
  readonly beside?: readonly Neighbour[] | undefined
  readonly fault?: string | undefined
  readonly hint: string
}

/** A map in a form, on which an outline is drawn or a place is chosen by mouse, touch or keyboard. */
export function DrawingMap(props: DrawingMapProps) {
  const { label, required = false, disabled = false, corners, onChange, most, centre, around, beside, hint } = props
  const { t } = useTranslation()
  const theme = useTheme()
  const ids = useId()
  const host = useRef<HTMLDivElement>(null)
  const stage = useRef<DrawingStage>(null)
  const newest = useRef(props)
  useLayoutEffect(() => {
    newest.current = props
  })
  const crossing = useMemo(() => (most > 1 ? crossingOf(corners) : null), [most, corners])
  // Said while it is drawn, not only when it is saved.
  const fault = crossing ? t('errors:field.crossing') : props.fault
  const opening = corners.length > 0 || centre != null
  useEffect(() => {
    const element = host.current
    if (!element) return
    const { corners: drawn, centre: middle } = newest.current
    const places = drawn.map(([longitude, latitude]) => ({ longitude, latitude }))
    const colors = mapColorsOf(element, theme, document.documentElement.dataset.colorScheme === 'dark')
    const made = new DrawingStage(element, {
      source,
      view: frameBase(places.length > 0 ? null : middle, places, { x: element.clientWidth, y: element.clientHeight }),
      ground: colors,
      colors: { ...colors.plot, paper: colors.marker.paper, fault: colors.marker.alarm },
      words: { corner: (number) => t('crud:corner', { number }), between: (number) => t('crud:between', { number }) },
      most: newest.current.most,
      onChange: (changed) => newest.current.onChange(changed),
    })
    stage.current = made
    made.set(drawn)
    made.setAround(newest.current.around ?? [], newest.current.beside ?? [])
    const watcher = new ResizeObserver(() => made.resize())
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      stage.current = null
      made.remove()
    }
  }, [theme, t, opening])
  useEffect(() => stage.current?.set(corners), [corners])
  useEffect(() => stage.current?.setAround(around ?? [], beside ?? []), [around, beside])
  useEffect(() => stage.current?.showCrossing(crossing), [crossing, opening])
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }} aria-labelledby={`${ids}label`} aria-describedby={`${ids}hint`}>
      <FormLabel id={`${ids}label`} required={required} error={fault !== undefined} sx={{ typography: 'body2' }}>
        {label}
      </FormLabel>
      <Box
        ref={host}
        data-drawing
        inert={disabled}
        sx={{
          height: HEIGHT,
          mt: 0.5,
          borderRadius: 1,
          border: 1,
          borderColor: fault === undefined ? 'divider' : 'error.main',
          isolation: 'isolate',
          cursor: 'crosshair',
        }}
      />
      {!disabled && (
        <Stack direction="row" sx={{ gap: 1, mt: 0.5 }}>
          <Button
            size="small"
            startIcon={<AddLocationIcon />}
            disabled={most > 1 && corners.length >= most}
            onClick={() => stage.current?.addAtCentre()}
          >
            {t(most === 1 ? 'crud:placeHere' : 'crud:cornerHere')}
          </Button>
          <Button size="small" color="inherit" startIcon={<DeleteIcon />} disabled={corners.length === 0} onClick={() => onChange([])}>
            {t('crud:clear')}
          </Button>
        </Stack>
      )}
      <FormHelperText id={`${ids}hint`} error={fault !== undefined}>
        {fault ?? hint}
      </FormHelperText>
    </Box>
  )
}
