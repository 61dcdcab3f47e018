import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

/** A part of the wall's strip; its count stands beside its title where it is not 0. */
export function Section({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ borderBottom: 1, borderColor: 'divider', pb: 1 }}>
      <Typography id={id} variant="h3" component="h2" sx={{ px: 2, pt: 1.5, pb: 0.5 }}>
        {title}
        {count != null && count > 0 && (
          <Box component="span" sx={{ ml: 1, color: 'status.warn', fontVariantNumeric: 'tabular-nums' }}>
            {count}
          </Box>
        )}
      </Typography>
      {children}
    </Box>
  )
}

export const Quiet = ({ children }: { children: ReactNode }) => (
  <Typography variant="body2" sx={{ px: 2, py: 0.5, color: 'text.secondary' }}>
    {children}
  </Typography>
)
