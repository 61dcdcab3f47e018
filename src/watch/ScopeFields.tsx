import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { DEVICE_TYPES, type DeviceType } from '#contract/devices/deviceType'
import { DevicePicker } from './pick/DevicePicker.tsx'
import { usePlots } from './pick/usePlots.ts'
import type { WatchDraft } from './watchDraft.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'

/** Which devices of the base are watched: of these types, these alone, on these plots; of each where several are given. */
export function ScopeFields({
  areaId,
  value: { types, deviceIds, landIds },
  fault,
  onChange,
}: {
  areaId: number
  value: WatchDraft
  fault: string | undefined
  onChange: (next: Partial<WatchDraft>) => void
}) {
  const { t } = useTranslation()
  const plots = usePlots(areaId)
  return (
    <>
      <SecondaryText>{t(types.length + deviceIds.length + landIds.length === 0 ? 'alarms:scope.all' : 'alarms:scope.each')}</SecondaryText>
      <Autocomplete<DeviceType, true>
        multiple
        disableCloseOnSelect
        options={DEVICE_TYPES}
        value={types as DeviceType[]}
        getOptionLabel={(type) => t(`devices:type.${type}`)}
        onChange={(_, next) => onChange({ types: next })}
        renderInput={(box) => <TextField {...box} label={t('alarms:scope.types')} />}
      />
      <DevicePicker
        areaId={areaId}
        label={t('alarms:scope.devices')}
        value={deviceIds}
        fault={fault}
        onChange={(next) => onChange({ deviceIds: next })}
      />
      <Autocomplete<number, true>
        multiple
        disableCloseOnSelect
        options={plots.map(({ id }) => id)}
        value={landIds as number[]}
        getOptionLabel={(id) => plots.find((plot) => plot.id === id)?.name ?? `#${id}`}
        getOptionKey={(id) => id}
        noOptionsText={t('alarms:pick.noPlot')}
        onChange={(_, next) => onChange({ landIds: next })}
        renderInput={(box) => <TextField {...box} label={t('alarms:scope.plots')} />}
      />
    </>
  )
}
