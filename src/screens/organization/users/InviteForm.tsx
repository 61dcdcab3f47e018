import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { INVITED_MAX, invitationCalls } from '#contract/organization/invitation'
import { ROLE_READ } from '#contract/organization/role'
import { call } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { isWhole } from '../roles/PlacesField.tsx'
import { type RolePlaces, rolesBody, RolesField } from './RolesField.tsx'

const WIDTH = 560
const NOTHING: { readonly asked: string; readonly roles: readonly RolePlaces[] } = { asked: '', roles: [] }

/** Invites somebody who has an account elsewhere already. */
export function InviteForm({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useFormWindow({ draft: 'person invite', begun: NOTHING, onClose })
  const { value, faults: fields } = form
  const asked = value.asked.trim()
  const save = () => {
    const roles = rolesBody(value.roles)
    return form.send(
      () => call(invitationCalls.invite, { body: { asked, roles } }, { quiet: true }),
      t('organization:user.invite.done'),
      onDone,
    )
  }
  return (
    <FormWindow
      form={form}
      width={WIDTH}
      title={t('organization:user.invite.title')}
      send={t('organization:user.invite.send')}
      ready={asked !== '' && value.roles.every(isWhole)}
      onSave={save}
    >
      <Typography variant="body2">{t('organization:user.invite.text')}</Typography>
      <TextField
        size="small"
        required
        label={t('organization:user.invite.asked')}
        slotProps={{ htmlInput: { maxLength: INVITED_MAX, autoComplete: 'off' } }}
        {...form.text('asked', t('organization:user.invite.hint'))}
      />
      <Permitted code={ROLE_READ}>
        <RolesField value={value.roles} onChange={(roles) => form.put({ roles })} fault={fields['roles']} />
      </Permitted>
    </FormWindow>
  )
}
