import { useTranslation } from 'react-i18next'
import type { AnyDocument, AnyDocumentFull, DocumentLine } from '#contract/core/document'
import { millionths, plainText } from '#contract/core/exact'
import { NotFoundPage } from '#src/frame/ErrorPages.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { type DocumentKind } from './arrangement.ts'
import { DocumentForm } from './DocumentForm.tsx'
import { type Draft, draftOf, lineWith } from './draft.ts'
import { useDocument } from './useDocument.ts'
import { useDocumentWords } from './useDocumentWords.ts'

/** What is open of a line and in nobody else's document already, in millionths of its stock unit. */
export function leftOf({ planned, done, pending }: Pick<DocumentLine, 'planned' | 'done' | 'pending'>): bigint {
  const left = millionths(planned)! - millionths(done)! - millionths(pending)!
  return left > 0n ? left : 0n
}

/**
 * A page that makes a document of another: its form, filled with what is open there and in no other document. `line` says what a line of the
 * source fills in; `left` is decimal text in the stock unit.
 */
export function convertScreen(
  source: AnyDocument,
  kind: DocumentKind,
  line: (of: DocumentLine, left: string) => Readonly<Record<string, unknown>>,
) {
  return function ConvertPage() {
    const { t } = useTranslation()
    const words = useDocumentWords(kind.document)
    const { id, record, failure, retry } = useDocument(source)
    if (id === null) return <NotFoundPage />
    if (!record)
      return failure ? (
        <Page title={words.addTitle}>
          <ErrorState error={failure} onRetry={retry} />
        </Page>
      ) : (
        <SkeletonPage />
      )
    const open = record.lines.filter((one) => leftOf(one) > 0n)
    return (
      <Page title={words.addTitle} lead={t('documents:convert.lead', { code: record.code })}>
        {record.progress === null || record.progress === 'closed' || open.length === 0 ? (
          <EmptyState variant="noData" title={t('documents:convert.nothing', { code: record.code })} text={null} />
        ) : (
          <DocumentForm key={record.id} kind={kind} record={null} areaId={record.areaId} begun={begunOf(kind, record, open, line)} />
        )}
      </Page>
    )
  }
}

function begunOf(
  { document: of }: DocumentKind,
  source: AnyDocumentFull,
  open: readonly DocumentLine[],
  line: (of: DocumentLine, left: string) => Readonly<Record<string, unknown>>,
): Draft {
  const blank = draftOf(of, { ...source, sourceId: source.id, lines: [] })
  return {
    ...blank,
    lines: open.map((one) => lineWith(of, { ...line(one, plainText(leftOf(one))), sourceLineId: one.id })),
  }
}
