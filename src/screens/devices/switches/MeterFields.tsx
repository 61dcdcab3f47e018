import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { collectCalls } from '#contract/devices/collect'
import { type Meter, meterUnit } from '#contract/devices/meter'
import { useCall } from '#src/api/useCall.ts'
import { NumberField } from '#src/ui/NumberField.tsx'

export interface MeterDraft {
  readonly itemId: number | ''
  readonly graceSeconds: number | string | null
}
export const meterDraftOf = (meter: Meter | undefined): MeterDraft => ({
  itemId: meter?.itemId ?? '',
  graceSeconds: meter?.graceSeconds ?? 300,
})

/** Which item of the base measures the water of a circuit, and how long it may be silent. */
export function MeterFields({
  areaId,
  value,
  meter,
  faults,
  onChange,
}: {
  areaId: number
  value: MeterDraft
  meter: Meter | undefined
  faults: Readonly<Record<string, string>>
  onChange: (value: MeterDraft) => void
}) {
  const { t } = useTranslation()
  const items = useCall(collectCalls.areaCollection, { query: { areaId, page: 1, size: 0 } })
  const offered = (items.data?.content ?? []).filter(({ unit }) => meterUnit(unit) !== null)
  return (
    <>
      <TextField
        select
        label={t('devices:meter.item')}
        value={value.itemId}
        error={Boolean(faults.itemId)}
        helperText={faults.itemId ?? ' '}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        onChange={({ target }) => onChange({ ...value, itemId: target.value === '' ? '' : Number(target.value) })}
      >
        <MenuItem value="">{t('devices:meter.noItem')}</MenuItem>
        {meter && !offered.some(({ id }) => id === meter.itemId) && <MenuItem value={meter.itemId}>{meter.itemName}</MenuItem>}
        {offered.map(({ id, name, unit, deviceName }) => (
          <MenuItem key={id} value={id}>{`${name} (${unit}) · ${deviceName}`}</MenuItem>
        ))}
      </TextField>
      {value.itemId !== '' && (
        <NumberField
          label={t('devices:meter.grace')}
          value={value.graceSeconds}
          unit="s"
          error={Boolean(faults.graceSeconds)}
          helperText={faults.graceSeconds ?? t('devices:meter.graceHint')}
          onChange={(graceSeconds) => onChange({ ...value, graceSeconds })}
        />
      )}
    </>
  )
}
