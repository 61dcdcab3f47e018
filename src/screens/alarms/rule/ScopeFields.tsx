import Autocomplete from '@mui/material/Autocomplete'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { DEVICE_TYPES, type DeviceType } from '#contract/devices/deviceType'
import { DevicePicker } from '#src/alarms/pick/DevicePicker.tsx'
import { usePlots } from '#src/alarms/pick/usePlots.ts'
import type { RuleDraft } from './ruleDraft.ts'

/** Which devices of the base a rule watches: of these types, these alone, on these plots; of each where several are given. */
export function ScopeFields({
  areaId,
  value,
  fault,
  onChange,
}: {
  areaId: number
  value: Pick<RuleDraft, 'types' | 'deviceIds' | 'landIds'>
  fault: string | undefined
  onChange: (next: Partial<RuleDraft>) => void
}) {
  const { t } = useTranslation()
  const plots = usePlots(areaId)
  const nameOf = (id: number) => plots.find((plot) => plot.id === id)?.name ?? `#${id}`
  const isAll = value.types.length + value.deviceIds.length + value.landIds.length === 0
  return (
    <Stack spacing={1.5}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t(isAll ? 'alarms:scope.all' : 'alarms:scope.each')}
      </Typography>
      <Autocomplete<DeviceType, true>
        multiple
        disableCloseOnSelect
        options={DEVICE_TYPES}
        value={value.types as DeviceType[]}
        getOptionLabel={(type) => t(`devices:type.${type}`)}
        onChange={(_, types) => onChange({ types })}
        renderInput={(box) => <TextField {...box} label={t('alarms:scope.types')} />}
      />
      <DevicePicker
        areaId={areaId}
        label={t('alarms:scope.devices')}
        value={value.deviceIds}
        onChange={(deviceIds) => onChange({ deviceIds })}
      />
      <Autocomplete<number, true>
        multiple
        disableCloseOnSelect
        options={plots.map(({ id }) => id)}
        value={value.landIds as number[]}
        getOptionLabel={nameOf}
        getOptionKey={(id) => id}
        noOptionsText={t('alarms:pick.noPlot')}
        onChange={(_, landIds) => onChange({ landIds })}
        renderInput={(box) => <TextField {...box} label={t('alarms:scope.plots')} />}
      />
      {fault !== undefined && <FormHelperText error>{fault}</FormHelperText>}
    </Stack>
  )
}
