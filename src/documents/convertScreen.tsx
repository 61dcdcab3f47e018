import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyDocument, AnyDocumentFull, DocumentLine } from '#contract/core/document'
import { millionths, plainText } from '#contract/core/exact'
import { NotFoundPage } from '#src/frame/ErrorPages.tsx'
import { exactQuantity } from '#src/ui/exactText.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Unread } from '#src/ui/Unread.tsx'
import type { DocumentKind, LineColumn } from './arrangement.ts'
import { DocumentForm } from './DocumentForm.tsx'
import { draftOf, lineWith } from './draft.ts'
import { newTitles } from './titles.ts'
import { useDocument } from './useDocument.ts'
import { useDocumentWords } from './useDocumentWords.ts'

/**
 * What is left of a line to make others of, and in nobody else's document already, in millionths of its stock unit: what is open, or of goods
 * that moved what nobody has taken on.
 */
export function leftOf({ posts }: Pick<AnyDocument, 'posts'>, line: Pick<DocumentLine, 'planned' | 'done' | 'taken' | 'pending'>): bigint {
  const [all, gone] = posts ? [line.done, line.taken] : [line.planned, line.done]
  const left = millionths(all)! - millionths(gone)! - millionths(line.pending)!
  return left > 0n ? left : 0n
}

/** Whether a line is offered to make others of: something is left of it, or what is open is under way already, which is said. */
export const isOffered = (source: Pick<AnyDocument, 'posts'>, line: DocumentLine): boolean =>
  leftOf(source, line) > 0n || (!source.posts && millionths(line.underWay)! > 0n && millionths(line.planned)! > millionths(line.done)!)

/** The same kind of document, whose lines say what is under way to those that they are made of. */
function tellingUnderWay(kind: DocumentKind, lines: readonly DocumentLine[]): DocumentKind {
  if (lines.every(({ underWay }) => millionths(underWay) === 0n)) return kind
  function UnderWay({ line }: { line: Readonly<Record<string, unknown>> }) {
    const { t, i18n } = useTranslation()
    const of = lines.find(({ id }) => id === line['sourceLineId'])
    if (of === undefined || millionths(of.underWay) === 0n) return <>{t('crud:none')}</>
    const open = millionths(of.planned)! - millionths(of.done)! - millionths(of.underWay)!
    const count = `${exactQuantity(of.underWay, i18n.language)} ${of.stockUnit ?? ''}`.trimEnd()
    return (
      <Typography
        component="span"
        variant="body2"
        sx={{ color: open > 0n ? 'text.secondary' : 'warning.dark', lineHeight: 1.4, display: 'inline-block', verticalAlign: 'middle' }}
      >
        {open > 0n ? count : t('documents:convert.allUnderWay', { count })}
      </Typography>
    )
  }
  const column: LineColumn = { name: 'underWay', after: 'quantity', width: 130, Cell: UnderWay }
  return { ...kind, arrangement: { ...kind.arrangement, lineColumns: [...(kind.arrangement.lineColumns ?? []), column] } }
}

/**
 * A page that makes a document of another: its form, filled with what is left there and in no other document. `line` says what a line of the
 * source fills in; `left` is decimal text in the stock unit. `header`: what differs from the fields of the same name.
 */
export function convertScreen(
  source: AnyDocument,
  kind: DocumentKind,
  line: (of: DocumentLine, left: string) => Readonly<Record<string, unknown>>,
  header: (of: AnyDocumentFull) => Readonly<Record<string, unknown>> = () => ({}),
) {
  return function ConvertPage() {
    const { t } = useTranslation()
    const words = useDocumentWords(kind.document)
    const { id, record, query } = useDocument(source)
    const lines = record?.lines
    const telling = useMemo(() => tellingUnderWay(kind, lines ?? []), [lines])
    if (id === null) return <NotFoundPage />
    if (!record) return <Unread title={words.addTitle} query={query} />
    const open = record.lines.filter((one) => isOffered(source, one))
    return (
      <Page title={words.addTitle} lead={t('documents:convert.lead', { code: record.code })}>
        {record.progress === null || (record.progress === 'closed' && !source.posts) || open.length === 0 ? (
          <EmptyState variant="noData" title={t('documents:convert.nothing', { code: record.code })} text={null} />
        ) : (
          <DocumentForm
            key={record.id}
            kind={telling}
            record={null}
            areaId={record.areaId}
            begun={{
              ...draftOf(kind.document, { ...record, sourceId: record.id, lines: [], attachments: [] }),
              ...header(record),
              lines: open.map((one) => lineWith(kind.document, { ...line(one, plainText(leftOf(source, one))), sourceLineId: one.id })),
            }}
            known={newTitles(source, record)}
          />
        )}
      </Page>
    )
  }
}
