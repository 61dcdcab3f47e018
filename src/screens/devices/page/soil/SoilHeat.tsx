import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { collectCalls, type CollectItem } from '#contract/devices/collect'
import type { Device } from '#contract/devices/device'
import { useCall } from '#src/api/useCall.ts'
import { binCurve, gridEnd, gridOf } from '#src/charts/bins.ts'
import { HeatMap } from '#src/charts/HeatMap.tsx'
import { dayText } from '#src/time/moment.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { useNow } from '#src/ui/useNow.ts'
import { describeSpan } from '../../historyRange.ts'
import { type Span, SpanChoice, SPANS } from '../spans.tsx'
import { SoilFile } from './SoilFile.tsx'
import type { SoilLayer } from './soilLayers.ts'
import { useLayerName } from './useLayerName.ts'

const REFRESH_MS = 60_000

/** From dry to wet, and from cold to warm; the middles are told apart by lightness too. */
const COLORS = {
  humidity: ['#e8cf9b', '#a9d3b4', '#2b8a8a', '#0c3f63'],
  temperature: ['#2b5fa8', '#a8cfe0', '#f3dd9a', '#e0803f', '#9c2b1f'],
} as const
type Drawn = keyof typeof COLORS
const WORDS = { humidity: 'moisture', temperature: 'warmth' } as const

/** The layers of a soil device over time: moisture or temperature, the surface on top. */
export function SoilHeat({ device, layers }: { device: Device; layers: readonly SoilLayer<CollectItem>[] }) {
  const { t } = useTranslation()
  const layerName = useLayerName()
  const [span, setSpan] = useState<Span>('dayHours')
  const [fact, setFact] = useState<Drawn>('humidity')
  const now = useNow(REFRESH_MS)
  const grid = gridOf(SPANS[span], now, device.reportingPeriod)
  const rows = useMemo(() => layers.flatMap(({ layer, items }) => (items[fact] ? [{ layer, item: items[fact] }] : [])), [layers, fact])
  const { start, width, count } = grid
  const range = { startTime: start, endTime: gridEnd(grid) - 1 }
  const query = useCall(
    collectCalls.curve,
    { params: { id: device.id }, query: { ...range, points: count, itemIds: rows.map(({ item }) => item.id).join() } },
    { enabled: rows.length > 0, placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
  )
  const curves = useMemo(
    () =>
      rows.flatMap(({ layer, item: { id, unit, low, high } }) => {
        const curve = query.data?.find(({ itemId }) => itemId === id)
        // What was read for another choice is of other items.
        return curve ? [{ ...binCurve(curve, { start, width, count }), name: layerName(layer), unit, low, high, color: '' }] : []
      }),
    [query.data, rows, layerName, start, width, count],
  )
  const length = describeSpan(width)
  const choice = (
    <>
      <SpanChoice span={span} onChange={setSpan} />
      <ToggleButtonGroup
        size="small"
        exclusive
        value={fact}
        aria-label={t('devices:soil.quantity')}
        onChange={(_, next: Drawn | null) => next && setFact(next)}
      >
        {(Object.keys(COLORS) as Drawn[]).map((one) => (
          <ToggleButton key={one} value={one}>
            {t(`devices:soil.${WORDS[one]}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {device.deviceType === 'soil' && <SoilFile device={device} range={range} />}
    </>
  )
  return (
    <Stack spacing={1} component="section" aria-label={t('devices:soil.depth')}>
      <Typography variant="h3">{t('devices:soil.depth')}</Typography>
      {query.isError && !query.data ? (
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      ) : rows.length > 0 && query.data === undefined ? (
        <Skeleton variant="rounded" height={260} />
      ) : (
        <Box aria-busy={query.isPlaceholderData} sx={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
          <HeatMap
            curves={curves}
            colors={COLORS[fact]}
            fileName={`${device.name} ${t(`devices:soil.${WORDS[fact]}`)} ${dayText(start)}`}
            before={choice}
          />
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t('devices:soil.each', { span: t(`devices:span.${length.unit}`, { count: length.count }) })}
          </Typography>
        </Box>
      )}
    </Stack>
  )
}
