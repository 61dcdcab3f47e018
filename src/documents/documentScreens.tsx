import type { AnyDocument } from '#contract/core/document'
import { NotFoundPage } from '#src/frame/ErrorPages.tsx'
import { BaseGate } from '#src/session/BaseGate.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Unread } from '#src/ui/Unread.tsx'
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
    const { title } = useDocumentWords(document)
    return <BaseGate title={title}>{(area) => <DocumentList kind={kind} area={area} />}</BaseGate>
  }

  /** A new document begins in the base that is worked in. */
  function AddPage() {
    const { addTitle, lead } = useDocumentWords(document)
    return (
      <BaseGate title={addTitle} lead={lead}>
        {({ areaId }) => (
          <Page title={addTitle} lead={lead}>
            <DocumentForm kind={kind} record={null} areaId={areaId} />
          </Page>
        )}
      </BaseGate>
    )
  }

  function EditPage() {
    const { editTitle: title } = useDocumentWords(document)
    const { id, record, query, retry } = useDocument(document)
    if (id === null) return <NotFoundPage />
    if (!record) return <Unread title={title} query={query} />
    return (
      <Page title={`${title} ${record.code}`} windowTitle={`${record.code} · ${title}`}>
        <DocumentForm key={record.id} kind={kind} record={record} areaId={record.areaId} onReload={retry} />
      </Page>
    )
  }

  function InfoPage() {
    const { infoTitle: title } = useDocumentWords(document)
    const { id, record, query } = useDocument(document)
    if (id === null) return <NotFoundPage />
    if (record) return <DocumentInfo key={id} kind={kind} of={record} />
    return <Unread title={title} query={query} />
  }

  return { kind, ListPage, AddPage, EditPage, InfoPage }
}
