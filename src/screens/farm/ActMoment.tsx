import { MomentInput } from '#src/ui/MomentInput.tsx'

/** When something was done, ms UTC: null is now, NaN what is no moment yet. */
export function ActMoment({
  label,
  hint,
  value,
  fault,
  onChange,
}: {
  label: string
  hint: string
  value: number | null
  fault: string | undefined
  onChange: (at: number | null) => void
}) {
  return (
    <MomentInput
      label={label}
      disableFuture
      value={value === null || Number.isNaN(value) ? null : value}
      onChange={(next, isHalf) => onChange(isHalf ? Number.NaN : next)}
      slotProps={{ textField: { size: 'small', fullWidth: true, error: fault !== undefined, helperText: fault ?? hint } }}
    />
  )
}
