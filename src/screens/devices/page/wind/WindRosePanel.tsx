import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { type WindRose, windRoseCalls } from '#contract/devices/windRose'
import { WIND_SECTORS } from '#contract/map/weather'
import { useCall } from '#src/api/useCall.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { QueryGate } from '#src/ui/QueryGate.tsx'
import { Section } from '#src/ui/Section.tsx'
import { useNow } from '#src/ui/useNow.ts'
import { describeSpan } from '../../switches/describeSpan.ts'
import { type Span, SpanChoice, SPANS } from '../spans.tsx'
import { RosePicture } from './RosePicture.tsx'
import { RoseTable } from './RoseTable.tsx'
import { roseShape } from './roseShape.ts'
import { useWindWords } from './useWindWords.ts'

/** The rose is asked for anew this often, and so ends at such a moment. */
const REFRESH_MS = 300_000
const DAY = 86_400_000

/** Where the wind of a station came from, how often and how hard. */
export function WindRosePanel({ device }: { device: Device }) {
  const { t } = useTranslation()
  const [span, setSpan] = useState<Span>('dayHours')
  const now = useNow(60_000)
  const endTime = (Math.floor(now / REFRESH_MS) + 1) * REFRESH_MS
  const query = useCall(
    windRoseCalls.read,
    { params: { id: device.id }, query: { startTime: endTime - SPANS[span] * DAY, endTime } },
    { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
  )
  return (
    <Section title={t('devices:wind.rose')} aside={<SpanChoice span={span} onChange={setSpan} />}>
      <QueryGate compact query={query} waiting={<Skeleton variant="rounded" height={360} />}>
        {(rose) => (
          <Box aria-busy={query.isPlaceholderData} sx={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
            <Rose rose={rose} />
          </Box>
        )}
      </QueryGate>
    </Section>
  )
}

function Rose({ rose }: { rose: WindRose }) {
  const { t } = useTranslation()
  const { share } = useWindWords()
  const shape = useMemo(() => roseShape(rose), [rose])
  const lasted = (ms: number) => {
    const { unit, ...span } = describeSpan(ms)
    return t(`devices:changes.span.${unit}`, span)
  }
  const left = rose.withoutDirection
  const leftOut = left > 0 && t('devices:wind.left', { span: lasted(left) })
  if (shape.total === 0) return <EmptyState variant="noData" compact title={t('devices:wind.empty')} text={leftOut || null} />
  const most = shape.sectors.reduce((best, one, at) => (one.ms > shape.sectors[best]!.ms ? at : best), 0)
  const { ms } = shape.sectors[most]!
  return (
    <>
      <Typography>
        {ms === 0
          ? t('devices:wind.allCalm')
          : t('devices:wind.most', { sector: t(`devices:wind.sector.${WIND_SECTORS[most]!}`), share: share(ms / shape.total) })}
      </Typography>
      <Box
        sx={{ display: 'grid', gap: 2, alignItems: 'center', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '380px minmax(0, 1fr)' } }}
      >
        <RosePicture shape={shape} calm={rose.calm} />
        <RoseTable rose={rose} shape={shape} />
      </Box>
      <Typography variant="caption" sx={{ color: 'text.secondary', mt: 1, display: 'block' }}>
        {[t('devices:wind.measured', { span: lasted(shape.total) }), leftOut].filter(Boolean).join(' · ')}
      </Typography>
    </>
  )
}
