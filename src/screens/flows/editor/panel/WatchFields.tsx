import Autocomplete from '@mui/material/Autocomplete'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { DEVICE_TYPES, type DeviceType } from '#contract/devices/deviceType'
import { ConditionBuilder } from '#src/alarms/condition/ConditionBuilder.tsx'
import { DurationField } from '#src/alarms/condition/DurationField.tsx'
import { HoursFields } from '#src/alarms/condition/HoursFields.tsx'
import { DevicePicker } from '#src/alarms/pick/DevicePicker.tsx'
import { usePlots } from '#src/alarms/pick/usePlots.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import type { TriggerOf, WatchDraft } from '../draft/flowDraft.ts'
import type { FlowView } from '../view.ts'

/** What is watched, when it begins, for how long it must have been so, and when it is over and may begin again. */
export function WatchFields({
  of: { key, logic },
  view: { areaId, faults },
  onChange,
}: {
  of: TriggerOf<'watch'>
  view: FlowView
  onChange: (next: Partial<WatchDraft>) => void
}) {
  const { t } = useTranslation()
  const plots = usePlots(areaId)
  const faultOf = (field: string) => faults.get(`${key}.logic.${field}`)
  return (
    <Stack spacing={2}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t(logic.types.length + logic.deviceIds.length + logic.landIds.length === 0 ? 'alarms:scope.all' : 'alarms:scope.each')}
      </Typography>
      <Autocomplete<DeviceType, true>
        multiple
        disableCloseOnSelect
        options={DEVICE_TYPES}
        value={logic.types as DeviceType[]}
        getOptionLabel={(type) => t(`devices:type.${type}`)}
        onChange={(_, types) => onChange({ types })}
        renderInput={(box) => <TextField {...box} label={t('alarms:scope.types')} />}
      />
      <DevicePicker
        areaId={areaId}
        label={t('alarms:scope.devices')}
        value={logic.deviceIds}
        fault={faultOf('scope') ?? faultOf('scope.deviceIds')}
        onChange={(deviceIds) => onChange({ deviceIds })}
      />
      <Autocomplete<number, true>
        multiple
        disableCloseOnSelect
        options={plots.map(({ id }) => id)}
        value={logic.landIds as number[]}
        getOptionLabel={(id) => plots.find((plot) => plot.id === id)?.name ?? `#${id}`}
        getOptionKey={(id) => id}
        noOptionsText={t('alarms:pick.noPlot')}
        onChange={(_, landIds) => onChange({ landIds })}
        renderInput={(box) => <TextField {...box} label={t('alarms:scope.plots')} />}
      />
      <ConditionBuilder label={t('flows:editor.watch.when')} value={logic.when} faults={faults} onChange={(when) => onChange({ when })} />
      <DurationField
        label={t('alarms:rule.hold')}
        value={logic.holdSeconds}
        fault={faultOf('holdSeconds')}
        hint={t('flows:editor.watch.holdHint')}
        onChange={(holdSeconds) => onChange({ holdSeconds })}
      />
      <SelectField
        fullWidth
        label={t('alarms:rule.noData')}
        value={logic.noData}
        words={(['keep', 'raise'] as const).map((word) => [word, t(`flows:editor.watch.noDatas.${word}`)] as const)}
        helperText={t('alarms:rule.noDataHint')}
        onChange={(noData) => onChange({ noData })}
      />
      <FormControlLabel
        control={<Checkbox checked={logic.ownClear} onChange={(_, ownClear) => onChange({ ownClear })} />}
        label={t('flows:editor.watch.ownClear')}
      />
      {logic.ownClear && (
        <ConditionBuilder
          label={t('flows:editor.watch.clear')}
          value={logic.clear}
          faults={faults}
          onChange={(clear) => onChange({ clear })}
        />
      )}
      <DurationField
        label={t('flows:editor.watch.clearHold')}
        value={logic.clearSeconds}
        fault={faultOf('clearSeconds')}
        hint={t('flows:editor.watch.clearHoldHint')}
        onChange={(clearSeconds) => onChange({ clearSeconds })}
      />
      <FormControlLabel
        control={<Checkbox checked={logic.timed} onChange={(_, timed) => onChange({ timed })} />}
        label={t('alarms:rule.timed')}
      />
      {logic.timed && (
        <HoursFields
          value={logic.during}
          faults={{ from: faultOf('during.from'), to: faultOf('during.to'), days: faultOf('during.days') ?? faultOf('during') }}
          onChange={(next) => onChange({ during: { ...logic.during, ...next } })}
        />
      )}
    </Stack>
  )
}
