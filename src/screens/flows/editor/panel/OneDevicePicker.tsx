import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceCalls } from '#contract/devices/device'
import { useDeviceNames } from '#src/alarms/pick/useDeviceNames.ts'
import { useCall } from '#src/api/useCall.ts'
import { useSearch } from '#src/ui/useSearch.ts'

/** How many are offered at once; typing narrows them. */
const SHOWN = 20

/** One device of a base, found by typing a part of its name. */
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
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const search = useSearch(typed)
  const found = useCall(
    deviceCalls.tenantAll,
    { query: { page: 1, size: SHOWN, areaId, ...(search === '' ? {} : { find: search }) } },
    { placeholderData: keepPreviousData },
  )
  const known = useDeviceNames(value === null ? [] : [value])
  const devices = found.data?.content ?? []
  return (
    <Autocomplete<number>
      fullWidth
      options={devices.map(({ id }) => id)}
      value={value}
      loading={found.isFetching}
      loadingText={t('frame:loading')}
      noOptionsText={t('alarms:pick.noDevice')}
      filterOptions={(offered) => offered}
      getOptionLabel={(id) => devices.find((one) => one.id === id)?.name ?? known(id)}
      getOptionKey={(id) => id}
      onInputChange={(_, next, why) => setTyped(why === 'input' ? next : '')}
      onChange={(_, id) => onChange(id)}
      renderInput={(box) => <TextField {...box} label={label} error={fault !== undefined} helperText={fault} />}
    />
  )
}
