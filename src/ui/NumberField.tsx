import InputAdornment from '@mui/material/InputAdornment'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useState } from 'react'

/** Null where nothing is written, -0 is 0; what is no number stays as it was typed, for the rule to refuse. */
function read(typed: string): number | string | null {
  const number = Number(typed)
  return typed.trim() === '' ? null : Number.isFinite(number) ? number + 0 : typed
}

/** A box for a number with its unit. */
export function NumberField({
  value,
  onChange,
  unit,
  heard,
  ...box
}: {
  value: unknown
  onChange: (value: number | string | null) => void
  unit?: string
  /** What it is called where its label is not seen. */
  heard?: { readonly 'aria-label'?: string }
} & Omit<TextFieldProps, 'value' | 'onChange'>) {
  const [typed, setTyped] = useState('')
  const held = typeof value === 'number' || typeof value === 'string' ? value : null
  return (
    <TextField
      fullWidth
      {...box}
      // On the way from "1." to "1.50" stands what was typed, as long as it reads as the number that is held.
      value={read(typed) === held ? typed : (held ?? '')}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(read(target.value))
      }}
      slotProps={{
        htmlInput: { inputMode: 'decimal', ...heard },
        input: unit ? { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> } : {},
      }}
    />
  )
}
