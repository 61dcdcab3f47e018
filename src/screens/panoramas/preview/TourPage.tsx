import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { publicTourCalls } from '#contract/panoramas/published'
import { callQuery, useCall } from '#src/api/useCall.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { useWindowTitle } from '#src/ui/windowTitle.ts'
import { dropEarly } from './earlyScene.ts'
import { TourView } from './TourView.tsx'

const tourOf = (key: string) => [publicTourCalls.get, { params: { key } }] as const

/** Asks for a tour while its page is on its way. */
export const ask = (queries: QueryClient, { key = '' }: Readonly<Record<string, string | undefined>>): Promise<void> =>
  queries.prefetchQuery({ ...callQuery(...tourOf(key)), retry: false })

/** A published tour, for everybody who has its address: no devices, no live data. */
export default function TourPage() {
  const { key = '' } = useParams()
  const { t } = useTranslation()
  const tour = useCall(...tourOf(key), { retry: false })
  const isShown = tour.data !== undefined && tour.data.scenes.length > 0
  useEffect(() => {
    if (tour.isError && !isShown) dropEarly()
  }, [tour.isError, isShown])
  useWindowTitle('page', tour.data?.vrName ?? t('panoramas:tour.title'))
  if (tour.data === undefined && tour.isError)
    return tour.error.failure.status === 404 ? (
      <EmptyState page variant="pageNoPage" title={t('panoramas:tour.gone')} text={t('panoramas:tour.goneText')} />
    ) : (
      <ErrorState title={t('panoramas:preview.failed')} error={tour.error} onRetry={() => void tour.refetch()} />
    )
  if (tour.data === undefined) return <SkeletonPage />
  if (tour.data.scenes.length === 0) return <EmptyState page variant="noData" title={t('panoramas:preview.empty')} />
  return <TourView open name={tour.data.vrName} description={tour.data.description} scenes={tour.data.scenes} />
}
