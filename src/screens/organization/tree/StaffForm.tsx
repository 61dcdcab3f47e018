import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { STAFF_TITLE_MAX, type Staff, unitCalls } from '#contract/organization/unit'
import { mayHoldStaff } from '#contract/organization/unitKinds'
import { call } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
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
  const form = useFormWindow({
    draft: `staff ${person.userId}`,
    begun: { unitId: person.unitId, title: person.title ?? '', leaderId: person.leaderId },
    onClose,
  })
  const { unitId, title, leaderId } = form.value
  const places = units.filter(({ id }) => mayHoldStaff(branches.unit(id)!.kind))
  const save = () => {
    const { userId, objectVersionNumber } = person
    const body = { userId, unitId, title: title.trim() === '' ? null : title, leaderId, objectVersionNumber }
    return form.send(() => call(unitCalls.staff, { body }, { quiet: true }), t('organization:unit.done.saved'), onDone)
  }
  return (
    <FormWindow form={form} title={person.realName} onSave={save}>
      <PickFromTree label={t('organization:unit.fields.unitId')} options={places} {...form.pick('unitId')} fault={form.faults['unitId']} />
      <TextField
        label={t('organization:unit.fields.staffTitle')}
        slotProps={{ htmlInput: { maxLength: STAFF_TITLE_MAX } }}
        {...form.text('title')}
      />
      <PickFromTree
        label={t('organization:unit.fields.ownLeader')}
        options={people.filter(({ id }) => id !== person.userId)}
        {...form.pick('leaderId')}
        fault={form.faults['leaderId']}
        hint={t('organization:unit.hints.ownLeader')}
      />
    </FormWindow>
  )
}
