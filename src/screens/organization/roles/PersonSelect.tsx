import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { peopleCalls } from '#contract/organization/people'
import { useCall } from '#src/api/useCall.ts'
import { useSearch } from '#src/ui/useSearch.ts'

const OFFERED = 50
export interface Person {
  readonly userId: number
  readonly realName: string
}

/** Somebody of the enterprise, found as one types. */
export function PersonSelect({
  label,
  value,
  onChange,
}: {
  label: string
  value: Person | null
  onChange: (person: Person | null) => void
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const search = useSearch(typed)
  const found = useCall(
    peopleCalls.page,
    { query: { size: OFFERED, ...(search === '' ? {} : { search }) } },
    { placeholderData: keepPreviousData },
  )
  return (
    <Autocomplete
      size="small"
      options={found.data?.content ?? []}
      filterOptions={(all) => all}
      loading={found.isFetching}
      noOptionsText={t('frame:empty.pageNoSearch')}
      value={value}
      getOptionLabel={({ realName }) => realName}
      getOptionKey={({ userId }) => userId}
      isOptionEqualToValue={(one, other) => one.userId === other.userId}
      onInputChange={(_, next, reason) => setTyped(reason === 'input' ? next : '')}
      onChange={(_, picked) => onChange(picked)}
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  )
}
