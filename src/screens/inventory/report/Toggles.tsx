import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'

/** One of a few, chosen by a press. */
export function Toggles<Name extends string>({
  label,
  names,
  chosen,
  wordOf,
  onChoose,
}: {
  label: string
  names: readonly Name[]
  chosen: Name | null
  wordOf: (name: Name) => string
  onChoose: (name: Name) => void
}) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={chosen}
      aria-label={label}
      onChange={(_, next: Name | null) => {
        if (next !== null) onChoose(next)
      }}
    >
      {names.map((name) => (
        <ToggleButton key={name} value={name} sx={{ minHeight: 40 }}>
          {wordOf(name)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
