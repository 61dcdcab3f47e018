import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MatrixRow, ROLE_CREATE, ROLE_DELETE, ROLE_EDIT, type Role, roleCalls } from '#contract/organization/role'
import { call, isFailure } from '#src/api/call.ts'
import { useHeld } from '#src/session/usePermission.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { toast } from '#src/ui/toast.ts'
import { CompareDialog } from './CompareDialog.tsx'
import { RoleNameDialog } from './RoleNameDialog.tsx'
import { RolePeople } from './RolePeople.tsx'
import { RoleRights } from './RoleRights.tsx'

interface DeskProps {
  readonly role: Role
  readonly roles: readonly Role[]
  readonly rows: readonly MatrixRow[]
  readonly onChoose: (roleId: number) => void
  readonly onRead: () => Promise<readonly Role[]>
}
const ACTS = [ROLE_CREATE, ROLE_EDIT, ROLE_DELETE] as const

/** The roles, and beside them the one that is chosen. */
export function RoleDesk(props: DeskProps) {
  const { role, roles, rows, onChoose, onRead } = props
  const may = useHeld(ACTS)
  return (
    <Box sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '240px minmax(0, 1fr)' } }}>
      <RoleChoice roles={roles} role={role} onChoose={onChoose} />
      <Stack sx={{ gap: 2, minWidth: 0 }}>
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography variant="h2" sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>
            {role.name}
          </Typography>
          <RoleActs {...props} may={may} />
        </Stack>
        <RolePeople key={`people ${role.roleId}`} role={role} />
        <RoleRights
          key={role.roleId}
          role={role}
          rows={rows}
          mayEdit={may(ROLE_EDIT)}
          onRead={async () => (await onRead()).find(({ roleId }) => roleId === role.roleId)}
        />
      </Stack>
    </Box>
  )
}

function RoleChoice({ roles, role, onChoose }: Pick<DeskProps, 'roles' | 'role' | 'onChoose'>) {
  const { t } = useTranslation()
  return (
    <>
      <SelectField
        size="small"
        label={t('organization:role.choose')}
        value={role.roleId}
        words={roles.map(({ roleId, name }) => [roleId, name])}
        onChange={onChoose}
        sx={{ display: { md: 'none' } }}
      />
      <Box sx={{ display: { xs: 'none', md: 'block' }, position: 'sticky', top: 0 }}>
        <Section title={t('organization:role.list')} flush>
          <List disablePadding sx={{ pb: 1 }}>
            {roles.map(({ roleId, name, people }) => (
              <ListItem key={roleId} disablePadding>
                <ListItemButton selected={roleId === role.roleId} aria-current={roleId === role.roleId} onClick={() => onChoose(roleId)}>
                  <ListItemText primary={name} secondary={t('organization:role.people', { count: people })} />
                </ListItemButton>
              </ListItem>
            ))}
          </List>
        </Section>
      </Box>
    </>
  )
}

function RoleActs({ role, roles, rows, onChoose, onRead, may }: DeskProps & { may: (code: string) => boolean }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [open, setOpen] = useState<'copy' | 'rename' | 'compare' | null>(null)
  const close = () => setOpen(null)
  const remove = async () => {
    const { roleId, name, objectVersionNumber } = role
    const asked = {
      title: t('organization:role.removeTitle', { name }),
      text: t('organization:role.removeText'),
      confirm: t('organization:role.remove'),
    }
    if (!(await confirm({ ...asked, color: 'error' }))) return
    if (!isFailure(await call(roleCalls.remove, { body: { roleId, objectVersionNumber } })))
      toast('success', t('organization:role.removed'))
    await onRead()
  }
  return (
    <>
      {roles.length > 1 && <Button onClick={() => setOpen('compare')}>{t('organization:role.compare.open')}</Button>}
      {may(ROLE_CREATE) && <Button onClick={() => setOpen('copy')}>{t('organization:role.copy')}</Button>}
      {may(ROLE_EDIT) && <Button onClick={() => setOpen('rename')}>{t('organization:role.rename')}</Button>}
      {may(ROLE_DELETE) && (
        <Button color="error" onClick={() => void remove()}>
          {t('organization:role.remove')}
        </Button>
      )}
      {open === 'compare' && <CompareDialog role={role} roles={roles} rows={rows} onClose={close} />}
      {open === 'copy' && (
        <RoleNameDialog
          title={t('organization:role.copy')}
          name={t('organization:role.copyName', { name: role.name })}
          saved={t('organization:role.made')}
          save={(name) => call(roleCalls.create, { body: { name, codes: role.codes } }, { quiet: true })}
          onClose={close}
          onSaved={async ({ roleId }) => {
            await onRead()
            onChoose(roleId)
            close()
          }}
        />
      )}
      {open === 'rename' && (
        <RoleNameDialog
          title={t('organization:role.rename')}
          name={role.name}
          saved={t('organization:role.saved')}
          save={(name) => {
            const { roleId, codes, objectVersionNumber } = role
            return call(roleCalls.update, { body: { roleId, name, codes, objectVersionNumber } }, { quiet: true })
          }}
          onClose={close}
          onSaved={async () => {
            await onRead()
            close()
          }}
        />
      )}
    </>
  )
}
