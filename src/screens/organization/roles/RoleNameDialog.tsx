import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type SubmitEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Role, ROLE_NAME_MAX } from '#contract/organization/role'
import { type CallFailure, isFailure } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'

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
  const { value: typed, brought, change, undo, drop } = useDraftState(`role ${title}`, name)
  const close = () => {
    drop()
    onClose()
  }
  const [saving, setSaving] = useState(false)
  const [fault, say] = useState<string | null>(null)
  const formId = useId()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (typed.trim() === '') return
    setSaving(true)
    const answer = await save(typed.trim())
    if (isFailure(answer)) say(answer.fields?.['name'] ?? reasonOf(answer))
    else {
      drop()
      toast('success', saved)
      await onSaved(answer)
    }
    setSaving(false)
  }
  return (
    <Modal
      open
      keepOpen
      onClose={close}
      width={WIDTH}
      title={title}
      actions={
        <>
          <Button onClick={close}>{t('crud:cancel')}</Button>
          <Button type="submit" form={formId} variant="contained" loading={saving} disabled={typed.trim() === ''}>
            {t('crud:save')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event as unknown as SubmitEvent)}>
        <DraftNote shown={brought} onDrop={undo} />
        <TextField
          fullWidth
          size="small"
          sx={{ mt: 0.5 }}
          label={t('organization:role.name')}
          value={typed}
          onChange={({ target }) => {
            change(target.value)
            say(null)
          }}
          error={fault !== null}
          helperText={fault}
          slotProps={{ htmlInput: { maxLength: ROLE_NAME_MAX } }}
        />
      </form>
    </Modal>
  )
}
