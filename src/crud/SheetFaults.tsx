import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportReport } from '#contract/core/resource'
import { Pager } from '../ui/Pager.tsx'

const SIZES = [50, 200] as const

/** Which row of a spreadsheet is wrong where and why, a page at a time: there may be ten thousand. */
export function SheetFaults({ faults, label }: { faults: ImportReport['faults']; label: (field: string) => string }) {
  const { t } = useTranslation()
  const [paging, setPaging] = useState({ page: 1, size: SIZES[0] as number })
  const shown = faults.slice((paging.page - 1) * paging.size, paging.page * paging.size)
  return (
    <Box>
      <Box component="section" tabIndex={0} aria-label={t('crud:sheet.faults')} sx={{ maxHeight: 320, overflow: 'auto' }}>
        <Table size="small" stickyHeader aria-label={t('crud:sheet.faults')}>
          <TableHead>
            <TableRow>
              <TableCell>{t('crud:row')}</TableCell>
              <TableCell>{t('crud:field')}</TableCell>
              <TableCell>{t('crud:fault')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {shown.map(({ row, field, message }) => (
              <TableRow key={`${row} ${field} ${message}`}>
                <TableCell>{row}</TableCell>
                <TableCell>{field === null ? '' : label(field)}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{message}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      {faults.length > SIZES[0] && <Pager total={faults.length} paging={paging} sizes={SIZES} onPaging={setPaging} />}
    </Box>
  )
}
