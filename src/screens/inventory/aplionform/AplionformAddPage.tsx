import { useTranslation } from 'react-i18next'
import { useArea } from '#src/session/useArea.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { AplionformForm } from './AplionformForm.tsx'

/** A new purchase application; it begins in the base that is worked in. */
export default function AplionformAddPage() {
  const { t } = useTranslation()
  const { area, status, retry } = useArea()
  if (status === 'loading') return <SkeletonPage />
  return (
    <Page title={t('inventory:aplionform.addTitle')} lead={t('inventory:aplionform.lead')}>
      {status === 'failed' ? (
        <ErrorState onRetry={retry} />
      ) : status === 'none' ? (
        <EmptyState variant="noData" title={t('frame:area.none')} />
      ) : (
        <AplionformForm record={null} areaId={area?.areaId ?? null} />
      )}
    </Page>
  )
}
