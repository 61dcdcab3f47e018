import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'

/** A choice of some words. */
export function Choice<Word extends string>({
  label,
  value,
  words,
  fault,
  hint,
  onChange,
}: {
  label: string
  value: Word
  words: readonly (readonly [Word, string])[]
  fault?: string | undefined
  hint?: string
  onChange: (word: Word) => void
}) {
  return (
    <TextField
      select
      fullWidth
      label={label}
      value={value}
      error={fault !== undefined}
      helperText={fault ?? hint}
      onChange={({ target }) => onChange(target.value as Word)}
    >
      {words.map(([word, said]) => (
        <MenuItem key={word} value={word}>
          {said}
        </MenuItem>
      ))}
    </TextField>
  )
}
