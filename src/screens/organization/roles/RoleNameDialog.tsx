import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { type Role, ROLE_NAME_MAX } from '#contract/organization/role'
import type { CallFailure } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'

const WIDTH = 420

/** Asks what a role is called, and saves it. */
export function RoleNameDialog({
  title,
  name,
  saved,
  save,
  onClose,
  onSaved,
}: {
  title: string
  name: string
  saved: string
  save: (name: string) => Promise<Role | CallFailure>
  onClose: () => void
  onSaved: (role: Role) => Promise<void>
}) {
  const { t } = useTranslation()
  const form = useFormWindow({ draft: `role name ${title}`, begun: { name }, onClose })
  const typed = form.value.name.trim()
  return (
    <FormWindow form={form} width={WIDTH} title={title} ready={typed !== ''} onSave={() => form.send(() => save(typed), saved, onSaved)}>
      <TextField
        fullWidth
        size="small"
        label={t('organization:role.name')}
        slotProps={{ htmlInput: { maxLength: ROLE_NAME_MAX } }}
        {...form.text('name')}
      />
    </FormWindow>
  )
}
