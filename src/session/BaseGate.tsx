import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Area } from '#contract/farm/area'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { useArea } from './useArea.ts'

/** A page of the base that is worked in: it waits until that is known, and says where there is none. */
export function BaseGate({
  title,
  lead,
  none,
  children,
}: {
  /** What the page is called until there is a base. */
  title: string
  lead?: string
  /** What is said where there is no base, in place of the usual words. */
  none?: string
  children: (area: Area) => ReactNode
}) {
  const { t } = useTranslation()
  const { area, status, retry } = useArea()
  if (area !== null) return children(area)
  if (status === 'loading') return <SkeletonPage />
  return (
    <Page title={title} lead={lead}>
      {status === 'failed' ? <ErrorState onRetry={retry} /> : <EmptyState variant="noData" title={none ?? t('frame:area.none')} />}
    </Page>
  )
}
