import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Choice } from './Choice.tsx'
import { DayChoice } from './DayChoice.tsx'
import { Timeline } from './Timeline.tsx'
import { type Zoom, ZOOMS } from './timeScale.ts'
import type { KeptDay } from './useKeptDay.ts'
import { startOfDay } from '#src/time/moment.ts'

/** What is kept of the day that is shown, and the choice of another moment or another day. */
export default function PlaybackPanel({
  cameraId,
  at,
  kept: { day, range, query },
  onSeek,
}: {
  cameraId: number
  /** The moment that is shown, ms UTC. */
  at: number
  kept: KeptDay
  onSeek: (at: number) => void
}) {
  const { t } = useTranslation()
  const [zoom, setZoom] = useState<Zoom>(24)
  const { data, isError, error, refetch } = query
  const isEmpty = data?.spans.length === 0
  return (
    <Stack component="section" aria-label={t('cameras:playback.title')} sx={{ gap: 1, py: 1 }}>
      <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
        {/* A day may be written in it: another day is another box. */}
        <DayChoice key={day} cameraId={cameraId} day={day} onChange={(chosen) => onSeek(startOfDay(chosen))} />
        <Choice
          label={t('cameras:playback.zoom')}
          value={zoom}
          options={ZOOMS.map((count) => [count, t('cameras:playback.hours', { count })])}
          onChange={setZoom}
        />
        <Legend />
      </Stack>
      {isError && !data ? (
        <ErrorState compact title={t('cameras:playback.failed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton variant="rounded" height={66} aria-label={t('cameras:playback.loading')} />
      ) : isEmpty ? (
        <EmptyState compact variant="noData" title={t('cameras:playback.none')} text={t('cameras:playback.noneText')} />
      ) : (
        <Timeline key={range.from} day={range} spans={data.spans} motions={data.motions} at={at} zoom={zoom} onSeek={onSeek} />
      )}
    </Stack>
  )
}

function Legend() {
  const { t } = useTranslation()
  const one = (words: string, color: string, height: number, opacity = 1) => (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 0.75 }}>
      <Box aria-hidden sx={{ width: 14, height, bgcolor: color, opacity, borderRadius: 0.25 }} />
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {words}
      </Typography>
    </Stack>
  )
  return (
    <Stack direction="row" sx={{ gap: 1.5, ml: { sm: 'auto' } }}>
      {one(t('cameras:playback.kept'), 'primary.main', 14, 0.45)}
      {one(t('cameras:playback.moved'), 'status.warn', 7)}
    </Stack>
  )
}
