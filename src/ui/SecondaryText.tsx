import Typography, { type TypographyProps } from '@mui/material/Typography'
import type { ElementType } from 'react'

/** Words that stand back behind what they explain. */
export const SecondaryText = ({ sx, ...props }: TypographyProps & { component?: ElementType }) => (
  <Typography variant="body2" {...props} sx={[{ color: 'text.secondary' }, ...(Array.isArray(sx) ? sx : [sx ?? false])]} />
)
