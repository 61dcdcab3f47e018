import MenuItem from '@mui/material/MenuItem'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { millionths, plainText } from '#contract/core/exact'
import { type Difference, type Settlement, SETTLEMENTS } from '#contract/inventory/inventoryForm'
import { exactQuantity } from '#src/ui/exactText.ts'
import { momentText } from '#src/time/moment.ts'
import { moneyText } from '#src/ui/money.ts'

const exact = (text: string | null) => (text === null ? null : millionths(text))

/** By how much the goods of a line moved after they were counted; null where that is not known. */
export function movedSince({ book, current }: Pick<Difference, 'book' | 'current'>): bigint | null {
  const [before, now] = [exact(book), exact(current)]
  return before === null || now === null ? null : now - before
}
/** By how much settling would adjust a line; null where it is not known, or not chosen yet. */
export function adjustmentOf(line: Difference, holds: Settlement | undefined): bigint | null {
  const [counted, book, current] = [exact(line.counted), exact(line.book), exact(line.current)]
  if (counted === null || book === null || current === null) return null
  if (current === book) return counted - book
  return holds === undefined ? null : counted - (holds === 'counted' ? current : book)
}

/** Counts against the ledger, line by line. With `choose`, what holds of a line whose goods moved meanwhile is chosen. */
export function DifferenceTable({
  lines,
  choose,
}: {
  lines: readonly Difference[]
  choose?: {
    readonly chosen: ReadonlyMap<number, Settlement>
    readonly asked: boolean
    readonly set: (lineId: number, holds: Settlement) => void
  }
}) {
  const { t, i18n } = useTranslation()
  const word = (name: 'product' | 'book' | 'counted' | 'difference' | 'value' | 'current' | 'moved' | 'holds' | 'result') =>
    t(`inventory:inventory_form.differences.${name}`)
  const shown = (count: bigint | null, signed = false) =>
    count === null ? t('crud:none') : `${signed && count > 0n ? '+' : ''}${exactQuantity(plainText(count), i18n.language)}`
  const colorOf = (count: bigint | null) => (count === null || count === 0n ? 'text.primary' : count > 0n ? 'success.main' : 'error.main')
  const title = t('inventory:inventory_form.differences.title')
  return (
    <TableContainer component="section" tabIndex={0} aria-label={title}>
      <Table size="small" sx={{ minWidth: choose ? 860 : 560, '& td': { fontVariantNumeric: 'tabular-nums' } }}>
        <TableHead>
          <TableRow>
            <TableCell>{word('product')}</TableCell>
            <TableCell align="right">{word('book')}</TableCell>
            <TableCell align="right">{word('counted')}</TableCell>
            <TableCell align="right">{word('difference')}</TableCell>
            {choose ? (
              <>
                <TableCell align="right">{word('current')}</TableCell>
                <TableCell align="right">{word('moved')}</TableCell>
                <TableCell sx={{ minWidth: 170 }}>{word('holds')}</TableCell>
                <TableCell align="right">{word('result')}</TableCell>
              </>
            ) : (
              <TableCell align="right">{word('value')}</TableCell>
            )}
          </TableRow>
        </TableHead>
        <TableBody>
          {lines.map((line, at) => {
            const [counted, book] = [exact(line.counted), exact(line.book)]
            const difference = counted === null || book === null ? null : counted - book
            const moved = movedSince(line)
            const holds = choose?.chosen.get(line.lineId)
            const result = adjustmentOf(line, holds)
            return (
              <TableRow key={line.lineId}>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>
                  {line.productName}
                  <Typography component="div" variant="caption" sx={{ color: 'text.secondary' }}>
                    {[
                      line.lotNo === null ? null : t('documents:postings.lot', { lot: line.lotNo }),
                      line.bookAt === null ? null : t('inventory:inventory_form.differences.bookAt', { at: momentText(line.bookAt) }),
                    ]
                      .filter((text) => text !== null)
                      .join(' · ')}
                  </Typography>
                </TableCell>
                <TableCell align="right">{shown(book)}</TableCell>
                <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                  {shown(counted)} {line.unitName}
                </TableCell>
                <TableCell align="right" sx={{ color: colorOf(difference), fontWeight: 600 }}>
                  {shown(difference, true)}
                </TableCell>
                {choose ? (
                  <>
                    <TableCell align="right">{shown(exact(line.current))}</TableCell>
                    <TableCell align="right">{shown(moved, true)}</TableCell>
                    <TableCell>
                      {moved !== null && moved !== 0n && (
                        <TextField
                          select
                          size="small"
                          fullWidth
                          hiddenLabel
                          value={holds ?? ''}
                          error={choose.asked && holds === undefined}
                          onChange={({ target }) => choose.set(line.lineId, target.value as Settlement)}
                          slotProps={{
                            select: { SelectDisplayProps: { 'aria-label': t('documents:line.of', { label: word('holds'), row: at + 1 }) } },
                          }}
                        >
                          {SETTLEMENTS.map((one) => (
                            <MenuItem key={one} value={one}>
                              {t(
                                one === 'counted'
                                  ? 'inventory:inventory_form.differences.byCount'
                                  : 'inventory:inventory_form.differences.byDifference',
                              )}
                            </MenuItem>
                          ))}
                        </TextField>
                      )}
                    </TableCell>
                    <TableCell align="right" sx={{ color: colorOf(result), fontWeight: 600 }}>
                      {shown(result, true)}
                    </TableCell>
                  </>
                ) : (
                  <TableCell align="right">{line.value === null ? t('crud:none') : moneyText(line.value, i18n.language)}</TableCell>
                )}
              </TableRow>
            )
          })}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
