import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useState } from 'react'

/** An angle that is typed. What is not taken goes back to what stands, when the input is left (VR-EDITOR-11). */
export function DegreeField({ label, value, onGive }: { label: string; value: number; onGive: (value: number | null) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const give = () => {
    if (typed === null) return
    onGive(typed.trim() === '' ? null : Number(typed))
    setTyped(null)
  }
  return (
    <TextField
      size="small"
      label={label}
      value={typed ?? String(value)}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={give}
      onKeyDown={({ key }) => {
        if (key === 'Enter') give()
      }}
      slotProps={{
        htmlInput: { inputMode: 'decimal', sx: { fontVariantNumeric: 'tabular-nums' } },
        input: { endAdornment: <InputAdornment position="end">°</InputAdornment> },
      }}
    />
  )
}
