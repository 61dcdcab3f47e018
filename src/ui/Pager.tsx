import Stack from '@mui/material/Stack'
import TablePagination from '@mui/material/TablePagination'
import { useTranslation } from 'react-i18next'
import { PageJump } from './PageJump.tsx'

/** What part of a list is looked at: pages count from 1. */
export interface Paging {
  readonly page: number
  readonly size: number
}

/** From so many pages on, one may go to one by its number. */
const JUMPS_FROM = 3

/** How many rows there are, which of them are shown, and the way to the others. A choice of size goes back to the first page. */
export function Pager({
  total,
  paging,
  sizes,
  onPaging,
}: {
  /** -1 while nobody knows how many there are. */
  total: number
  paging: Paging
  sizes: readonly number[]
  onPaging: (next: Paging) => void
}) {
  const { t } = useTranslation()
  const pages = Math.max(1, Math.ceil(total / paging.size))
  const page = Math.min(paging.page, total < 0 ? paging.page : pages)
  return (
    <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'flex-end', flexWrap: 'wrap', columnGap: 1 }}>
      {pages >= JUMPS_FROM && <PageJump page={page} pages={pages} onPage={(next) => onPaging({ ...paging, page: next })} />}
      <TablePagination
        component="div"
        count={total}
        page={page - 1}
        rowsPerPage={paging.size}
        rowsPerPageOptions={sizes}
        labelRowsPerPage={t('crud:perPage')}
        // Rows that are on their way are not none.
        labelDisplayedRows={({ count }) => (count < 0 ? '' : t('crud:total', { count }))}
        onPageChange={(_, next) => onPaging({ ...paging, page: next + 1 })}
        onRowsPerPageChange={({ target }) => onPaging({ page: 1, size: Number(target.value) })}
        sx={{
          border: 0,
          // A phone has room for what is turned, not for how many are turned at once.
          '& .MuiTablePagination-selectLabel, & .MuiTablePagination-input': { display: { xs: 'none', sm: 'inline-flex' } },
        }}
      />
    </Stack>
  )
}
