import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type SubmitEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { INVITED_MAX, invitationCalls } from '#contract/organization/invitation'
import { ROLE_READ } from '#contract/organization/role'
import { call, isFailure } from '#src/api/call.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { isWhole } from '../roles/PlacesField.tsx'
import { type RolePlaces, rolesBody, RolesField } from './RolesField.tsx'

const WIDTH = 560
const NOTHING: { readonly asked: string; readonly roles: readonly RolePlaces[] } = { asked: '', roles: [] }

/** Invites somebody who has an account elsewhere already. */
export function InviteForm({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const { value, brought, change, undo, drop } = useDraftState('person invite', NOTHING)
  const [saving, setSaving] = useState(false)
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [failure, fail] = useState<string | null>(null)
  const formId = useId()
  const ready = value.asked.trim() !== '' && value.roles.every(isWhole)
  const close = () => {
    drop()
    onClose()
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!ready || saving) return
    setSaving(true)
    setFields({})
    fail(null)
    const roles = rolesBody(value.roles)
    const answer = await call(invitationCalls.invite, { body: { asked: value.asked.trim(), roles } }, { quiet: true })
    setSaving(false)
    if (isFailure(answer)) {
      setFields(answer.fields ?? {})
      if (Object.keys(answer.fields ?? {}).length === 0) fail(reasonOf(answer))
      return
    }
    drop()
    toast('success', t('organization:user.invite.done'))
    onDone()
  }
  return (
    <Modal
      open
      keepOpen
      onClose={close}
      width={WIDTH}
      title={t('organization:user.invite.title')}
      actions={
        <>
          <Button onClick={close}>{t('crud:cancel')}</Button>
          <Button type="submit" form={formId} variant="contained" loading={saving} disabled={!ready}>
            {t('organization:user.invite.send')}
          </Button>
        </>
      }
    >
      <Stack
        component="form"
        id={formId}
        noValidate
        sx={{ gap: 2, pt: 0.5 }}
        onSubmit={(event) => void submit(event as unknown as SubmitEvent)}
      >
        <DraftNote shown={brought} onDrop={undo} />
        <Typography variant="body2">{t('organization:user.invite.text')}</Typography>
        <TextField
          size="small"
          required
          label={t('organization:user.invite.asked')}
          value={value.asked}
          onChange={({ target }) => change({ ...value, asked: target.value })}
          error={fields['asked'] !== undefined}
          helperText={fields['asked'] ?? t('organization:user.invite.hint')}
          slotProps={{ htmlInput: { maxLength: INVITED_MAX, autoComplete: 'off' } }}
        />
        <Permitted code={ROLE_READ}>
          <RolesField value={value.roles} onChange={(roles) => change({ ...value, roles })} fault={fields['roles']} />
        </Permitted>
        {failure !== null && <Alert severity="error">{failure}</Alert>}
      </Stack>
    </Modal>
  )
}
