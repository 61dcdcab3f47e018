import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ROLE_ASSIGN, ROLE_READ, type Role, roleCalls } from '#contract/organization/role'
import type { ManagedUser } from '#contract/organization/user'
import { useCall } from '#src/api/useCall.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { UserActs } from './users/UserActs.tsx'
import { FactorOf } from './FactorOf.tsx'
import { AssignmentList, useRereadAssignments } from './roles/AssignmentList.tsx'
import { GiveDialog } from './roles/GiveDialog.tsx'
import { ViewAs } from './ViewAs.tsx'
import { WhyDialog } from './roles/WhyDialog.tsx'

const WIDTH = 640

/** One of the people: how the account stands, and for who may see roles, which ones and why. */
export function UserDialog({ of, onClose }: { of: ManagedUser; onClose: () => void }) {
  const { t } = useTranslation()
  const reread = useRereadAssignments()
  const facts = [
    [t('organization:user.columns.loginName'), of.loginName],
    [t('organization:user.columns.phone'), of.phone ?? t('organization:user.phoneNone')],
    [t('organization:user.columns.email'), of.email ?? t('organization:user.phoneNone')],
    [t('organization:user.columns.state'), t(`organization:user.state.${of.state}`)],
  ] as const
  return (
    <Modal open onClose={onClose} width={WIDTH} title={of.realName}>
      <Stack sx={{ gap: 2 }}>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 3 }}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <SecondaryText variant="caption">{name}</SecondaryText>
              <Typography variant="body2">{value}</Typography>
            </div>
          ))}
        </Stack>
        <UserActs
          of={of}
          onDone={() => {
            onClose()
            void reread()
          }}
        />
        <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}>
          <FactorOf user={of} />
          <ViewAs user={of} />
        </Stack>
        <Permitted code={ROLE_READ}>
          <RolesOf user={of} />
        </Permitted>
      </Stack>
    </Modal>
  )
}

function RolesOf({ user }: { user: ManagedUser }) {
  const { t } = useTranslation()
  const reread = useRereadAssignments()
  const roles = useCall(roleCalls.page, { query: { page: 1, size: 0 } })
  const matrix = useCall(roleCalls.matrix, {}, { staleTime: Number.POSITIVE_INFINITY })
  const [isAsking, setAsking] = useState(false)
  const [given, setGiven] = useState<Role | null>(null)
  return (
    <Stack sx={{ gap: 1 }}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}>
        <Typography variant="h3">{t('organization:user.rolesOf')}</Typography>
        <Button size="small" disabled={!matrix.data} onClick={() => setAsking(true)}>
          {t('organization:user.why')}
        </Button>
      </Stack>
      <AssignmentList of={{ userId: user.userId }} none={t('organization:user.noRoles')} />
      {user.state !== 'disabled' && (
        <Permitted code={ROLE_ASSIGN}>
          <SelectField
            size="small"
            label={t('organization:user.give')}
            value={null}
            words={(roles.data?.content ?? []).map(({ roleId, name }) => [roleId, name])}
            onChange={(to) => setGiven(roles.data?.content.find(({ roleId }) => roleId === to) ?? null)}
          />
        </Permitted>
      )}
      {given !== null && (
        <GiveDialog
          role={given}
          of={null}
          to={user}
          onClose={() => {
            setGiven(null)
            void reread()
          }}
        />
      )}
      {isAsking && matrix.data && <WhyDialog rows={matrix.data} of={user} onClose={() => setAsking(false)} />}
    </Stack>
  )
}
