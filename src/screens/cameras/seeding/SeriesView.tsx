import BackIcon from '@mui/icons-material/ArrowBack'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { keepPreviousData } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { cameraCaptureCalls, type Capture } from '#contract/cameras/capture'
import { SEEDING_PATH } from '#contract/cameras/pages'
import { useCall } from '#src/api/useCall.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { framesOf } from './frames.ts'
import { PictureStrip } from './PictureStrip.tsx'
import { TimeLapse } from './TimeLapse.tsx'

const SIDES = ['start', 'end'] as const
const DAY = /^\d{4}-\d{2}-\d{2}$/
const isDay = (given: string | null): given is string => given !== null && DAY.test(given) && !Number.isNaN(Date.parse(given))

/** One series of seedlings: its pictures over time. The asked days stand in the address. */
export function SeriesView({ planId }: { planId: number }) {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const [start, end] = SIDES.map((side) => address.get(side)) as [string | null, string | null]
  const query = useCall(
    cameraCaptureCalls.seedling,
    { query: { planId, ...(isDay(start) ? { startDate: start } : {}), ...(isDay(end) ? { endDate: end } : {}) } },
    { placeholderData: keepPreviousData },
  )
  const set = (side: (typeof SIDES)[number], day: string) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        if (day === '') next.delete(side)
        else next.set(side, day)
        return next
      },
      { replace: true },
    )
  const back = (
    <Button startIcon={<BackIcon />} component={Link} to={SEEDING_PATH}>
      {t('cameras:seeding.back')}
    </Button>
  )
  if (query.error?.failure.status === 404)
    return (
      <Page title={t('cameras:seeding.title')} actions={back}>
        <EmptyState variant="noData" title={t('cameras:seeding.gone')} text={t('cameras:seeding.goneText')} />
      </Page>
    )
  if (!query.data)
    return query.isError ? (
      <Page title={t('cameras:seeding.title')} actions={back}>
        <ErrorState title={t('cameras:seeding.failed')} error={query.error} onRetry={() => void query.refetch()} />
      </Page>
    ) : (
      <SkeletonPage />
    )
  const { series, pictures, total } = query.data
  return (
    <Page title={series.name} lead={[series.cameraName, series.landName, series.crop].filter(Boolean).join(' · ')} actions={back}>
      <Stack sx={{ gap: 2 }}>
        <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap' }}>
          {SIDES.map((side) => (
            <TextField
              key={side}
              type="date"
              size="small"
              label={t(`cameras:seeding.${side}`)}
              value={address.get(side) ?? ''}
              slotProps={{ inputLabel: { shrink: true } }}
              onChange={({ target }) => set(side, target.value)}
            />
          ))}
        </Stack>
        {total > pictures.length && <Alert severity="info">{t('cameras:seeding.thinned', { total, count: pictures.length })}</Alert>}
        <Shown key={`${start} ${end}`} pictures={pictures} />
      </Stack>
    </Page>
  )
}

function Shown({ pictures }: { pictures: readonly Omit<Capture, 'planId' | 'planName'>[] }) {
  const { t } = useTranslation()
  const frames = useMemo(() => framesOf(pictures), [pictures])
  const [chosen, setChosen] = useState<number | null>(null)
  const onAt = useCallback((next: number) => setChosen(next), [])
  if (frames.length === 0) return <EmptyState variant="noData" title={t('cameras:seeding.noneInDays')} />
  // The newest one, until another is chosen.
  const at = Math.min(chosen ?? frames.length - 1, frames.length - 1)
  return (
    <>
      <TimeLapse frames={frames} at={at} onAt={onAt} />
      <PictureStrip frames={frames} at={at} onAt={onAt} />
    </>
  )
}
