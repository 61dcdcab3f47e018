import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceCalls } from '#contract/devices/device'
import { useCall } from '#src/api/useCall.ts'
import { useSearch } from '#src/ui/useSearch.ts'
import { useDeviceNames } from './useDeviceNames.ts'

/** How many are offered at once; typing narrows them. */
const SHOWN = 20

interface Offered {
  readonly id: number
  readonly name: string
}

/** Devices of a base, found by typing a part of their name. */
export function DevicePicker({
  areaId,
  label,
  value,
  fault,
  hint,
  onChange,
}: {
  areaId: number
  label: string
  value: readonly number[]
  fault?: string | undefined
  hint?: string
  onChange: (ids: number[]) => void
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const search = useSearch(typed)
  const found = useCall(
    deviceCalls.tenantAll,
    { query: { page: 1, size: SHOWN, areaId, ...(search === '' ? {} : { find: search }) } },
    { placeholderData: keepPreviousData },
  )
  const nameOf = useDeviceNames(value)
  const key = value.join(' ')
  // Another list at each render would be another choice, which empties what is being typed.
  // oxlint-disable-next-line react/exhaustive-deps
  const chosen = useMemo(() => value.map((id): Offered => ({ id, name: '' })), [key])
  return (
    <Autocomplete<Offered, true>
      multiple
      limitTags={4}
      options={found.data?.content ?? []}
      value={chosen}
      loading={found.isFetching}
      loadingText={t('frame:loading')}
      noOptionsText={t('alarms:pick.noDevice')}
      filterOptions={(offered) => offered}
      getOptionLabel={({ id, name }) => name || nameOf(id)}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      onInputChange={(_, next, why) => setTyped(why === 'input' ? next : '')}
      onChange={(_, next) => onChange(next.map(({ id }) => id))}
      renderInput={(box) => <TextField {...box} label={label} error={fault !== undefined} helperText={fault ?? hint} />}
    />
  )
}
