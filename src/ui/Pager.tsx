import TablePagination from '@mui/material/TablePagination'
import { useTranslation } from 'react-i18next'

/** What part of a list is looked at: pages count from 1. */
export interface Paging {
  readonly page: number
  readonly size: number
}

/** How many rows there are, which of them are shown, and the way to the others. A choice of size goes back to the first page. */
export function Pager({
  total,
  paging,
  sizes,
  onPaging,
}: {
  total: number
  paging: Paging
  sizes: readonly number[]
  onPaging: (next: Paging) => void
}) {
  const { t } = useTranslation()
  return (
    <TablePagination
      component="div"
      count={total}
      page={paging.page - 1}
      rowsPerPage={paging.size}
      rowsPerPageOptions={sizes}
      labelRowsPerPage={t('crud:perPage')}
      labelDisplayedRows={({ count }) => t('crud:total', { count })}
      onPageChange={(_, page) => onPaging({ ...paging, page: page + 1 })}
      onRowsPerPageChange={({ target }) => onPaging({ page: 1, size: Number(target.value) })}
    />
  )
}
