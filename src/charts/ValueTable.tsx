import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SmallTable } from '#src/ui/SmallTable.tsx'
import { momentText } from '#src/time/moment.ts'
import { Pager } from '../ui/Pager.tsx'
import { curveValue } from './formatValue.ts'
import { type HistoryCurve, valueRows } from './historyCurve.ts'

const SIZES = [20, 50, 100]
const EVER = [-Infinity, Infinity] as const

/** The values behind the curves within the moments that are seen (ms), newest first. */
export function ValueTable({ curves, seen: [first, last] = EVER }: { curves: readonly HistoryCurve[]; seen?: readonly [number, number] }) {
  const { t, i18n } = useTranslation()
  const rows = useMemo(() => valueRows(curves).filter(({ ts }) => ts >= first && ts <= last), [curves, first, last])
  const [paging, setPaging] = useState({ page: 1, size: SIZES[0]! })
  const { size } = paging
  const from = Math.min(paging.page - 1, Math.max(0, Math.ceil(rows.length / size) - 1))
  return (
    <>
      <SmallTable
        label={t('charts:table')}
        heads={[t('charts:time'), ...curves.map(({ name, unit }) => ({ words: unit ? `${name} (${unit})` : name, right: true }))]}
        maxHeight={420}
      >
        {rows.slice(from * size, (from + 1) * size).map(({ ts, cells }) => (
          <TableRow key={ts} hover>
            <TableCell sx={{ whiteSpace: 'nowrap' }}>{momentText(ts)}</TableCell>
            {cells.map((cell, at) => (
              <TableCell key={curves[at]!.itemId} align="right">
                {cell && cell.min !== null && cell.max !== null && cell.min !== cell.max ? (
                  <>
                    {t('charts:span', { low: curveValue(cell.min, i18n.language), high: curveValue(cell.max, i18n.language) })}
                    <Typography component="span" variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
                      {t('charts:mean')} {curveValue(cell.mean, i18n.language)}
                    </Typography>
                  </>
                ) : (
                  <>
                    {curveValue(cell?.mean, i18n.language)}
                    {cell && curves[at]!.strength !== null && curves[at]!.bucket > 0 && (
                      <Typography component="span" variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
                        {cell.strength === null
                          ? t('charts:oldMean')
                          : t('charts:steadiness', { percent: Math.round(cell.strength * 100) })}
                      </Typography>
                    )}
                  </>
                )}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </SmallTable>
      <Pager total={rows.length} paging={{ page: from + 1, size }} sizes={SIZES} onPaging={setPaging} />
    </>
  )
}
