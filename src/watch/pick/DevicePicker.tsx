import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useMemo } from 'react'
import { DeviceNumber } from './DeviceNumber.tsx'
import { useDeviceNames } from './useDeviceNames.ts'
import { useDeviceSearch } from './useDeviceSearch.ts'

interface Offered {
  readonly id: number
  readonly name: string
  readonly eui?: string
}

/** Devices of a base, found by typing a part of their name or number. */
export function DevicePicker({
  areaId,
  label,
  value,
  fault,
  hint,
  onChange,
}: {
  /** None: devices of every base. */
  areaId: number | undefined
  label: string
  value: readonly number[]
  fault?: string | undefined
  hint?: string
  onChange: (ids: number[]) => void
}) {
  const { devices, input } = useDeviceSearch(areaId)
  const nameOf = useDeviceNames(value)
  const key = value.join(' ')
  // Another list at each render would be another choice, which empties what is being typed.
  // oxlint-disable-next-line react/exhaustive-deps
  const chosen = useMemo(() => value.map((id): Offered => ({ id, name: '' })), [key])
  return (
    <Autocomplete<Offered, true>
      {...input}
      multiple
      limitTags={4}
      options={devices}
      value={chosen}
      getOptionLabel={({ id, name }) => name || nameOf(id)}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      renderOption={({ key: _key, ...item }, { id, name, eui }) => (
        <li key={id} {...item}>
          {name}
          <DeviceNumber eui={eui} />
        </li>
      )}
      onChange={(_, next) => onChange(next.map(({ id }) => id))}
      renderInput={(box) => <TextField {...box} label={label} error={fault !== undefined} helperText={fault ?? hint} />}
    />
  )
}
