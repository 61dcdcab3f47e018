import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useQuantities } from '#src/devices/useQuantities.ts'

/** Quantities by their names or codes; one that only a device of somebody else's make has is written as its code. */
export function QuantitiesField({
  label,
  value,
  fault,
  hint,
  onChange,
}: {
  label: string
  value: readonly string[]
  fault?: string | undefined
  hint?: string
  onChange: (codes: string[]) => void
}) {
  const { codes, labelOf, found, codeOf } = useQuantities()
  const [typed, setTyped] = useState('')
  const settled = (given: readonly string[]) => [...new Set(given.flatMap((one) => one.split(/[,，]/)).map(codeOf))].filter(Boolean)
  return (
    <Autocomplete
      multiple
      freeSolo
      options={codes}
      value={[...value]}
      inputValue={typed}
      onInputChange={(_, next) => setTyped(next)}
      // What was typed and not chosen is meant as well.
      onBlur={() => {
        if (typed.trim() !== '') onChange(settled([...value, typed]))
        setTyped('')
      }}
      getOptionLabel={labelOf}
      filterOptions={(offered, { inputValue }) => found(offered, inputValue)}
      onChange={(_, next) => onChange(settled(next))}
      renderInput={(box) => <TextField {...box} label={label} error={fault !== undefined} helperText={fault ?? hint} />}
    />
  )
}
