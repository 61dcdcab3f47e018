import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { optionFilter } from '#src/theme/typedText.ts'

export interface Pickable {
  readonly id: number
  readonly label: string
}
/** More are found by typing. */
const filterOptions = optionFilter<Pickable>({ most: 100 })

/** One unit or person of the tree, found by typing. */
export function PickFromTree(props: {
  readonly label: string
  readonly options: readonly Pickable[]
  readonly value: number | null
  readonly onChange: (id: number | null) => void
  readonly fault?: string | undefined
  readonly hint?: string | undefined
  readonly required?: boolean
}) {
  const { label, options, value, onChange, fault, hint, required = false } = props
  const { t } = useTranslation()
  return (
    <Autocomplete
      fullWidth
      options={options}
      filterOptions={filterOptions}
      value={options.find(({ id }) => id === value) ?? null}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      noOptionsText={t('organization:unit.nothingFound')}
      onChange={(_, option) => onChange(option?.id ?? null)}
      renderInput={(params) => (
        <TextField {...params} label={label} required={required} error={fault !== undefined} helperText={fault ?? hint} />
      )}
    />
  )
}
