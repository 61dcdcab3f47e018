import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LandRow } from '#contract/farm/landFile'
import { Pager } from '#src/ui/Pager.tsx'
import { SmallTable } from '#src/ui/SmallTable.tsx'

const SIZES = [50, 200] as const
const STATE_COLORS = { new: 'success', changed: 'info', same: 'default', duplicate: 'warning' } as const

/** The outlines of a file, each with what would become of it, what is wrong with it, and whether it is chosen. */
export function LandFileRows({
  rows,
  mayBring,
  isChosen,
  onTurn,
  onShow,
}: {
  rows: readonly LandRow[]
  mayBring: (row: LandRow) => boolean
  isChosen: (row: LandRow) => boolean
  onTurn: (row: number) => void
  onShow: (row: LandRow) => void
}) {
  const { t } = useTranslation()
  const [paging, setPaging] = useState({ page: 1, size: SIZES[0] as number })
  const shown = rows.slice((paging.page - 1) * paging.size, paging.page * paging.size)
  const heads = [
    { words: '', sx: { width: 48 } },
    t('farm:landFile.head.plot'),
    t('farm:landFile.head.state'),
    { words: t('farm:landFile.head.measure'), right: true, sx: { whiteSpace: 'nowrap' } },
  ]
  return (
    <>
      <SmallTable label={t('farm:landFile.rows')} maxHeight={320} heads={heads}>
        {shown.map((row) => (
          <TableRow key={row.row} data-state={row.state}>
            <TableCell padding="checkbox">
              <Checkbox
                size="small"
                checked={isChosen(row)}
                disabled={!mayBring(row)}
                onChange={() => onTurn(row.row)}
                slotProps={{ input: { 'aria-label': t('farm:landFile.choose', { name: row.name }) } }}
              />
            </TableCell>
            <TableCell sx={{ overflowWrap: 'anywhere', width: '100%' }}>
              {row.outline ? (
                <Link
                  component="button"
                  type="button"
                  title={t('farm:landFile.show', { name: row.name })}
                  onClick={() => onShow(row)}
                  sx={{ textAlign: 'start' }}
                >
                  {row.name}
                </Link>
              ) : (
                row.name
              )}
              <Remarks row={row} />
            </TableCell>
            <TableCell>
              {row.faults.length > 0 ? (
                <Chip size="small" variant="outlined" color="error" label={t('farm:landFile.state.faulty')} />
              ) : (
                <Chip size="small" variant="outlined" color={STATE_COLORS[row.state]} label={t(`farm:landFile.state.${row.state}`)} />
              )}
            </TableCell>
            <TableCell align="right" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
              <Measure row={row} />
            </TableCell>
          </TableRow>
        ))}
      </SmallTable>
      {rows.length > SIZES[0] && <Pager total={rows.length} paging={paging} sizes={SIZES} onPaging={setPaging} />}
    </>
  )
}

function Measure({ row: { state, was, measure } }: { row: LandRow }) {
  const now = measure ?? '--'
  return state === 'changed' && was && was.landMeasure !== measure ? `${was.landMeasure ?? '--'} → ${now}` : now
}

function Remarks({ row: { state, name, was, faults, notes } }: { row: LandRow }) {
  const { t } = useTranslation()
  const between = t('farm:land.and')
  const words = [
    ...(state === 'duplicate' ? [was ? t('farm:landFile.as', { name: was.landName }) : t('farm:landFile.twice')] : []),
    ...(state === 'changed' && was && was.landName !== name ? [t('farm:landFile.was', { name: was.landName })] : []),
    ...notes.map(({ code, mu, corners, metres, km, names = [] }) =>
      t(`farm:landFile.note.${code}`, { mu, corners, metres, km, names: names.join(between) }),
    ),
  ]
  return (
    <Stack>
      {faults.map((fault) => (
        <Typography key={fault} variant="caption" color="error">
          {t(`farm:landFile.fault.${fault}`)}
        </Typography>
      ))}
      {words.map((said) => (
        <Typography key={said} variant="caption" sx={{ overflowWrap: 'anywhere' }}>
          {said}
        </Typography>
      ))}
    </Stack>
  )
}
