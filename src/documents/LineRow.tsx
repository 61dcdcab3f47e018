import ContentCopyIcon from '@mui/icons-material/ContentCopyOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { memo } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { LineColumn, LinePart } from './arrangement.ts'
import type { Draft, DraftLine } from './draft.ts'
import { LineAmount } from './DraftAmounts.tsx'
import { LineCell, type Lines } from './LineCell.tsx'
import { useDocumentWords } from './useDocumentWords.ts'

interface RowProps extends Lines {
  readonly parts: readonly LinePart[]
  readonly row: number
  /** No further line is taken. */
  readonly full: boolean
  readonly acts: { readonly duplicate: (row: number) => void; readonly remove: (row: number) => void }
}

const NO_LINE: Readonly<Record<string, unknown>> = {}
/** As it is now: the form writes into the one that it holds, so that only a copy of it tells whether it has changed. */
const asItIs = (line: DraftLine | undefined) => line && { ...line }
function Derived({ column: { Cell }, form, row }: { column: LineColumn; form: UseFormReturn<Draft>; row: number }) {
  const line = useWatch({ control: form.control, name: `lines.${row}`, compute: asItIs })
  return <Cell line={line ?? NO_LINE} />
}

function RowActs({ row, full, acts }: Pick<RowProps, 'row' | 'full' | 'acts'>) {
  const { t } = useTranslation()
  const duplicate = t('documents:line.duplicate', { row: row + 1 })
  const remove = t('documents:line.remove', { row: row + 1 })
  return (
    <Stack direction="row">
      <Tooltip title={duplicate}>
        <span>
          <IconButton size="small" disabled={full} aria-label={duplicate} onClick={() => acts.duplicate(row)}>
            <ContentCopyIcon fontSize="small" />
          </IconButton>
        </span>
      </Tooltip>
      <Tooltip title={remove}>
        <IconButton size="small" aria-label={remove} onClick={() => acts.remove(row)}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </Stack>
  )
}

/** What finds an input by its place. */
export const placeOf = (row: number, name: string) => `${row}.${name}`

/** One line as a row of a table. */
export const LineRow = memo(function LineRow({ parts, row, full, acts, ...lines }: RowProps) {
  const { t } = useTranslation()
  const { kind, form } = lines
  const words = useDocumentWords(kind.document)
  const { amount } = kind.document
  return (
    <TableRow>
      <TableCell sx={{ lineHeight: '40px', color: 'text.secondary' }}>{row + 1}</TableCell>
      {parts.map((part) => {
        if (part.is === 'amount')
          return (
            <TableCell key="=" align="right" sx={{ lineHeight: '40px', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
              {amount && <LineAmount amount={amount} control={form.control} row={row} />}
            </TableCell>
          )
        if (part.is === 'derived')
          return (
            <TableCell key={`=${part.column.name}`} align={part.column.align ?? 'left'} sx={{ lineHeight: '40px' }}>
              <Derived column={part.column} form={form} row={row} />
            </TableCell>
          )
        const label = words.lineLabel(part.name)
        return (
          <TableCell key={part.name} data-place={placeOf(row, part.name)}>
            <LineCell
              {...lines}
              row={row}
              name={part.name}
              label={label}
              called={t('documents:line.of', { label, row: row + 1 })}
              labelled={false}
            />
          </TableCell>
        )
      })}
      <TableCell>
        <RowActs row={row} full={full} acts={acts} />
      </TableCell>
    </TableRow>
  )
})

/** One line as a card, where there is no room for a table. */
export const LineCard = memo(function LineCard({ parts, row, full, acts, ...lines }: RowProps) {
  const { t } = useTranslation()
  const { kind, form } = lines
  const words = useDocumentWords(kind.document)
  const { amount } = kind.document
  const { head, wide = [] } = kind.arrangement.line
  const title = t('documents:line.row', { row: row + 1 })
  const below = { variant: 'body2', sx: { mt: 1.5, textAlign: 'right' } } as const
  return (
    <Paper component="li" variant="outlined" sx={{ p: 1.5 }} aria-label={title}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', mb: 1.5 }}>
        <Typography variant="subtitle2">{title}</Typography>
        <RowActs row={row} full={full} acts={acts} />
      </Stack>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
        {parts.map((part) => {
          if (part.is !== 'field') return null
          const { name } = part
          const label = words.lineLabel(name)
          return (
            <Box key={name} data-place={placeOf(row, name)} sx={name === head || wide.includes(name) ? { gridColumn: '1 / -1' } : {}}>
              <LineCell {...lines} row={row} name={name} label={label} called={t('documents:line.of', { label, row: row + 1 })} labelled />
            </Box>
          )
        })}
      </Box>
      {parts.map(
        (part) =>
          part.is === 'derived' && (
            <Typography key={part.column.name} {...below}>
              {words.lineLabel(part.column.name)} <Derived column={part.column} form={form} row={row} />
            </Typography>
          ),
      )}
      {amount && (
        <Typography {...below}>
          {words.lineLabel('amount')} <LineAmount amount={amount} control={form.control} row={row} />
        </Typography>
      )}
    </Paper>
  )
})
