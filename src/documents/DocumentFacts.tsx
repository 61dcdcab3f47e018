import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyDocumentFull } from '#contract/core/document'
import { momentText } from '#src/time/moment.ts'
import { moneyText } from '#src/ui/money.ts'
import type { DocumentKind } from './arrangement.ts'
import { useDocumentWords } from './useDocumentWords.ts'
import { Value } from './Value.tsx'

/** What there is to know of a document beside its lines, each with its label. */
export function DocumentFacts({ kind, of }: { kind: DocumentKind; of: AnyDocumentFull }) {
  const { document, arrangement } = kind
  const { t, i18n } = useTranslation()
  const words = useDocumentWords(document)
  const none = t('crud:none')
  const fields = Object.entries(document.header).filter(([, field]) => !field.internal)
  const own = (wide: boolean) =>
    fields
      .filter(([, field]) => (field.kind === 'longText') === wide)
      .map(([name, field]) => {
        const cell = arrangement.cells?.header?.[name]
        return [name, <Value key={name} kind={kind} name={name} field={field} holder={of} cell={cell} large />] as const
      })
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['code', of.code],
    ['applicant', of.applicantName],
    ['areaId', of.areaName ?? none],
    ...own(false),
    ['createdAt', momentText(of.createdAt)],
    ['submittedAt', of.submittedAt === null ? none : momentText(of.submittedAt)],
    ...(of.total === null ? [] : [['total', moneyText(of.total, i18n.language)] as const]),
    ['updatedAt', momentText(of.updatedAt)],
    ...(of.closeReason === null ? [] : [['closeReason', of.closeReason] as const]),
    ...Object.entries(arrangement.facts ?? {}).map(([name, Fact]) => [name, <Fact key={name} of={of} />] as const),
  ]
  const fact = ([name, value]: readonly [string, ReactNode], wide = false) => (
    <Box key={name} sx={{ minWidth: 0, ...(wide && { gridColumn: '1 / -1' }) }}>
      <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
        {words.label(name)}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {value}
      </Typography>
    </Box>
  )
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, minmax(0, 1fr))' } }}>
      {facts.map((one) => fact(one))}
      {[...own(true), ['remark', of.remark ?? none] as const].map((one) => fact(one, true))}
    </Box>
  )
}
