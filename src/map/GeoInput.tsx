import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Position } from '#contract/core/values'
import { useArea } from '#src/session/useArea.ts'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import type { DrawingMapProps } from './DrawingMap.tsx'

interface Given<Value> extends Pick<DrawingMapProps, 'label' | 'required' | 'disabled' | 'fault'> {
  readonly value: Value | null
  readonly onChange: (value: Value | null) => void
}

// The map comes with the first form that draws.
const DrawingMap = lazyPart(() => import('./DrawingMap.tsx').then((module) => ({ default: module.DrawingMap })))
const HEIGHT = 300
const NOTHING: readonly Position[] = []
const MOST_CORNERS = 500

/** What is drawn stands in the selected base, where there is one. */
function Drawn(props: Omit<DrawingMapProps, 'centre'>) {
  const { area } = useArea()
  return (
    <Box sx={{ mb: 1.5 }}>
      <Suspense fallback={<Skeleton variant="rounded" height={HEIGHT} />}>
        <DrawingMap {...props} centre={area?.latlng ?? null} />
      </Suspense>
    </Box>
  )
}

/** A ring, drawn on a map. One or two corners are on the way to an outline: the rule refuses them. */
export function OutlineInput({ value, onChange, ...given }: Given<readonly Position[]> & Pick<DrawingMapProps, 'around'>) {
  const { t } = useTranslation()
  const change = (drawn: readonly Position[]) => onChange(drawn.length === 0 ? null : drawn)
  return <Drawn {...given} corners={value ?? NOTHING} most={MOST_CORNERS} onChange={change} hint={t('crud:outlineHint')} />
}

/** A place, chosen on a map or written in figures; a part that is no number is for the rule to refuse. */
export function PlaceInput({
  value,
  onChange,
  fault,
  ...given
}: Given<{ longitude: unknown; latitude: unknown }> & { name: string } & Pick<DrawingMapProps, 'around' | 'beside'>) {
  const { t } = useTranslation()
  const { longitude, latitude } = value ?? { longitude: null, latitude: null }
  const corners = useMemo<readonly Position[]>(
    () => (typeof longitude === 'number' && typeof latitude === 'number' ? [[longitude, latitude]] : NOTHING),
    [longitude, latitude],
  )
  const figures = [
    ['longitude', longitude, fault ?? ' '],
    ['latitude', latitude, ' '],
  ] as const
  return (
    <>
      <Drawn
        {...given}
        corners={corners}
        most={1}
        onChange={([at]) => onChange(at ? { longitude: at[0], latitude: at[1] } : null)}
        hint={t('crud:placeHint')}
      />
      <Stack direction="row" sx={{ gap: 2 }}>
        {figures.map(([part, figure, below]) => (
          <NumberField
            key={part}
            name={`${given.name}.${part}`}
            label={t(`crud:${part}`)}
            disabled={given.disabled ?? false}
            error={fault !== undefined}
            helperText={below}
            value={figure}
            onChange={(typed) => {
              const next = { longitude, latitude, [part]: typed }
              onChange(next.longitude === null && next.latitude === null ? null : next)
            }}
          />
        ))}
      </Stack>
    </>
  )
}
