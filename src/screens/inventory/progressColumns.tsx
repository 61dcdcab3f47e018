import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'
import type { AnyDocument, AnyDocumentFull } from '#contract/core/document'
import { millionths, plainText } from '#contract/core/exact'
import { exactQuantity } from '#src/ui/exactText.ts'
import { Section } from '#src/ui/Section.tsx'
import { SmallTable } from '#src/ui/SmallTable.tsx'

/** How far each line of an approved document is: planned, done and open, in the unit in which its product is kept. */
export function progressColumns({ progress: axis, arrives }: AnyDocument) {
  return function LineProgress({ of }: { of: Pick<AnyDocumentFull, 'progress' | 'lines'> }) {
    const { t, i18n } = useTranslation()
    if (of.progress === null || axis === undefined) return null
    const isTaken = arrives === true || of.lines.some(({ taken }) => millionths(taken) !== 0n)
    const isLost = of.lines.some(({ lost }) => millionths(lost) !== 0n)
    const count = (text: string) => exactQuantity(text, i18n.language)
    return (
      <Section title={t('documents:progress.title')} flush>
        <SmallTable
          label={t('documents:progress.title')}
          heads={[
            t('documents:progress.product'),
            { words: t('documents:progress.planned'), right: true },
            { words: t(`documents:progress.${axis}.done`), right: true },
            ...(isTaken ? [{ words: t(arrives ? 'documents:progress.arrived' : 'documents:progress.taken'), right: true }] : []),
            ...(isLost ? [{ words: t('documents:progress.lost'), right: true }] : []),
            { words: t('documents:progress.open'), right: true },
          ]}
          sx={{ '& td': { fontVariantNumeric: 'tabular-nums' } }}
        >
          {of.lines.map((line) => (
            <TableRow key={line.id}>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>{line.labels?.['productId'] ?? t('crud:none')}</TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                {count(line.planned)} {line.stockUnit}
              </TableCell>
              <TableCell align="right">{count(line.done)}</TableCell>
              {isTaken && <TableCell align="right">{count(plainText(millionths(line.taken)! - millionths(line.lost)!))}</TableCell>}
              {isLost && <TableCell align="right">{count(line.lost)}</TableCell>}
              <TableCell align="right">
                {of.progress === 'closed' ? count('0') : count(plainText(millionths(line.planned)! - millionths(line.done)!))}
              </TableCell>
            </TableRow>
          ))}
        </SmallTable>
      </Section>
    )
  }
}
