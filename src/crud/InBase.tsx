import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyResource } from '#contract/core/resource'
import { useArea } from '../session/useArea.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Page } from '../ui/Page.tsx'
import { SkeletonPage } from '../ui/Skeletons.tsx'

/** The base that is worked in, as far as a page of records needs it. */
export interface WorkedBase {
  readonly areaId: number
  readonly areaName: string
}

/** What a record that stands in a base begins with, and what its list is narrowed by; nothing of any other. */
export const withinBase = ({ areaField }: AnyResource, area: WorkedBase | null): Readonly<Record<string, unknown>> =>
  area && areaField ? { [areaField]: area.areaId } : {}

/** A page of a resource. Where its records stand in bases it waits for the one that is worked in, and says where there is none. */
export function InBase({
  of,
  title,
  children,
}: {
  of: Pick<AnyResource, 'areaField'>
  title: string
  children: (area: WorkedBase | null) => ReactNode
}) {
  const { t } = useTranslation()
  const { area, status, retry } = useArea()
  if (of.areaField === null) return children(null)
  if (status === 'failed') return <Page title={title}>{<ErrorState onRetry={retry} />}</Page>
  if (status === 'none') return <Page title={title}>{<EmptyState variant="noData" title={t('crud:noBase')} />}</Page>
  return area ? children(area) : <SkeletonPage />
}
