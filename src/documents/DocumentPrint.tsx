import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApprovalProcess } from '#contract/approvals/approval'
import type { AnyDocumentFull, Posting } from '#contract/core/document'
import { useCall } from '#src/api/useCall.ts'
import { momentText } from '#src/time/moment.ts'
import type { DocumentKind } from './arrangement.ts'
import { DocumentFacts } from './DocumentFacts.tsx'
import { LineSheet } from './DocumentLines.tsx'
import { Paper } from './Paper.tsx'
import { useDocumentWords } from './useDocumentWords.ts'

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
  const isPosted = document.posts === true && of.progress !== null
  const { data } = useCall(document.calls.postings ?? document.calls.get, { params: { id: of.id } }, { enabled: isPosted })
  const postings = isPosted ? ((data as readonly Posting[] | undefined) ?? []) : []
  const records = process?.records.filter(({ action }) => action !== 'completed') ?? []
  return (
    <Paper
      mark={of.code}
      title={`${words.infoTitle} ${of.code}`}
      at={at}
      facts={[
        of.title,
        t(`documents:status.${of.auditStatus}`),
        ...(document.progress && of.progress !== null ? [t(`documents:progress.${document.progress}.${of.progress}`)] : []),
      ]}
    >
      <DocumentFacts kind={kind} of={of} />
      <Part title={words.label('lines')}>{of.lines.length > 0 && <LineSheet kind={kind} of={of} withProgress />}</Part>
      <Rows
        title={t('approvals:timeline.title')}
        heads={['at', 'node', 'who', 'comment']}
        rows={records.map((one) => [
          momentText(one.at),
          one.nodeName,
          [one.actorName, t(`approvals:timeline.action.${one.action}`, { to: one.toName ?? '' })].filter(Boolean).join(' '),
          one.comment,
        ])}
      />
      <Rows
        title={t('documents:postings.title')}
        heads={['at', 'what', 'who', 'reason']}
        rows={postings.map((one) => [
          momentText(one.effectiveAt),
          t(one.reversedById === null ? `documents:postings.kind.${one.kind}` : 'documents:postings.reversed'),
          one.userName,
          one.reason,
        ])}
      />
    </Paper>
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

/** A part with a row for each thing that happened; nothing where nothing did. */
function Rows({
  title,
  heads,
  rows,
}: {
  title: string
  heads: readonly ('at' | 'node' | 'who' | 'comment' | 'what' | 'reason')[]
  rows: readonly (readonly (string | null)[])[]
}) {
  const { t } = useTranslation()
  if (rows.length === 0) return null
  return (
    <Part title={title}>
      <Table size="small">
        <TableHead>
          <TableRow>
            {heads.map((head) => (
              <TableCell key={head}>{t(`documents:print.${head}`)}</TableCell>
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
    </Part>
  )
}
