import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'

/** One of a few, as small buttons side by side; one of them is always chosen. */
export function Choice<Value extends string | number>({
  label,
  value,
  options,
  disabled = false,
  onChange,
}: {
  label: string
  value: Value
  options: readonly (readonly [value: Value, words: string])[]
  disabled?: boolean
  onChange: (to: Value) => void
}) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      color="primary"
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={(_, to: Value | null) => to !== null && onChange(to)}
    >
      {options.map(([one, words]) => (
        <ToggleButton key={one} value={one} sx={{ px: 1.25, py: 0.25 }}>
          {words}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
