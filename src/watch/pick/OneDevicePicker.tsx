import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { DeviceNumber } from './DeviceNumber.tsx'
import { useDeviceNames } from './useDeviceNames.ts'
import { useDeviceSearch } from './useDeviceSearch.ts'

/** One device of a base, found by typing a part of its name or number. */
export function OneDevicePicker({
  areaId,
  label,
  value,
  fault,
  onChange,
}: {
  areaId: number
  label: string
  value: number | null
  fault?: string | undefined
  onChange: (id: number | null) => void
}) {
  const { devices, input } = useDeviceSearch(areaId)
  const known = useDeviceNames(value === null ? [] : [value])
  return (
    <Autocomplete<number>
      {...input}
      fullWidth
      options={devices.map(({ id }) => id)}
      value={value}
      getOptionLabel={(id) => devices.find((one) => one.id === id)?.name ?? known(id)}
      getOptionKey={(id) => id}
      renderOption={({ key: _key, ...item }, id) => {
        const device = devices.find((one) => one.id === id)
        return (
          <li key={id} {...item}>
            {device?.name ?? known(id)}
            <DeviceNumber eui={device?.eui} />
          </li>
        )
      }}
      onChange={(_, id) => onChange(id)}
      renderInput={(box) => <TextField {...box} label={label} error={fault !== undefined} helperText={fault} />}
    />
  )
}
