import Box from '@mui/material/Box'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Pager } from '../ui/Pager.tsx'
import { SmallTable } from '../ui/SmallTable.tsx'

const SIZES = [50, 200] as const

/** What is to be said of which rows of a spreadsheet, a page at a time: there may be ten thousand. */
export function SheetRows({
  label,
  rows,
}: {
  label: string
  /** `field`: the words of the column that it is about, where it is about one. */
  rows: readonly { readonly row: number; readonly field?: string; readonly message: string }[]
}) {
  const { t } = useTranslation()
  const [paging, setPaging] = useState({ page: 1, size: SIZES[0] as number })
  const shown = rows.slice((paging.page - 1) * paging.size, paging.page * paging.size)
  const hasFields = rows.some(({ field }) => field !== undefined)
  return (
    <Box>
      <SmallTable label={label} maxHeight={320} heads={[t('crud:row'), ...(hasFields ? [t('crud:field')] : []), label]}>
        {shown.map(({ row, field, message }) => (
          <TableRow key={`${row} ${field} ${message}`}>
            <TableCell>{row}</TableCell>
            {hasFields && <TableCell>{field}</TableCell>}
            <TableCell sx={{ overflowWrap: 'anywhere' }}>{message}</TableCell>
          </TableRow>
        ))}
      </SmallTable>
      {rows.length > SIZES[0] && <Pager total={rows.length} paging={paging} sizes={SIZES} onPaging={setPaging} />}
    </Box>
  )
}
