import { useQueryClient } from '@tanstack/react-query'
import Search from '@mui/icons-material/Search'
import Checkbox from '@mui/material/Checkbox'
import InputAdornment from '@mui/material/InputAdornment'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userCalls } from '#contract/session/user'
import { queryKeyOf, useCall, useCallMutation } from '#src/api/useCall.ts'
import { switchTenant, useSession } from '#src/session/session.ts'
import { TENANT_MODAL_WIDTH } from '#src/theme/theme.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { Pager } from '#src/ui/Pager.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { useSearch } from '#src/ui/useSearch.ts'
import { toast } from '#src/ui/toast.ts'

const SIZES = [10, 20, 50] as const

/** The user's tenants, searchable and paged; a click on a name makes it the current one (TENANT-02 to -04). */
export function TenantModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const [typed, setTyped] = useState('')
  const [paging, setPaging] = useState({ page: 1, size: SIZES[0] as number })
  const tenantName = useSearch(typed)
  const list = useCall(
    userCalls.selfTenantsPage,
    { query: { ...paging, ...(tenantName === '' ? {} : { tenantName }) } },
    { enabled: open, placeholderData: (before) => before },
  )
  const makeDefault = useCallMutation(userCalls.defaultTenant, {
    onSuccess: async () => {
      toast('success', t('frame:tenant.defaultDone'))
      await queryClient.invalidateQueries({ queryKey: queryKeyOf(userCalls.selfTenantsPage) })
    },
  })
  return (
    <Modal open={open} onClose={onClose} title={t('frame:tenant.title')} width={TENANT_MODAL_WIDTH}>
      <TextField
        fullWidth
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setPaging({ ...paging, page: 1 })
        }}
        placeholder={t('frame:tenant.search')}
        slotProps={{
          htmlInput: { 'aria-label': t('frame:tenant.search') },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Search fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      {list.isPending && <SkeletonList rows={3} />}
      {list.isError && <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.content.length === 0 && <EmptyState compact variant="pageNoSearch" />}
      {list.data != null && list.data.content.length > 0 && (
        <Table size="small" sx={{ mt: 1 }}>
          <TableHead>
            <TableRow>
              <TableCell>{t('frame:tenant.name')}</TableCell>
              <TableCell>{t('frame:tenant.code')}</TableCell>
              <TableCell align="center">{t('frame:tenant.default')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {list.data.content.map((tenant) => (
              <TableRow key={tenant.tenantId} hover>
                <TableCell>
                  {tenant.tenantId === tenantId ? (
                    <>
                      {tenant.tenantName} <Chip size="small" color="primary" variant="outlined" label={t('frame:tenant.current')} />
                    </>
                  ) : (
                    <Link
                      component="button"
                      variant="body2"
                      onClick={() =>
                        void switchTenant(tenant.tenantId).then((done) => {
                          if (done) onClose()
                        })
                      }
                    >
                      {tenant.tenantName}
                    </Link>
                  )}
                </TableCell>
                <TableCell sx={{ whiteSpace: 'nowrap' }}>{tenant.tenantNum}</TableCell>
                <TableCell align="center">
                  <Checkbox
                    size="small"
                    checked={tenant.tenantId === tenant.defaultTenantId}
                    disabled={makeDefault.isPending}
                    onChange={() => {
                      if (tenant.tenantId !== tenant.defaultTenantId) makeDefault.mutate({ body: { tenantId: tenant.tenantId } })
                    }}
                    slotProps={{ input: { 'aria-label': t('frame:tenant.makeDefault', { name: tenant.tenantName }) } }}
                  />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      <Pager total={list.data?.totalElements ?? 0} paging={paging} sizes={SIZES} onPaging={setPaging} />
    </Modal>
  )
}
