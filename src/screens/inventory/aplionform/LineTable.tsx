import AddIcon from '@mui/icons-material/Add'
import ContentCopyIcon from '@mui/icons-material/ContentCopyOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { type Control, useFieldArray, useFormState, type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MAX_LINES, totalOf } from '#contract/core/document'
import { aplionform } from '#contract/inventory/aplionform'
import { toast } from '#src/ui/toast.ts'
import { moneyText } from '#src/ui/money.ts'
import { blankLine, type Draft, LINE_FIELDS, LINE_LIMITS, type LineField, readRows, writeRows } from './draft.ts'

/** How wide the columns stand to each other, in px; the table scrolls where they do not fit. */
const WIDTHS: Record<LineField, number> = { productName: 200, specification: 140, unit: 90, quantity: 110, price: 120, remark: 160 }
const NUMBERS: readonly LineField[] = ['quantity', 'price']
const NEEDED: readonly LineField[] = ['productName', 'unit', 'quantity', 'price']

const plain = (text: string) => text.normalize('NFKC').trim()
const summed = (lines: Draft['lines']) =>
  totalOf(
    aplionform,
    lines.map(({ quantity, price }) => ({ quantity: plain(quantity), price: plain(price) })),
  ) ?? ''

/** What one line comes to, while it is typed. */
function LineAmount({ control, row }: { control: Control<Draft>; row: number }) {
  const { i18n } = useTranslation()
  const line = useWatch({ control, name: `lines.${row}` })
  return <span>{moneyText(line == null ? '0.00' : summed([line]), i18n.language)}</span>
}

/** What all lines come to, while they are typed. */
export function DraftTotal({ control }: { control: Control<Draft> }) {
  const { t, i18n } = useTranslation()
  const lines = useWatch({ control, name: 'lines' })
  return (
    <Stack direction="row" sx={{ gap: 2, alignItems: 'baseline', justifyContent: 'flex-end', flexWrap: 'wrap' }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('inventory:aplionform.line.count', { count: lines.length })}
      </Typography>
      <Typography variant="h2" component="p" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('inventory:aplionform.fields.total')}{' '}
        <Box component="output" aria-label={t('inventory:aplionform.fields.total')}>
          {moneyText(summed(lines), i18n.language)}
        </Box>
      </Typography>
    </Stack>
  )
}

/**
 * The lines of an application: a table on a desk, cards on a phone. By keyboard: Enter and the arrows go from line to line (Enter on
 * the last one makes the next), Ctrl+D duplicates, and rows of a spreadsheet can be pasted.
 */
