import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UNIT_NAME_MAX, type Unit, unitCalls } from '#contract/organization/unit'
import type { MADE_KINDS } from '#contract/organization/unitKinds'
import { call, isFailure } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { toast } from '#src/ui/toast.ts'
import type { Branches } from './branches.ts'
import { PickFromTree } from './PickFromTree.tsx'
import { usePickable } from './usePickable.ts'

export type UnitWork = { readonly unit: Unit } | { readonly kind: (typeof MADE_KINDS)[number]; readonly parent: Unit }

/** Makes a company or a department, or changes what is typed of a unit. */
export function UnitForm({
  work,
  branches,
  onDone,
  onClose,
}: {
  work: UnitWork
  branches: Branches
  onDone: (unit: Unit) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { people } = usePickable(branches)
  const before = 'unit' in work ? work.unit : null
  const kind = 'unit' in work ? work.unit.kind : work.kind
  const isNamedHere = kind === 'company' || kind === 'department'
  const { value, brought, change, undo, drop } = useDraftState(
    'unit' in work ? `unit ${work.unit.unitId}` : `unit ${work.kind} under ${work.parent.unitId}`,
    { name: before?.name ?? '', code: before?.code ?? '', leaderId: before?.leaderId ?? null },
  )
  const { name, code, leaderId } = value
  const close = () => {
    drop()
    onClose()
  }
  const [saving, setSaving] = useState(false)
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (saving) return
    setSaving(true)
    setFields({})
    setFailure(undefined)
    const typed = { name, code: code.trim() === '' ? null : code.trim(), leaderId }
    const answer =
      'unit' in work
        ? await call(
            unitCalls.update,
            {
              body: {
                ...typed,
                name: isNamedHere ? name : null,
                unitId: work.unit.unitId,
                objectVersionNumber: work.unit.objectVersionNumber,
              },
            },
            { quiet: true },
          )
        : await call(unitCalls.create, { body: { ...typed, kind: work.kind, parentId: work.parent.unitId } }, { quiet: true })
    setSaving(false)
    if (isFailure(answer)) {
      setFields(answer.fields ?? {})
      if (Object.keys(answer.fields ?? {}).length === 0) setFailure(answer.message)
      return
    }
    toast('success', 'unit' in work ? t('organization:unit.done.saved') : t('organization:unit.done.made', { name: answer.name }))
    drop()
    onDone(answer)
  }
  const title = 'unit' in work ? t(`organization:unit.editTitle.${work.unit.kind}`) : t(`organization:unit.add.${work.kind}`)
  const where = 'unit' in work ? branches.path(work.unit.unitId).slice(0, -1) : branches.path(work.parent.unitId)
  return (
    <Modal open keepOpen onClose={close} width={480} title={title}>
      <Stack component="form" noValidate spacing={2} onSubmit={(event) => void submit(event)}>
        <DraftNote shown={brought} onDrop={undo} />
        {where.length > 0 && (
          <TextField
            label={t('organization:unit.fields.parentId')}
            value={where.join(t('organization:unit.sheet.under'))}
            slotProps={{ input: { readOnly: true } }}
          />
        )}
        <TextField
          label={t('organization:unit.fields.name')}
          value={name}
          required={isNamedHere}
          onChange={({ target }) => change({ ...value, name: target.value })}
          error={fields['name'] !== undefined}
          helperText={
            fields['name'] ?? (isNamedHere ? undefined : t(`organization:unit.hints.${kind === 'base' ? 'ofBase' : 'ofEnterprise'}`))
          }
          slotProps={{ htmlInput: { maxLength: UNIT_NAME_MAX }, input: { readOnly: !isNamedHere } }}
        />
        <TextField
          label={t('organization:unit.fields.code')}
          value={code}
          onChange={({ target }) => change({ ...value, code: target.value })}
          error={fields['code'] !== undefined}
          helperText={fields['code']}
          slotProps={{ htmlInput: { maxLength: 30 } }}
        />
        <PickFromTree
          label={t('organization:unit.fields.leaderId')}
          options={people}
          value={leaderId}
          onChange={(next) => change({ ...value, leaderId: next })}
          fault={fields['leaderId']}
          hint={t('organization:unit.hints.leader')}
        />
        <FormEnd failure={failure} saving={saving} onCancel={close} />
      </Stack>
    </Modal>
  )
}
