import Autocomplete from '@mui/material/Autocomplete'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DEVICE_TYPES, type DeviceType } from '#contract/devices/deviceType'
import { areaCalls } from '#contract/farm/area'
import { PUSH_SOURCES } from '#contract/organization/dataPush'
import { useCall } from '#src/api/useCall.ts'
import { NumberField } from '#src/ui/NumberField.tsx'
import { QuantitiesField } from '#src/watch/condition/QuantitiesField.tsx'
import { DevicePicker } from '#src/watch/pick/DevicePicker.tsx'
import type { PushDraft } from './pushDraft.ts'

const NUMBERS = ['batchSize', 'intervalSeconds', 'retentionHours'] as const

/** Which of all that happens is sent, how much of it together, and for how long it waits. */
export function FilterFields({
  value,
  faults,
  onChange,
}: {
  value: PushDraft
  faults: Readonly<Record<string, string>>
  onChange: (next: Partial<PushDraft>) => void
}) {
  const { t } = useTranslation()
  const labelId = useId()
  const areas = useCall(areaCalls.page, { query: { page: 1, size: 0 } })
  const names = new Map((areas.data?.content ?? []).map(({ areaId, areaName }) => [areaId, areaName]))
  const has = (source: PushDraft['sources'][number]) => value.sources.includes(source)
  const isOfDevices = has('readings') || has('states') || has('alarms')
  return (
    <>
      <div>
        <Typography id={labelId} component="h3" variant="subtitle2">
          {t('organization:dataPush.fields.sources')}
        </Typography>
        <FormGroup row aria-labelledby={labelId}>
          {PUSH_SOURCES.map((source) => (
            <FormControlLabel
              key={source}
              control={
                <Checkbox
                  checked={has(source)}
                  onChange={(_, checked) => onChange({ sources: PUSH_SOURCES.filter((one) => (one === source ? checked : has(one))) })}
                />
              }
              label={t(`organization:dataPush.source.${source}`)}
            />
          ))}
        </FormGroup>
        {faults.sources !== undefined && <FormHelperText error>{faults.sources}</FormHelperText>}
        {has('changes') && isOfDevices && <FormHelperText>{t('organization:dataPush.hints.changes')}</FormHelperText>}
      </div>
      {isOfDevices && (
        <>
          <Autocomplete
            multiple
            options={[...new Set([...names.keys(), ...value.areaIds])]}
            getOptionLabel={(id) => names.get(id) ?? String(id)}
            value={[...value.areaIds]}
            onChange={(_, areaIds) => onChange({ areaIds })}
            renderInput={(input) => (
              <TextField {...input} label={t('organization:dataPush.fields.areaIds')} helperText={t('organization:dataPush.hints.every')} />
            )}
          />
          <Autocomplete
            multiple
            options={[...DEVICE_TYPES]}
            getOptionLabel={(type) => t(`devices:type.${type}`)}
            value={[...value.deviceTypes] as DeviceType[]}
            onChange={(_, deviceTypes) => onChange({ deviceTypes })}
            renderInput={(input) => (
              <TextField
                {...input}
                label={t('organization:dataPush.fields.deviceTypes')}
                helperText={t('organization:dataPush.hints.every')}
              />
            )}
          />
          <DevicePicker
            areaId={value.areaIds.length === 1 ? value.areaIds[0] : undefined}
            label={t('organization:dataPush.fields.deviceIds')}
            value={value.deviceIds}
            fault={faults.deviceIds}
            hint={t('organization:dataPush.hints.devices')}
            onChange={(deviceIds) => onChange({ deviceIds })}
          />
          {has('readings') && (
            <QuantitiesField
              label={t('organization:dataPush.fields.codes')}
              value={value.codes}
              fault={faults.codes}
              hint={t('organization:dataPush.hints.codes')}
              onChange={(codes) => onChange({ codes })}
            />
          )}
        </>
      )}
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
        {NUMBERS.map((name) => (
          <NumberField
            key={name}
            label={t(`organization:dataPush.fields.${name}`)}
            value={value[name]}
            error={faults[name] !== undefined}
            helperText={faults[name]}
            onChange={(next) => onChange({ [name]: next })}
          />
        ))}
      </Stack>
      <FormHelperText>{t('organization:dataPush.hints.retention')}</FormHelperText>
    </>
  )
}
