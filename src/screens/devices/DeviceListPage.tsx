import { useTranslation } from 'react-i18next'
import type { ListedPage } from '#contract/devices/pages'
import { useArea } from '#src/session/useArea.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { DeviceList } from './list/DeviceList.tsx'

/** The devices of one page in the selected base. */
export function DeviceListPage({ page }: { page: ListedPage }) {
  const { t } = useTranslation()
  const { area, status, retry } = useArea()
  const title = t(`devices:page.${page}.title`)
  if (status === 'failed')
    return (
      <Page title={title}>
        <ErrorState onRetry={retry} />
      </Page>
    )
  if (status === 'none')
    return (
      <Page title={title}>
        <EmptyState variant="noData" title={t('devices:gateway.noBase')} />
      </Page>
    )
  if (!area) return <SkeletonPage />
  const lead = `${area.areaName} · ${t(`devices:page.${page}.lead`)}`
  return <DeviceList page={page} title={title} lead={lead} areaId={area.areaId} newIn={area.areaId} />
}
