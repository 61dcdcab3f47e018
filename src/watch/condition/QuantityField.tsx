import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useQuantities } from '#src/devices/useQuantities.ts'

/** A quantity by its name; one that only a device of somebody else's make has is written as its code. */
export function QuantityField({
  label,
  value,
  fault,
  onChange,
}: {
  label: string
  value: string
  fault?: string | undefined
  onChange: (code: string) => void
}) {
  const { codes, labelOf, found, codeOf } = useQuantities()
  return (
    <Autocomplete
      freeSolo
      disableClearable
      options={codes}
      value={value}
      getOptionLabel={labelOf}
      filterOptions={(offered, { inputValue }) => found(offered, inputValue)}
      onChange={(_, code) => onChange(code)}
      onInputChange={(_, typed, why) => {
        if (why === 'input') onChange(codeOf(typed))
      }}
      sx={{ minWidth: 200, flex: { xs: '1 1 100%', sm: '1 1 200px' } }}
      renderInput={(box) => <TextField {...box} label={label} error={fault !== undefined} helperText={fault} />}
    />
  )
}
