import type { SxProps, Theme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'

/** Where a picker will stand, of its size, while it is fetched. */
export const PickerOnItsWay = ({ label, sx }: { label?: ReactNode; sx?: SxProps<Theme> | undefined }) => (
  <TextField size="small" disabled label={label} {...(sx ? { sx } : {})} slotProps={{ inputLabel: { shrink: true } }} />
)
