import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { itemFace, itemFaces } from '#contract/devices/itemCode'
import { useItemWords } from '#src/devices/useItemWords.ts'

const KNOWN = Object.keys(itemFaces)

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
  const nameOf = useItemWords()
  const labelOf = (code: string) => {
    const unit = itemFace(code)?.unit
    return unit == null ? nameOf(code) : `${nameOf(code)} (${unit})`
  }
  return (
    <Autocomplete
      freeSolo
      disableClearable
      options={KNOWN}
      value={value}
      getOptionLabel={labelOf}
      onChange={(_, code) => onChange(code)}
      onInputChange={(_, typed, why) => {
        if (why !== 'input') return
        const wanted = typed.trim().toLowerCase()
        onChange(KNOWN.find((code) => labelOf(code).toLowerCase() === wanted || nameOf(code).toLowerCase() === wanted) ?? typed.trim())
      }}
      sx={{ minWidth: 200, flex: { xs: '1 1 100%', sm: '1 1 200px' } }}
      renderInput={(box) => <TextField {...box} label={label} error={fault !== undefined} helperText={fault} />}
    />
  )
}
