import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { UNIT_NAME_MAX, type Unit, unitCalls } from '#contract/organization/unit'
import type { MADE_KINDS } from '#contract/organization/unitKinds'
import { call } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
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
  const form = useFormWindow({
    draft: 'unit' in work ? `unit ${work.unit.unitId}` : `unit ${work.kind} under ${work.parent.unitId}`,
    begun: { name: before?.name ?? '', code: before?.code ?? '', leaderId: before?.leaderId ?? null },
    onClose,
  })
  const save = () => {
    const { name, code, leaderId } = form.value
    const typed = { name, code: code.trim() === '' ? null : code.trim(), leaderId }
    return form.send(
      async () => {
        if (!('unit' in work))
          return call(unitCalls.create, { body: { ...typed, kind: work.kind, parentId: work.parent.unitId } }, { quiet: true })
        const { unitId, objectVersionNumber } = work.unit
        const body = { ...typed, name: isNamedHere ? name : null, unitId, objectVersionNumber }
        return call(unitCalls.update, { body }, { quiet: true })
      },
      null,
      (unit) => {
        toast('success', 'unit' in work ? t('organization:unit.done.saved') : t('organization:unit.done.made', { name: unit.name }))
        onDone(unit)
      },
    )
  }
  const title = 'unit' in work ? t(`organization:unit.editTitle.${work.unit.kind}`) : t(`organization:unit.add.${work.kind}`)
  const where = 'unit' in work ? branches.path(work.unit.unitId).slice(0, -1) : branches.path(work.parent.unitId)
  return (
    <FormWindow form={form} title={title} onSave={save}>
      {where.length > 0 && (
        <TextField
          label={t('organization:unit.fields.parentId')}
          value={where.join(t('organization:unit.sheet.under'))}
          slotProps={{ input: { readOnly: true } }}
        />
      )}
      <TextField
        label={t('organization:unit.fields.name')}
        required={isNamedHere}
        slotProps={{ htmlInput: { maxLength: UNIT_NAME_MAX }, input: { readOnly: !isNamedHere } }}
        {...form.text('name', isNamedHere ? undefined : t(`organization:unit.hints.${kind === 'base' ? 'ofBase' : 'ofEnterprise'}`))}
      />
      <TextField label={t('organization:unit.fields.code')} slotProps={{ htmlInput: { maxLength: 30 } }} {...form.text('code')} />
      <PickFromTree
        label={t('organization:unit.fields.leaderId')}
        options={people}
        {...form.pick('leaderId')}
        fault={form.faults['leaderId']}
        hint={t('organization:unit.hints.leader')}
      />
    </FormWindow>
  )
}
