import Button from '@mui/material/Button'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ROLE_READ, roleCalls } from '#contract/organization/role'
import { type ManagedUser, type SentLink, USER_STATES, USERS_CREATE, userManageCalls } from '#contract/organization/user'
import { useCall } from '#src/api/useCall.ts'
import { CallList } from '#src/crud/CallList.tsx'
import { useCallList } from '#src/crud/useCallList.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { usePermission } from '#src/session/usePermission.ts'
import { AddButton } from '#src/ui/AddButton.tsx'
import type { Column } from '#src/ui/ListTable.tsx'
import { NameCell } from '#src/ui/NameCell.tsx'
import { Page } from '#src/ui/Page.tsx'
import { UserDialog } from './UserDialog.tsx'
import { InvitationsDialog } from './users/InvitationsDialog.tsx'
import { SentDialog } from './users/SentDialog.tsx'
import { UserForm } from './users/UserForm.tsx'

const FILTERS = ['search', 'roleId', 'state'] as const
const rowId = ({ userId }: ManagedUser) => userId

/** The people of the enterprise with their roles. */
export default function UserPage() {
  const { t } = useTranslation()
  const maySeeRoles = usePermission(ROLE_READ) === true
  const list = useCallList(userManageCalls.page, {
    name: 'users',
    label: t('organization:user.title'),
    wide: true,
    filters: FILTERS,
    failed: t('organization:user.failed'),
    none: { title: t('organization:user.empty'), variant: 'pageNoSearch' },
  })
  const [opened, setOpened] = useState<ManagedUser | null>(null)
  const [listing, setListing] = useState(false)
  const [making, setMaking] = useState(false)
  const [sent, setSent] = useState<{ readonly of: string; readonly link: SentLink } | null>(null)
  const roles = useCall(roleCalls.page, { query: { page: 1, size: 0 } }, { enabled: maySeeRoles })
  const items = FILTERS.filter((name) => name !== 'roleId' || maySeeRoles).map((name) => ({
    name,
    label: t(`organization:user.filter.${name}`),
    ...(name === 'state' && { options: USER_STATES.map((value) => ({ value, label: t(`organization:user.state.${value}`) })) }),
    ...(name === 'roleId' && {
      options: (roles.data?.content ?? []).map(({ roleId, name: label }) => ({ value: String(roleId), label })),
    }),
  }))
  const columns = useMemo<Column<ManagedUser>[]>(() => {
    const rolesOf = (row: ManagedUser) => row.roles.join(t('organization:audit.and'))
    const label = (name: 'realName' | 'loginName' | 'phone' | 'roles' | 'state') => t(`organization:user.columns.${name}`)
    return [
      {
        name: 'realName',
        label: label('realName'),
        grow: true,
        width: 140,
        cell: (row) => <NameCell cut color="primary.main" name={row.realName} below={rolesOf(row)} />,
      },
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
          <Button onClick={() => setListing(true)}>{t('organization:user.invite.list')}</Button>
          <Permitted code={USERS_CREATE}>
            <AddButton onClick={() => setMaking(true)}>{t('organization:user.act.add')}</AddButton>
          </Permitted>
        </>
      }
    >
      <CallList {...list} filters={items} rowId={rowId} columns={columns} onOpen={setOpened} />
      {listing && (
        <InvitationsDialog
          onClose={() => {
            setListing(false)
            void list.query.refetch()
          }}
        />
      )}
      {making && (
        <UserForm
          work={{ what: 'create' }}
          onClose={() => setMaking(false)}
          onDone={(made) => {
            setMaking(false)
            setSent(made)
            void list.query.refetch()
          }}
        />
      )}
      {sent !== null && <SentDialog {...sent} onClose={() => setSent(null)} />}
      {opened !== null && <UserDialog of={opened} onClose={() => setOpened(null)} />}
    </Page>
  )
}
