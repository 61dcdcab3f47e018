import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableFooter from '@mui/material/TableFooter'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Fragment, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyDocumentFull, DocumentLine } from '#contract/core/document'
import { exactQuantity } from '#src/ui/exactText.ts'
import { moneyText } from '#src/ui/money.ts'
import { type DocumentKind, isNumber, type LinePart, linePartsOf } from './arrangement.ts'
import { useDocumentWords } from './useDocumentWords.ts'
import { Value } from './Value.tsx'

interface Shown {
  readonly kind: DocumentKind
  readonly of: AnyDocumentFull
}

/** The lines of a document: a table on a desk, a list on a phone. */
export function DocumentLines(shown: Shown) {
  const { t } = useTranslation()
  const narrow = useMediaQuery((theme) => theme.breakpoints.down('md'))
  if (shown.of.lines.length === 0) return <Typography sx={{ color: 'text.secondary', px: 2, pb: 2 }}>{t('documents:line.none')}</Typography>
  return narrow ? <LineList {...shown} /> : <LineSheet {...shown} />
}

function LineValue({ kind, name, line }: { kind: DocumentKind; name: string; line: DocumentLine }) {
  return <Value kind={kind} name={name} field={kind.document.line[name]!} holder={line} cell={kind.arrangement.cells?.line?.[name]} />
}

function LineList({ kind, of: { lines, total } }: Shown) {
  const { i18n } = useTranslation()
  const words = useDocumentWords(kind.document)
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {lines.map((line) => (
        <Box component="li" key={line.id} sx={{ px: 2, py: 1.25, borderTop: 1, borderColor: 'divider' }}>
          <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
            <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              <LineValue kind={kind} name={kind.arrangement.line.head} line={line} />
            </Typography>
            {line.amount !== null && (
              <Typography variant="body2" sx={{ whiteSpace: 'nowrap' }}>
                {moneyText(line.amount, i18n.language)}
              </Typography>
            )}
          </Stack>
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            <LineRest kind={kind} line={line} />
          </Typography>
        </Box>
      ))}
      {total !== null && (
        <Box component="li" sx={{ px: 2, py: 1.5, borderTop: 1, borderColor: 'divider', display: 'flex', justifyContent: 'space-between' }}>
          <strong>{words.label('total')}</strong>
          <strong>{moneyText(total, i18n.language)}</strong>
        </Box>
      )}
    </Box>
  )
}

/** How much it is, in its unit and at its price, and after it whatever else is written in the line. */
function LineRest({ kind, line }: { kind: DocumentKind; line: DocumentLine }) {
  const { document: of, arrangement } = kind
  const { head, unit, widths } = arrangement.line
  const counted = of.amount?.quantity ?? Object.keys(widths).find((name) => of.line[name]!.kind === 'decimal')
  const told = new Set([head, unit, counted, of.amount?.price])
  const isWritten = (name: string) => line[name] !== null && line[name] !== ''
  const rest = Object.keys(widths).filter((name) => !told.has(name) && isWritten(name))
  const value = (name: string) => <LineValue kind={kind} name={name} line={line} />
  return (
    <>
      {counted !== undefined && value(counted)}
      {unit !== undefined && <> {value(unit)}</>}
      {of.amount && <> × {value(of.amount.price)}</>}
      {rest.map((name, at) => (
        <Fragment key={name}>
          {(at > 0 || counted !== undefined) && ' · '}
          {value(name)}
        </Fragment>
      ))}
      {(arrangement.lineColumns ?? []).map(({ name, Cell }) => (
        <Fragment key={name}>
          {' · '}
          <Cell line={line} />
        </Fragment>
      ))}
    </>
  )
}

/** The lines as a table; `withProgress`: with what is planned and done of each in its stock unit, where that is known. */
export function LineSheet({ kind, of: { lines, total, progress }, withProgress = false }: Shown & { withProgress?: boolean }) {
  const { document: of } = kind
  const { t, i18n } = useTranslation()
  const axis = withProgress && progress !== null ? of.progress : undefined
  const more = axis === undefined ? 0 : 2
  const words = useDocumentWords(of)
  const parts = useMemo(() => linePartsOf(kind), [kind])
  const amountAt = parts.findIndex(({ is }) => is === 'amount')
  const nameOf = (part: LinePart) => (part.is === 'field' ? part.name : part.is === 'derived' ? part.column.name : 'amount')
  const alignOf = (part: LinePart) => {
    if (part.is === 'derived') return part.column.align ?? 'left'
    return part.is === 'amount' || isNumber(of.line[part.name]!) ? 'right' : 'left'
  }
  const cellOf = (part: LinePart, line: DocumentLine) => {
    if (part.is === 'amount') return moneyText(line.amount ?? '', i18n.language)
    return part.is === 'derived' ? <part.column.Cell line={line} /> : <LineValue kind={kind} name={part.name} line={line} />
  }
  return (
    <TableContainer component="section" tabIndex={0} aria-label={words.label('lines')}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>#</TableCell>
            {parts.map((part) => (
              <TableCell key={nameOf(part)} align={alignOf(part)}>
                {words.lineLabel(nameOf(part))}
              </TableCell>
            ))}
            {axis && (
              <>
                <TableCell align="right">{t('documents:progress.planned')}</TableCell>
                <TableCell align="right">{t(`documents:progress.${axis}.done`)}</TableCell>
              </>
            )}
          </TableRow>
        </TableHead>
        <TableBody>
          {lines.map((line, at) => (
            <TableRow key={line.id} hover>
              <TableCell sx={{ color: 'text.secondary' }}>{at + 1}</TableCell>
              {parts.map((part) => (
                <TableCell key={nameOf(part)} align={alignOf(part)} sx={{ overflowWrap: 'anywhere' }}>
                  {cellOf(part, line)}
                </TableCell>
              ))}
              {axis && (
                <>
                  <TableCell align="right">
                    {exactQuantity(line.planned, i18n.language)} {line.stockUnit}
                  </TableCell>
                  <TableCell align="right">{exactQuantity(line.done, i18n.language)}</TableCell>
                </>
              )}
            </TableRow>
          ))}
        </TableBody>
        {total !== null && amountAt >= 0 && (
          <TableFooter>
            <TableRow>
              <TableCell colSpan={amountAt + 1} align="right">
                {words.label('total')}
              </TableCell>
              <TableCell align="right" sx={{ typography: 'subtitle2', color: 'text.primary', whiteSpace: 'nowrap' }}>
                {moneyText(total, i18n.language)}
              </TableCell>
              {amountAt < parts.length - 1 + more && <TableCell colSpan={parts.length - 1 - amountAt + more} />}
            </TableRow>
          </TableFooter>
        )}
      </Table>
    </TableContainer>
  )
}