export function LineTable({ form }: { form: UseFormReturn<Draft> }) {
  const { t } = useTranslation()
  const { control, register, setFocus, getValues } = form
  const { fields, append, insert, remove, replace } = useFieldArray({ control, name: 'lines' })
  const { errors } = useFormState({ control, name: 'lines' })
  const narrow = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const full = fields.length >= MAX_LINES

  const add = () => append(blankLine(), { shouldFocus: true, focusName: `lines.${fields.length}.productName` })
  const duplicate = (row: number, field: LineField = 'productName') => {
    if (full) return
    const copied = getValues(`lines.${row}`)
    insert(row + 1, { ...copied }, { shouldFocus: true, focusName: `lines.${row + 1}.${field}` })
  }
  const goTo = (row: number, field: LineField) => setFocus(`lines.${row}.${field}`, { shouldSelect: true })
  const onKeyDown = (event: KeyboardEvent, row: number, field: LineField) => {
    if (event.nativeEvent.isComposing) return
    const control = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && !control) {
      // Enter is the next line here, not the form's button.
      event.preventDefault()
      const to = row + (event.shiftKey ? -1 : 1)
      if (to >= 0 && to < fields.length) goTo(to, field)
      else if (to === fields.length && !full) append(blankLine(), { shouldFocus: true, focusName: `lines.${to}.productName` })
    } else if (event.key === 'ArrowDown' && !control && row + 1 < fields.length) {
      event.preventDefault()
      goTo(row + 1, field)
    } else if (event.key === 'ArrowUp' && !control && row > 0) {
      event.preventDefault()
      goTo(row - 1, field)
    } else if (control && !event.shiftKey && event.key.toLowerCase() === 'd') {
      event.preventDefault()
      duplicate(row, field)
    }
  }
  const onPaste = (event: ClipboardEvent, row: number, field: LineField) => {
    const rows = readRows(event.clipboardData.getData('text/plain'))
    if (rows === null) return
    event.preventDefault()
    const before = getValues('lines')
    const next = writeRows(before, rows, row, field)
    replace(next)
    toast('info', t('inventory:aplionform.line.pasted', { count: Math.min(rows.length, MAX_LINES - row) }))
  }
  const removeLine = (row: number) => {
    remove(row)
    const left = fields.length - 1
    if (left > 0) requestAnimationFrame(() => goTo(Math.min(row, left - 1), 'productName'))
  }

  const input = (row: number, field: LineField, labelled: boolean) => {
    const fault = errors.lines?.[row]?.[field]?.message
    const label = t(`inventory:aplionform.line.${field}`)
    const { ref, ...given } = register(`lines.${row}.${field}`)
    return (
      <TextField
        {...given}
        inputRef={ref}
        fullWidth
        size="small"
        {...(labelled ? { label, required: NEEDED.includes(field) } : { hiddenLabel: true })}
        error={fault !== undefined}
        helperText={fault}
        onKeyDown={(event) => onKeyDown(event, row, field)}
        onPaste={(event) => onPaste(event, row, field)}
        slotProps={{
          ...(labelled ? { inputLabel: { shrink: true } } : {}),
          htmlInput: {
            maxLength: LINE_LIMITS[field],
            'aria-label': t('inventory:aplionform.line.of', { label, row: row + 1 }),
            ...(NUMBERS.includes(field) ? { inputMode: 'decimal', style: { textAlign: 'right' } } : {}),
          },
          formHelperText: { sx: { mx: 0 } },
        }}
      />
    )
  }
  const acts = (row: number) => (
    <Stack direction="row">
      <Tooltip title={t('inventory:aplionform.line.duplicate', { row: row + 1 })}>
        <span>
          <IconButton
            size="small"
            disabled={full}
            aria-label={t('inventory:aplionform.line.duplicate', { row: row + 1 })}
            onClick={() => duplicate(row)}
          >
            <ContentCopyIcon fontSize="small" />
          </IconButton>
        </span>
      </Tooltip>
      <Tooltip title={t('inventory:aplionform.line.remove', { row: row + 1 })}>
        <IconButton size="small" aria-label={t('inventory:aplionform.line.remove', { row: row + 1 })} onClick={() => removeLine(row)}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </Stack>
  )
  const fault = errors.lines?.root?.message ?? errors.lines?.message
  return (
    <Stack spacing={1.5}>
      {fault !== undefined && <Alert severity="error">{fault}</Alert>}
      {fields.length === 0 && <Typography sx={{ color: 'text.secondary', py: 2 }}>{t('inventory:aplionform.line.none')}</Typography>}
      {fields.length > 0 &&
        (narrow ? (
          <Stack component="ol" spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {fields.map(({ id }, row) => (
              <Paper
                key={id}
                component="li"
                variant="outlined"
                sx={{ p: 1.5 }}
                aria-label={t('inventory:aplionform.line.row', { row: row + 1 })}
              >
                <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', mb: 1.5 }}>
                  <Typography variant="subtitle2">{t('inventory:aplionform.line.row', { row: row + 1 })}</Typography>
                  {acts(row)}
                </Stack>
                <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
                  {LINE_FIELDS.map((field) => (
                    <Box key={field} sx={field === 'productName' || field === 'remark' ? { gridColumn: '1 / -1' } : {}}>
                      {input(row, field, true)}
                    </Box>
                  ))}
                </Box>
                <Typography variant="body2" sx={{ mt: 1.5, textAlign: 'right' }}>
                  {t('inventory:aplionform.line.amount')} <LineAmount control={control} row={row} />
                </Typography>
              </Paper>
            ))}
          </Stack>
        ) : (
          <TableContainer component="section" tabIndex={0} aria-label={t('inventory:aplionform.fields.lines')}>
            <Table size="small" sx={{ minWidth: 1080, '& td, & th': { px: 0.75 }, '& td': { verticalAlign: 'top' } }}>
              <TableHead>
                <TableRow>
                  <TableCell sx={{ width: 40 }}>#</TableCell>
                  {LINE_FIELDS.slice(0, 5).map((field) => (
                    <TableCell key={field} align={NUMBERS.includes(field) ? 'right' : 'left'} sx={{ width: WIDTHS[field] }}>
                      {t(`inventory:aplionform.line.${field}`)}
                      {NEEDED.includes(field) && <span aria-hidden> *</span>}
                    </TableCell>
                  ))}
                  <TableCell align="right" sx={{ width: 130 }}>
                    {t('inventory:aplionform.line.amount')}
                  </TableCell>
                  <TableCell sx={{ width: WIDTHS.remark }}>{t('inventory:aplionform.line.remark')}</TableCell>
                  <TableCell sx={{ width: 80 }}>{t('inventory:aplionform.line.actions')}</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {fields.map(({ id }, row) => (
                  <TableRow key={id}>
                    <TableCell sx={{ lineHeight: '40px', color: 'text.secondary' }}>{row + 1}</TableCell>
                    {LINE_FIELDS.slice(0, 5).map((field) => (
                      <TableCell key={field}>{input(row, field, false)}</TableCell>
                    ))}
                    <TableCell align="right" sx={{ lineHeight: '40px', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
                      <LineAmount control={control} row={row} />
                    </TableCell>
                    <TableCell>{input(row, 'remark', false)}</TableCell>
                    <TableCell>{acts(row)}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </TableContainer>
        ))}
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button variant="outlined" startIcon={<AddIcon />} onClick={add} disabled={full}>
          {t('inventory:aplionform.line.add')}
        </Button>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {full ? t('inventory:aplionform.line.full', { max: MAX_LINES }) : t('inventory:aplionform.line.keys')}
        </Typography>
      </Stack>
    </Stack>
  )
}
