import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { STAFF_TITLE_MAX, type Staff, unitCalls } from '#contract/organization/unit'
import { mayHoldStaff } from '#contract/organization/unitKinds'
import { call, isFailure } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { toast } from '#src/ui/toast.ts'
import type { Branches } from './branches.ts'
import { PickFromTree } from './PickFromTree.tsx'
import { usePickable } from './usePickable.ts'

/** Where a person works, as what, and under whose lead where that is another than the unit's. */
export function StaffForm({
  person,
  branches,
  onDone,
  onClose,
}: {
  person: Staff
  branches: Branches
  onDone: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { people, units } = usePickable(branches)
  const { value, brought, change, undo, drop } = useDraftState(`staff ${person.userId}`, {
    unitId: person.unitId,
    title: person.title ?? '',
    leaderId: person.leaderId,
  })
  const { unitId, title, leaderId } = value
  const close = () => {
    drop()
    onClose()
  }
  const [saving, setSaving] = useState(false)
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const places = units.filter(({ id }) => mayHoldStaff(branches.unit(id)!.kind))
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (saving) return
    setSaving(true)
    setFields({})
    setFailure(undefined)
    const { userId, objectVersionNumber } = person
    const body = { userId, unitId, title: title.trim() === '' ? null : title, leaderId, objectVersionNumber }
    const answer = await call(unitCalls.staff, { body }, { quiet: true })
    setSaving(false)
    if (isFailure(answer)) {
      setFields(answer.fields ?? {})
      if (Object.keys(answer.fields ?? {}).length === 0) setFailure(answer.message)
      return
    }
    toast('success', t('organization:unit.done.saved'))
    drop()
    onDone()
  }
  return (
    <Modal open keepOpen onClose={close} width={480} title={person.realName}>
      <Stack component="form" noValidate spacing={2} onSubmit={(event) => void submit(event)}>
        <DraftNote shown={brought} onDrop={undo} />
        <PickFromTree
          label={t('organization:unit.fields.unitId')}
          options={places}
          value={unitId}
          onChange={(next) => change({ ...value, unitId: next })}
          fault={fields['unitId']}
        />
        <TextField
          label={t('organization:unit.fields.staffTitle')}
          value={title}
          onChange={({ target }) => change({ ...value, title: target.value })}
          error={fields['title'] !== undefined}
          helperText={fields['title']}
          slotProps={{ htmlInput: { maxLength: STAFF_TITLE_MAX } }}
        />
        <PickFromTree
          label={t('organization:unit.fields.ownLeader')}
          options={people.filter(({ id }) => id !== person.userId)}
          value={leaderId}
          onChange={(next) => change({ ...value, leaderId: next })}
          fault={fields['leaderId']}
          hint={t('organization:unit.hints.ownLeader')}
        />
        <FormEnd failure={failure} saving={saving} onCancel={close} />
      </Stack>
    </Modal>
  )
}
