import MenuItem from '@mui/material/MenuItem'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import type { ReactNode } from 'react'

/** One of several values, each in its words. */
export function SelectField<Value extends string | number, None extends string | undefined = undefined>({
  value,
  words,
  none,
  fault,
  onChange,
  ...box
}: {
  /** Nothing is chosen where it is none of the values. */
  value: string | number | null | undefined
  words: readonly (readonly [value: Value, words: ReactNode])[]
  /** What stands for no choice, which can then be chosen too. */
  none?: None
  /** What is wrong with it, said in place of its hint. */
  fault?: string | undefined
  onChange: (value: Value | (None extends string ? null : never)) => void
} & Omit<TextFieldProps, 'select' | 'value' | 'onChange' | 'children' | 'slotProps'>) {
  return (
    <TextField
      {...box}
      select
      value={words.some(([one]) => one === value) ? value : ''}
      error={fault !== undefined || box.error}
      helperText={fault ?? box.helperText}
      slotProps={none === undefined ? {} : { select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      onChange={({ target }) => onChange((target.value === '' ? null : target.value) as Value)}
    >
      {none !== undefined && <MenuItem value="">{none}</MenuItem>}
      {words.map(([one, said]) => (
        <MenuItem key={one} value={one}>
          {said}
        </MenuItem>
      ))}
    </TextField>
  )
}
