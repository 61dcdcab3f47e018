import Autocomplete, { type AutocompleteRenderInputParams } from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { approvalCalls, type Person } from '#contract/approvals/approval'
import { useSearch } from '#src/ui/useSearch.ts'
import { useCall } from '#src/api/useCall.ts'

/** How many names are offered at once; typing narrows them. */
const SHOWN = 20

interface Given {
  readonly label: string
  /** The words of what is wrong with it. */
  readonly fault?: string | undefined
}

/** What both pickers share: the server searches, a name is what was typed, people are told apart by id. */
function usePicker({ label, fault }: Given) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const search = useSearch(typed)
  const found = useCall(
    approvalCalls.colleagues,
    { query: { page: 1, size: SHOWN, ...(search === '' ? {} : { search }) } },
    { placeholderData: keepPreviousData },
  )
  return {
    options: found.data?.content ?? [],
    loading: found.isFetching,
    loadingText: t('approvals:transfer.loading'),
    noOptionsText: t('approvals:transfer.none'),
    filterOptions: (people: Person[]) => people,
    getOptionLabel: ({ realName }: Person) => realName,
    getOptionKey: ({ userId }: Person) => userId,
    isOptionEqualToValue: (one: Person, other: Person) => one.userId === other.userId,
    // A name that was chosen is no search: the whole list is offered again.
    onInputChange: (_: unknown, next: string, why: string) => setTyped(why === 'input' ? next : ''),
    renderInput: (params: AutocompleteRenderInputParams) => (
      <TextField
        {...params}
        required
        label={label}
        placeholder={t('approvals:transfer.search')}
        error={fault !== undefined}
        helperText={fault ?? ' '}
      />
    ),
  }
}

/** A colleague of the tenant, found by typing a name. */
export function PersonPicker({ value, onChange, ...given }: Given & { value: Person | null; onChange: (person: Person | null) => void }) {
  return <Autocomplete<Person> {...usePicker(given)} value={value} onChange={(_, chosen) => onChange(chosen)} />
}

/** Several colleagues. */
export function PeoplePicker({ value, onChange, ...given }: Given & { value: readonly Person[]; onChange: (people: Person[]) => void }) {
  // Another list at each render would be another choice, which empties what is being typed.
  const people = useMemo(() => [...value], [value])
  return <Autocomplete<Person, true> {...usePicker(given)} multiple value={people} onChange={(_, chosen) => onChange(chosen)} />
}
