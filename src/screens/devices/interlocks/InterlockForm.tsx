import Autocomplete from '@mui/material/Autocomplete'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { collectCalls } from '#contract/devices/collect'
import { deviceCalls, type Device } from '#contract/devices/device'
import { deviceTypes } from '#contract/devices/deviceType'
import { DOSING, type Interlock, interlockCalls } from '#contract/devices/interlock'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { NumberField } from '#src/ui/NumberField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { bodyOf, draftOf } from './interlockDraft.ts'

interface Offered {
  readonly id: number
  readonly label: string
}

/** Says what must be so while one circuit, or every one, of a device runs. */
export function InterlockForm({
  device,
  of,
  onClose,
  onSaved,
}: {
  device: Device
  of: Interlock | null
  onClose: () => void
  onSaved: () => void
}) {
  const { t } = useTranslation()
  const form = useFormWindow({
    draft: `interlock ${device.id} ${of?.id ?? 'new'}`,
    begun: draftOf(of),
    shows: ['name', 'circuit', 'need', 'graceSeconds'],
    onClose,
  })
  const { value, put: set } = form
  const devices = useCall(deviceCalls.tenantAll, { query: { areaId: device.areaId, page: 1, size: 0 } })
  const items = useCall(
    collectCalls.areaCollection,
    { query: { areaId: device.areaId, page: 1, size: 0 } },
    { enabled: value.kind === 'itemAbove' },
  )
  const switches: Offered[] = (devices.data?.content ?? []).flatMap((one) =>
    one.switches
      .filter(({ circuit }) => one.id !== device.id || (value.circuit !== null && circuit !== value.circuit))
      .map(({ switchId, name }) => ({ id: switchId, label: `${name} · ${one.name}` })),
  )
  const readings: Offered[] = (items.data?.content ?? []).map(({ id, name, deviceName, unit }) => ({
    id,
    label: `${name}${unit === null ? '' : ` (${unit})`} · ${deviceName}`,
  }))
  const named = (offered: readonly Offered[], id: number): Offered => offered.find((one) => one.id === id) ?? { id, label: `#${id}` }
  const save = () => {
    const body = form.read(interlockCalls.set.body, bodyOf(value, of?.id))
    if (body === null) return
    return form.send(
      () => call(interlockCalls.set, { params: { id: device.id }, body }, { quiet: true }),
      t('devices:interlock.saved'),
      onSaved,
    )
  }
  return (
    <FormWindow
      form={form}
      width={520}
      spacing={1.5}
      title={t(of === null ? 'devices:interlock.add' : 'devices:interlock.edit')}
      onSave={save}
    >
      <TextField
        label={t('devices:interlock.name')}
        slotProps={{ htmlInput: { maxLength: 60 } }}
        {...form.text('name', t('devices:interlock.nameHint'))}
      />
      <TextField
        select
        label={t('devices:interlock.guards')}
        value={value.circuit ?? ''}
        {...form.fault('circuit')}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        onChange={({ target }) => set({ circuit: target.value === '' ? null : Number(target.value) })}
      >
        <MenuItem value="">{t('devices:interlock.every')}</MenuItem>
        {'dosing' in deviceTypes[device.deviceType].measures && <MenuItem value={DOSING}>{t('devices:interlock.dosing')}</MenuItem>}
        {device.switches.map(({ circuit, name }) => (
          <MenuItem key={circuit} value={circuit}>{`${name} (${t('devices:control.circuit', { circuit })})`}</MenuItem>
        ))}
      </TextField>
      <SelectField
        label={t('devices:interlock.needs')}
        value={value.kind}
        words={[
          ['anyOpen', t('devices:interlock.kind.anyOpen')],
          ['itemAbove', t('devices:interlock.kind.itemAbove')],
        ]}
        onChange={(kind) => set({ kind })}
      />
      {value.kind === 'anyOpen' ? (
        <Autocomplete
          multiple
          loading={devices.isPending}
          options={switches}
          value={value.switchIds.map((id) => named(switches, id))}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          getOptionKey={({ id }) => id}
          onChange={(_, chosen) => set({ switchIds: chosen.map(({ id }) => id) })}
          renderInput={(box) => <TextField {...box} label={t('devices:interlock.switches')} {...form.fault('need')} />}
        />
      ) : (
        <>
          <Autocomplete
            loading={items.isPending}
            options={readings}
            value={value.itemId === null ? null : named(readings, value.itemId)}
            isOptionEqualToValue={(one, other) => one.id === other.id}
            getOptionKey={({ id }) => id}
            onChange={(_, chosen) => set({ itemId: chosen?.id ?? null })}
            renderInput={(box) => <TextField {...box} label={t('devices:interlock.item')} {...form.fault('need')} />}
          />
          <NumberField label={t('devices:interlock.limit')} value={value.limit} onChange={(limit) => set({ limit })} />
        </>
      )}
      <NumberField
        label={t('devices:interlock.grace')}
        value={value.graceSeconds}
        unit="s"
        {...form.fault('graceSeconds', t('devices:interlock.graceHint'))}
        onChange={(graceSeconds) => set({ graceSeconds })}
      />
    </FormWindow>
  )
}
