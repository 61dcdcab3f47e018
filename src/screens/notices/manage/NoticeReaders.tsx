import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TablePagination from '@mui/material/TablePagination'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ManagedNotice, managedNoticeCalls, READER_STATES, type ReaderState } from '#contract/notices/managedNotice'
import { NOTICE_EXPORT } from '#contract/notices/notice'
import { useCall } from '#src/api/useCall.ts'
import { SheetExport } from '#src/files/SheetExport.tsx'
import { usePermission } from '#src/session/usePermission.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { momentText } from '#src/time/moment.ts'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { useSearch } from '#src/ui/useSearch.ts'

const WIDTH = 820
const SIZES = [20, 50, 100]
const HEADS = ['person', 'unit', 'state', 'readAt'] as const

/** Who has read an announcement, when, and who has not, by unit. */
export function NoticeReaders({ of, onClose }: { of: ManagedNotice; onClose: () => void }) {
  const { t } = useTranslation()
  const mayExport = usePermission(NOTICE_EXPORT) === true
  const [state, setState] = useState<ReaderState | ''>('')
  const [typed, setTyped] = useState('')
  const search = useSearch(typed)
  const [{ page, size }, go] = useState({ page: 1, size: SIZES[0]! })
  const narrowing = { ...(state === '' ? {} : { state }), ...(search.trim() === '' ? {} : { search: search.trim() }) }
  const readers = useCall(
    managedNoticeCalls.readers,
    { params: { id: of.noticeId }, query: { page, size, ...narrowing } },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  const total = readers.data?.totalElements ?? 0
  return (
    <Modal open onClose={onClose} width={WIDTH} title={t('notices:manage.readers.title', { title: of.title })}>
      <Stack sx={{ gap: 2, pt: 1 }}>
        {of.withdrawnAt !== null && (
          <Alert severity="info">{t('notices:manage.withdrawnBy', { name: of.withdrawnBy ?? '--', at: momentText(of.withdrawnAt) })}</Alert>
        )}
        <Typography component="output">{t('notices:manage.readOfWords', { count: of.readers, read: of.readBy })}</Typography>
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
          <TextField
            size="small"
            label={t('notices:manage.readers.search')}
            value={typed}
            slotProps={{ htmlInput: { maxLength: 100 } }}
            onChange={({ target }) => {
              setTyped(target.value)
              go({ page: 1, size })
            }}
          />
          <SelectField
            size="small"
            label={t('notices:manage.readers.state')}
            value={state}
            sx={{ minWidth: 180 }}
            words={READER_STATES.map((one) => [one, t(`notices:manage.readerState.${one}`)])}
            none={t('notices:manage.readers.all')}
            onChange={(one) => {
              setState(one ?? '')
              go({ page: 1, size })
            }}
          />
          <Box sx={{ flex: 1 }} />
          {mayExport && (
            <SheetExport
              path={managedNoticeCalls.readersSheet.path.replace('{id}', String(of.noticeId))}
              query={narrowing}
              title={t('notices:manage.readers.sheet', { title: of.title })}
              rows={total}
            />
          )}
        </Stack>
        {readers.isPending && <SkeletonList rows={5} height={40} />}
        {readers.isError && (
          <ErrorState compact otherwise={t('notices:manage.readers.failed')} error={readers.error} onRetry={() => void readers.refetch()} />
        )}
        {readers.data !== undefined && (
          <Box sx={{ overflowX: 'auto' }}>
            <Table size="small" aria-busy={readers.isPlaceholderData}>
              <TableHead>
                <TableRow>
                  {HEADS.map((head) => (
                    <TableCell key={head}>{t(`notices:manage.readers.${head}`)}</TableCell>
                  ))}
                </TableRow>
              </TableHead>
              <TableBody>
                {readers.data.content.map((one) => (
                  <TableRow key={one.userId}>
                    <TableCell>{one.realName}</TableCell>
                    <TableCell>{one.unitName ?? '--'}</TableCell>
                    <TableCell>{t(`notices:manage.readerState.${one.state}`)}</TableCell>
                    <TableCell sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
                      {one.readAt === null ? '--' : momentText(one.readAt)}
                    </TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
            {total === 0 && <Typography sx={{ p: 2, color: 'text.secondary' }}>{t('notices:manage.readers.none')}</Typography>}
            <TablePagination
              component="div"
              count={total}
              page={page - 1}
              onPageChange={(_, next) => go({ page: next + 1, size })}
              rowsPerPage={size}
              rowsPerPageOptions={SIZES}
              onRowsPerPageChange={({ target }) => go({ page: 1, size: Number(target.value) })}
              labelRowsPerPage={t('frame:page.size')}
              labelDisplayedRows={({ count }) => t('frame:page.total', { count })}
            />
          </Box>
        )}
      </Stack>
    </Modal>
  )
}
