import AddIcon from '@mui/icons-material/Add'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useMemo } from 'react'
import { useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MAX_LINES } from '#contract/core/document'
import { isNumber, linePartsOf } from './arrangement.ts'
import type { Lines } from './LineCell.tsx'
import { LineImport } from './LineImport.tsx'
import { LineCard, LineRow } from './LineRow.tsx'
import { ScanField } from './ScanField.tsx'
import { useDocumentWords } from './useDocumentWords.ts'
import { useLines } from './useLines.ts'

const AMOUNT_WIDTH = 130
const NUMBER_WIDTH = 40
const ACTS_WIDTH = 80

/**
 * The lines of a document: a table on a desk, cards on a phone. By keyboard: Enter and the arrows go from line to line (Enter on
 * the last one makes the next), Ctrl+D duplicates, and rows of a spreadsheet can be pasted.
 */
export function LineTable(lines: Lines) {
  const { kind, form } = lines
  const { document: of } = kind
  const { t } = useTranslation()
  const words = useDocumentWords(of)
  const parts = useMemo(() => linePartsOf(kind), [kind])
  const { fields, full, add, acts, listening } = useLines(lines, parts)
  const { errors } = useFormState({ control: form.control, name: 'lines', exact: true })
  const narrow = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const fault = errors.lines?.root?.message ?? errors.lines?.message
  return (
    <Stack spacing={1.5} {...listening}>
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'flex-start', flexWrap: 'wrap' }}>
        <LineImport {...lines} />
        <ScanField {...lines} put={acts.put} />
      </Stack>
      {fault !== undefined && <Alert severity="error">{fault}</Alert>}
      {fields.length === 0 && <Typography sx={{ color: 'text.secondary', py: 2 }}>{t('documents:line.none')}</Typography>}
      {fields.length > 0 &&
        (narrow ? (
          <Stack component="ol" spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {fields.map(({ key }, row) => (
              <LineCard key={key} {...lines} parts={parts} row={row} full={full} acts={acts} />
            ))}
          </Stack>
        ) : (
          <TableContainer component="section" tabIndex={0} aria-label={words.label('lines')}>
            <Table size="small" sx={{ minWidth: leastWidthOf(parts), '& td, & th': { px: 0.75 }, '& td': { verticalAlign: 'top' } }}>
              <TableHead>
                <TableRow>
                  <TableCell sx={{ width: NUMBER_WIDTH }}>#</TableCell>
                  {parts.map((part) => {
                    if (part.is === 'amount')
                      return (
                        <TableCell key="=" align="right" sx={{ width: AMOUNT_WIDTH }}>
                          {words.lineLabel('amount')}
                        </TableCell>
                      )
                    if (part.is === 'derived')
                      return (
                        <TableCell key={`=${part.column.name}`} align={part.column.align ?? 'left'} sx={{ width: part.column.width }}>
                          {words.lineLabel(part.column.name)}
                        </TableCell>
                      )
                    const field = of.line[part.name]!
                    return (
                      <TableCell key={part.name} align={isNumber(field) ? 'right' : 'left'} sx={{ width: part.width }}>
                        {words.lineLabel(part.name)}
                        {field.required && <span aria-hidden> *</span>}
                      </TableCell>
                    )
                  })}
                  <TableCell sx={{ width: ACTS_WIDTH }}>{t('documents:line.actions')}</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {fields.map(({ key }, row) => (
                  <LineRow key={key} {...lines} parts={parts} row={row} full={full} acts={acts} />
                ))}
              </TableBody>
            </Table>
          </TableContainer>
        ))}
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button variant="outlined" startIcon={<AddIcon />} onClick={add} disabled={full}>
          {t('documents:line.add')}
        </Button>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {full ? t('documents:line.full', { max: MAX_LINES }) : t('documents:line.keys')}
        </Typography>
      </Stack>
    </Stack>
  )
}

/** The table scrolls where its columns do not fit. */
function leastWidthOf(parts: ReturnType<typeof linePartsOf>): number {
  const width = (part: (typeof parts)[number]) =>
    part.is === 'field' ? part.width : part.is === 'derived' ? part.column.width : AMOUNT_WIDTH
  return parts.reduce((sum, part) => sum + width(part), NUMBER_WIDTH + ACTS_WIDTH)
}
