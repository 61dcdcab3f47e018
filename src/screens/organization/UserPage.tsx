import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ROLE_READ, roleCalls } from '#contract/organization/role'
import { type ManagedUser, type SentLink, USER_STATES, USERS_CREATE, userManageCalls } from '#contract/organization/user'
import { useCall } from '#src/api/useCall.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { useSession } from '#src/session/session.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { FilterBar } from '#src/ui/FilterBar.tsx'
import { type Column, ListTable } from '#src/ui/ListTable.tsx'
import { Page } from '#src/ui/Page.tsx'
import { useListState } from '#src/ui/useListState.ts'
import { UserDialog } from './UserDialog.tsx'
import { InvitationsDialog } from './users/InvitationsDialog.tsx'
import { SentDialog } from './users/SentDialog.tsx'
import { UserForm } from './users/UserForm.tsx'

const FILTERS = ['search', 'roleId', 'state'] as const
const rowId = ({ userId }: ManagedUser) => userId
const NO_ACTS: readonly never[] = []

/** In the hand, the roles stand below the name. */
function NameCell({ of, roles }: { of: ManagedUser; roles: string }) {
  return (
    <Box sx={{ lineHeight: 1.35, minWidth: 0 }}>
      <Typography variant="body2" noWrap sx={{ color: 'primary.main' }}>
        {of.realName}
      </Typography>
      <Typography variant="caption" noWrap sx={{ color: 'text.secondary', display: { xs: 'block', md: 'none' } }}>
        {roles}
      </Typography>
    </Box>
  )
}

/** The people of the enterprise with their roles. */
export default function UserPage() {
  const { t } = useTranslation()
  const { self } = useSession()
  const maySeeRoles = usePermission(ROLE_READ) === true
  const [state, change] = useListState(FILTERS)
  const [opened, open] = useState<ManagedUser | null>(null)
  const [listing, list] = useState(false)
  const [making, make] = useState(false)
  const [sent, show] = useState<{ readonly of: string; readonly link: SentLink } | null>(null)
  const { page, size, filters } = state
  const query = useCall(userManageCalls.page, { query: { page, size, ...filters } }, { placeholderData: keepPreviousData, staleTime: 0 })
  const roles = useCall(roleCalls.page, { query: { page: 1, size: 0 } }, { enabled: maySeeRoles })
  const items = useMemo(
    () =>
      FILTERS.filter((name) => name !== 'roleId' || maySeeRoles).map((name) => ({
        name,
        label: t(`organization:user.filter.${name}`),
        ...(name === 'state' && { options: USER_STATES.map((value) => ({ value, label: t(`organization:user.state.${value}`) })) }),
        ...(name === 'roleId' && {
          options: (roles.data?.content ?? []).map(({ roleId, name: label }) => ({ value: String(roleId), label })),
        }),
      })),
    [maySeeRoles, roles.data, t],
  )
  const columns = useMemo<Column<ManagedUser>[]>(() => {
    const rolesOf = (row: ManagedUser) => row.roles.join(t('organization:audit.and'))
    const label = (name: 'realName' | 'loginName' | 'phone' | 'roles' | 'state') => t(`organization:user.columns.${name}`)
    return [
      { name: 'realName', label: label('realName'), grow: true, width: 140, cell: (row) => <NameCell of={row} roles={rolesOf(row)} /> },
      { name: 'loginName', label: label('loginName'), width: 160, hidden: 'middling', cell: ({ loginName }) => loginName },
      { name: 'phone', label: label('phone'), width: 140, hidden: 'narrow', cell: ({ phone }) => phone },
      { name: 'roles', label: label('roles'), grow: true, width: 200, hidden: 'narrow', cell: rolesOf },
      { name: 'state', label: label('state'), width: 120, cell: (row) => t(`organization:user.state.${row.state}`) },
    ]
  }, [t])
  return (
    <Page
      title={t('organization:user.title')}
      lead={t('organization:user.lead')}
      actions={
        <>
          <Button onClick={() => list(true)}>{t('organization:user.invite.list')}</Button>
          <Permitted code={USERS_CREATE}>
            <Button variant="contained" startIcon={<AddIcon />} onClick={() => make(true)}>
              {t('organization:user.act.add')}
            </Button>
          </Permitted>
        </>
      }
    >
      <Stack spacing={2} sx={{ height: '100%' }}>
        <FilterBar filters={items} values={filters} onChange={(given) => change({ filters: given })} />
        {query.isError && !query.data ? (
          <ErrorState title={t('organization:user.failed')} error={query.error} onRetry={() => void query.refetch()} />
        ) : query.data?.totalElements === 0 ? (
          <EmptyState variant="pageNoSearch" title={t('organization:user.empty')} />
        ) : (
          <ListTable
            name="users"
            label={t('organization:user.title')}
            userId={self?.id ?? 0}
            rows={query.data?.content}
            total={query.data?.totalElements ?? 0}
            rowId={rowId}
            columns={columns}
            actions={NO_ACTS}
            state={state}
            onState={change}
            onOpen={open}
            busy={query.isPlaceholderData}
          />
        )}
      </Stack>
      {listing && (
        <InvitationsDialog
          onClose={() => {
            list(false)
            void query.refetch()
          }}
        />
      )}
      {making && (
        <UserForm
          work={{ what: 'create' }}
          onClose={() => make(false)}
          onDone={(made) => {
            make(false)
            show(made)
            void query.refetch()
          }}
        />
      )}
      {sent !== null && <SentDialog {...sent} onClose={() => show(null)} />}
      {opened !== null && <UserDialog of={opened} onClose={() => open(null)} />}
    </Page>
  )
}
