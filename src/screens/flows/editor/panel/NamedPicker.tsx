import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'

/** One of what is there, by name; one that is no more there stays, by its number. */
export function NamedPicker({
  label,
  value,
  of,
  fault,
  hint,
  onChange,
}: {
  label: string
  value: number | null
  of: readonly { readonly id: number; readonly name: string }[]
  fault?: string | undefined
  hint?: string
  onChange: (id: number | null) => void
}) {
  const { t } = useTranslation()
  return (
    <Autocomplete<number>
      fullWidth
      options={of.map(({ id }) => id)}
      value={value}
      getOptionLabel={(id) => of.find((one) => one.id === id)?.name ?? `#${id}`}
      getOptionKey={(id) => id}
      noOptionsText={t('flows:editor.nothingFound')}
      onChange={(_, id) => onChange(id)}
      renderInput={(box) => <TextField {...box} label={label} error={fault !== undefined} helperText={fault ?? hint} />}
    />
  )
}
