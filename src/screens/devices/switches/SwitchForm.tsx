import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { type DeviceSwitch, switchCalls } from '#contract/devices/switch'
import { SWITCH_KINDS } from '#contract/devices/switchKind'
import type { CallInput } from '#contract/core/call'
import { type Meter, meterCalls } from '#contract/devices/meter'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { type MeterDraft, meterDraftOf, MeterFields } from './MeterFields.tsx'

type Draft = Pick<DeviceSwitch, 'name' | 'type'> & { readonly related: number | ''; readonly meter: MeterDraft }

/** Names a switch, says what it works, and binds the second circuit of a piece of equipment to it. */
export function SwitchForm({
  of,
  areaId,
  meter,
  onClose,
  onSaved,
}: {
  of: DeviceSwitch
  areaId: number
  /** What measures its water. */
  meter?: Meter | undefined
  onClose: () => void
  onSaved: () => void
}) {
  const { t } = useTranslation()
  const begun: Draft = { name: of.name, type: of.type, related: of.relatedEquip ?? '', meter: meterDraftOf(meter) }
  const form = useFormWindow({
    draft: `switch ${of.id}`,
    begun,
    shows: ['name', 'type', 'relatedEquip', 'itemId', 'graceSeconds'],
    onClose,
  })
  const { name, type, related, meter: metered } = form.value
  const confirm = useConfirm()
  const bindable = useCall(switchCalls.canBind, { query: { page: 1, size: 0, areaId, switchId: of.id } })
  const offered = (bindable.data?.content ?? []).filter(({ id }) => id !== of.id)
  const save = () => {
    const body = {
      id: of.id,
      name: name.trim() === '' ? null : name.trim(),
      type,
      relatedEquip: related === '' ? null : related,
      objectVersionNumber: of.objectVersionNumber,
    }
    return form.send(() => sendBoth(body), t('devices:switchForm.saved'), onSaved)
  }
  const sendBoth = async (body: CallInput<typeof switchCalls.edit>['body']) => {
    const { itemId, graceSeconds } = metered
    if (itemId !== begun.meter.itemId || (itemId !== '' && graceSeconds !== begun.meter.graceSeconds)) {
      const asked = {
        switchId: of.id,
        itemId: itemId === '' ? null : itemId,
        ...(itemId === '' ? {} : { graceSeconds: graceSeconds as number }),
      }
      const answer = await call(meterCalls.set, { params: { id: of.concentratorId }, body: asked }, { quiet: true })
      if (isFailure(answer)) return answer
    }
    return call(switchCalls.edit, { body }, { quiet: true })
  }
  const remove = async () => {
    const yes = await confirm({
      title: t('devices:control.deleteTitle', { name: of.name }),
      text: t('devices:control.deleteText'),
      confirm: t('devices:gateway.delete'),
      color: 'error',
    })
    if (yes)
      await form.send(() => call(switchCalls.remove, { params: { id: of.id } }, { quiet: true }), t('devices:gateway.deleted'), onSaved)
  }
  return (
    <FormWindow
      form={form}
      spacing={1}
      title={t('devices:switchForm.title')}
      aside={
        <Button color="error" onClick={() => void remove()}>
          {t('devices:control.delete')}
        </Button>
      }
      onSave={save}
    >
      <TextField
        label={t('devices:switchForm.name')}
        slotProps={{ htmlInput: { maxLength: 60 } }}
        {...form.text('name', t('devices:switchForm.default'))}
      />
      <SelectField
        label={t('devices:switchForm.kind')}
        value={type}
        {...form.fault('type', ' ')}
        words={SWITCH_KINDS.map((kind) => [kind, t(`devices:switchKind.${kind}`)])}
        onChange={(type) => form.put({ type })}
      />
      {type === 'related' && (
        <TextField
          select
          label={t('devices:switchForm.related')}
          value={bindable.data ? related : ''}
          disabled={!bindable.data}
          {...form.fault('relatedEquip', t('devices:switchForm.relatedHint'))}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          onChange={({ target }) => form.put({ related: target.value === '' ? '' : Number(target.value) })}
        >
          <MenuItem value="">{t('devices:switchForm.none')}</MenuItem>
          {related !== '' && !offered.some(({ id }) => id === related) && <MenuItem value={related}>{`#${related}`}</MenuItem>}
          {offered.map(({ id, name: offeredName, circuit }) => (
            <MenuItem key={id} value={id}>{`${offeredName} (${t('devices:control.circuit', { circuit })})`}</MenuItem>
          ))}
        </TextField>
      )}
      {type === 'ordinary' && (
        <MeterFields areaId={areaId} value={metered} meter={meter} faults={form.faults} onChange={(next) => form.put({ meter: next })} />
      )}
    </FormWindow>
  )
}
