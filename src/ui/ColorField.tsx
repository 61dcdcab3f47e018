import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import TextField, { type TextFieldProps } from '@mui/material/TextField'

const WHOLE = /^#[0-9a-f]{6}$/i

/** A colour that is picked, typed as `#rrggbb`, or none (null). */
export function ColorField({
  value,
  onChange,
  ...box
}: { value: string | null; onChange: (value: string | null) => void } & Omit<TextFieldProps, 'value' | 'onChange'>) {
  const picker = (
    <InputAdornment position="start">
      <Box
        component="input"
        type="color"
        aria-label={typeof box.label === 'string' ? box.label : undefined}
        disabled={box.disabled}
        value={WHOLE.test(value ?? '') ? value! : '#ffffff'}
        onChange={({ target }: { target: { value: string } }) => onChange(target.value)}
        sx={{ width: 24, height: 24, p: 0, border: 0, bgcolor: 'transparent', opacity: value ? 1 : 0.4 }}
      />
    </InputAdornment>
  )
  return (
    <TextField
      fullWidth
      {...box}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || null)}
      slotProps={{ input: { startAdornment: picker } }}
    />
  )
}
