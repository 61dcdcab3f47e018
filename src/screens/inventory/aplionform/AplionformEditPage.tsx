import { useTranslation } from 'react-i18next'
import { NotFoundPage } from '#src/frame/ErrorPages.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { AplionformForm } from './AplionformForm.tsx'
import { useDocument } from './useDocument.ts'

/** Changes a draft or a rejected application. */
export default function AplionformEditPage() {
  const { t } = useTranslation()
  const { id, query } = useDocument()
  const record = query.data
  const title = t('inventory:aplionform.editTitle')
  if (id === null) return <NotFoundPage />
  if (!record)
    return query.isError ? (
      <Page title={title}>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </Page>
    ) : (
      <SkeletonPage />
    )
  return (
    <Page title={`${title} ${record.code}`} windowTitle={`${record.code} · ${title}`}>
      <AplionformForm key={record.id} record={record} areaId={record.areaId} onReload={() => void query.refetch()} />
    </Page>
  )
}
