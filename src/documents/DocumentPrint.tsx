import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { ApprovalProcess } from '#contract/approvals/approval'
import type { AnyDocumentFull, Posting } from '#contract/core/document'
import { useCall } from '#src/api/useCall.ts'
import { useSession } from '#src/session/session.ts'
import { momentText } from '#src/ui/moment.ts'
import type { DocumentKind } from './arrangement.ts'
import { DocumentFacts } from './DocumentFacts.tsx'
import { LineSheet } from './DocumentLines.tsx'
import { useDocumentWords } from './useDocumentWords.ts'

/**
 * The paper: nothing of the console's frame, black on white whatever the console looks like, the heads of a table on every page and its sum on
 * the last, and where the browser can (Chromium) which page of how many it is, of which document.
 */
const paperOf = (code: string) => `
@page { size: A4; margin: 14mm 12mm 16mm; @bottom-left { content: ${JSON.stringify(code)}; font-size: 8pt } @bottom-right { content: counter(page) " / " counter(pages); font-size: 8pt } }
@media screen { .printed { display: none } }
@media print {
  html, body { height: auto !important; overflow: visible !important }
  body > *:not(.printed) { display: none !important }
  .printed, .printed * { color: var(--mui-palette-common-black) !important; background: none !important }
  .printed .MuiTableContainer-root { overflow: visible }
  .printed thead { display: table-header-group }
  .printed tfoot { display: table-row-group }
  .printed tr { break-inside: avoid }
  .printed td, .printed th { padding: 1mm 1.5mm; font-size: 8.5pt; line-height: 1.3 }
}`

/** A document on paper: what it is, its lines, how far they are, who decided it and what was posted. Drawn while it is printed. */
export function DocumentPrint({
  kind,
  of,
  at,
  process,
}: {
  kind: DocumentKind
  of: AnyDocumentFull
  /** When it is printed: ms. */
  at: number
  process: ApprovalProcess | null
}) {
  const { document } = kind
  const { t } = useTranslation()
  const words = useDocumentWords(document)
  const { self, tenantId } = useSession()
  const tenant = self?.tenants.find((one) => one.tenantId === tenantId)?.tenantName
  const isPosted = document.posts === true && of.progress !== null
  const { data } = useCall(document.calls.postings ?? document.calls.get, { params: { id: of.id } }, { enabled: isPosted })
  const postings = isPosted ? ((data as readonly Posting[] | undefined) ?? []) : []
  const records = process?.records.filter(({ action }) => action !== 'completed') ?? []
  return createPortal(
    <Box className="printed" role="document" aria-label={of.code}>
      <style>{paperOf(of.code)}</style>
      <Box component="header" sx={{ mb: 1.5 }}>
        <Typography variant="body2">{tenant}</Typography>
        <Typography variant="h1" component="h1">
          {words.infoTitle} {of.code}
        </Typography>
        <Typography variant="body2">
          {of.title} · {t(`documents:status.${of.auditStatus}`)}
          {document.progress && of.progress !== null && ` · ${t(`documents:progress.${document.progress}.${of.progress}`)}`}
          {` · ${t('documents:print.printed', { at: momentText(at) })}`}
        </Typography>
      </Box>
      <DocumentFacts kind={kind} of={of} />
      <Part title={words.label('lines')}>{of.lines.length > 0 && <LineSheet kind={kind} of={of} withProgress />}</Part>
      {records.length > 0 && (
        <Part title={t('approvals:timeline.title')}>
          <Rows
            rows={records.map((one) => [
              momentText(one.at),
              one.nodeName,
              [one.actorName, t(`approvals:timeline.action.${one.action}`, { to: one.toName ?? '' })].filter(Boolean).join(' '),
              one.comment,
            ])}
            heads={(['at', 'node', 'who', 'comment'] as const).map((head) => t(`documents:print.${head}`))}
          />
        </Part>
      )}
      {postings.length > 0 && (
        <Part title={t('documents:postings.title')}>
          <Rows
            rows={postings.map((one) => [
              momentText(one.effectiveAt),
              t(one.reversedById === null ? `documents:postings.kind.${one.kind}` : 'documents:postings.reversed'),
              one.userName,
              one.reason,
            ])}
            heads={(['at', 'what', 'who', 'reason'] as const).map((head) => t(`documents:print.${head}`))}
          />
        </Part>
      )}
    </Box>,
    window.document.body,
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ mt: 2 }}>
      <Typography variant="h2" sx={{ mb: 0.5, breakAfter: 'avoid' }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

function Rows({ heads, rows }: { heads: readonly string[]; rows: readonly (readonly (string | null)[])[] }) {
  return (
    <Table size="small">
      <TableHead>
        <TableRow>
          {heads.map((head) => (
            <TableCell key={head}>{head}</TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.join('\n')}>
            {row.map((cell, at) => (
              <TableCell key={heads[at]} sx={{ overflowWrap: 'anywhere' }}>
                {cell}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
