import { useTranslation } from 'react-i18next'
import type { AnyDocument } from '#contract/core/document'
import { NotFoundPage } from '#src/frame/ErrorPages.tsx'
import { useArea } from '#src/session/useArea.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { type Arrangement, kindOf } from './arrangement.ts'
import { DocumentForm } from './DocumentForm.tsx'
import { DocumentInfo } from './DocumentInfo.tsx'
import { DocumentList } from './DocumentList.tsx'
import { useDocument } from './useDocument.ts'
import { useDocumentWords } from './useDocumentWords.ts'

/** The four pages of a kind of document: its list, its form for a new one and for one that is there, and what is known of one. */
export function documentScreens<D extends AnyDocument>(document: D, arrangement: Arrangement<D>) {
  const kind = kindOf(document, arrangement)

  function ListPage() {
    return arrangement.ofBase ? <BaseListPage /> : <DocumentList kind={kind} />
  }

  function BaseListPage() {
    const { t } = useTranslation()
    const { title } = useDocumentWords(document)
    const { area, status, retry } = useArea()
    if (status === 'failed') return <Page title={title}>{<ErrorState onRetry={retry} />}</Page>
    if (status === 'none') return <Page title={title}>{<EmptyState variant="noData" title={t('frame:area.none')} />}</Page>
    return area ? <DocumentList kind={kind} area={area} /> : <SkeletonPage />
  }

  /** A new document begins in the base that is worked in. */
  function AddPage() {
    const { t } = useTranslation()
    const { addTitle, lead } = useDocumentWords(document)
    const { area, status, retry } = useArea()
    if (status === 'loading') return <SkeletonPage />
    return (
      <Page title={addTitle} lead={lead}>
        {status === 'failed' ? (
          <ErrorState onRetry={retry} />
        ) : status === 'none' ? (
          <EmptyState variant="noData" title={t('frame:area.none')} />
        ) : (
          <DocumentForm kind={kind} record={null} areaId={area?.areaId ?? null} />
        )}
      </Page>
    )
  }

  function EditPage() {
    const { editTitle: title } = useDocumentWords(document)
    const { id, record, failure, retry } = useDocument(document)
    if (id === null) return <NotFoundPage />
    if (!record) return failure ? <Failed title={title} error={failure} onRetry={retry} /> : <SkeletonPage />
    return (
      <Page title={`${title} ${record.code}`} windowTitle={`${record.code} · ${title}`}>
        <DocumentForm key={record.id} kind={kind} record={record} areaId={record.areaId} onReload={retry} />
      </Page>
    )
  }

  function InfoPage() {
    const { infoTitle: title } = useDocumentWords(document)
    const { id, record, failure, retry } = useDocument(document)
    if (id === null) return <NotFoundPage />
    if (record) return <DocumentInfo key={id} kind={kind} of={record} />
    return failure ? <Failed title={title} error={failure} onRetry={retry} /> : <SkeletonPage />
  }

  return { kind, ListPage, AddPage, EditPage, InfoPage }
}

function Failed({
  title,
  error,
  onRetry,
}: {
  title: string
  error: NonNullable<ReturnType<typeof useDocument>['failure']>
  onRetry: () => void
}) {
  return (
    <Page title={title}>
      <ErrorState error={error} onRetry={onRetry} />
    </Page>
  )
}
