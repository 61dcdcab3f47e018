import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'
import type { AnyDocument, AnyDocumentFull } from '#contract/core/document'
import { millionths, plainText } from '#contract/core/exact'
import { exactQuantity } from '#src/ui/exactText.ts'
import { Section } from '#src/ui/Section.tsx'

/** How far each line of an approved document is: planned, done and open, in the unit in which its product is kept. */
export function progressColumns({ progress: axis, arrives }: AnyDocument) {
  return function LineProgress({ of }: { of: Pick<AnyDocumentFull, 'progress' | 'lines'> }) {
    const { t, i18n } = useTranslation()
    if (of.progress === null || axis === undefined) return null
    const isTaken = arrives === true || of.lines.some(({ taken }) => millionths(taken) !== 0n)
    const count = (text: string) => exactQuantity(text, i18n.language)
    return (
      <Section title={t('documents:progress.title')} flush>
        <TableContainer component="section" tabIndex={0} aria-label={t('documents:progress.title')}>
          <Table size="small" sx={{ '& td': { fontVariantNumeric: 'tabular-nums' } }}>
            <TableHead>
              <TableRow>
                <TableCell>{t('documents:progress.product')}</TableCell>
                <TableCell align="right">{t('documents:progress.planned')}</TableCell>
                <TableCell align="right">{t(`documents:progress.${axis}.done`)}</TableCell>
                {isTaken && <TableCell align="right">{t(arrives ? 'documents:progress.arrived' : 'documents:progress.taken')}</TableCell>}
                <TableCell align="right">{t('documents:progress.open')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {of.lines.map((line) => (
                <TableRow key={line.id}>
                  <TableCell sx={{ overflowWrap: 'anywhere' }}>{line.labels?.['productId'] ?? t('crud:none')}</TableCell>
                  <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                    {count(line.planned)} {line.stockUnit}
                  </TableCell>
                  <TableCell align="right">{count(line.done)}</TableCell>
                  {isTaken && <TableCell align="right">{count(line.taken)}</TableCell>}
                  <TableCell align="right">
                    {of.progress === 'closed' ? count('0') : count(plainText(millionths(line.planned)! - millionths(line.done)!))}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      </Section>
    )
  }
}
