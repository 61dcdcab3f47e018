import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import type { MatrixRow } from '#contract/organization/role'
import { toggled } from './matrix.ts'
import { type CellAt, RoleMatrix } from './RoleMatrix.tsx'

/** What a program is lent, to be ticked: whole codes, never a pattern. */
export function ScopeMatrix({
  rows,
  codes,
  label,
  onChange,
}: {
  rows: readonly MatrixRow[]
  codes: readonly string[]
  label: string
  onChange: (codes: string[]) => void
}) {
  const cell = ({ row, code, called, label: word }: CellAt) => {
    const box = (
      <Checkbox
        size="small"
        disableRipple
        checked={codes.includes(code)}
        onChange={() => onChange(toggled(codes, row, code))}
        slotProps={{ input: { 'aria-label': called } }}
      />
    )
    return word === null ? box : <FormControlLabel control={box} label={word} slotProps={{ typography: { variant: 'body2' } }} />
  }
  return <RoleMatrix rows={rows} cell={cell} label={label} />
}
