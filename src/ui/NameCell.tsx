import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

/** What a row is called. Where there is no room for columns of their own, `below` stands under it; `children` do always. */
export function NameCell({
  name,
  color,
  cut = false,
  below,
  children,
}: {
  name: string
  color?: 'primary.main'
  /** In a list whose rows are cut at one line or two. */
  cut?: boolean
  below?: ReactNode
  children?: ReactNode
}) {
  const wraps = cut ? {} : { overflowWrap: 'anywhere' }
  return (
    <Box sx={{ minWidth: 0, lineHeight: 1.35, py: cut ? 0 : 0.5 }}>
      <Typography variant="body2" noWrap={cut} sx={{ fontWeight: cut ? 400 : 600, ...(color && { color }), ...wraps }}>
        {name}
      </Typography>
      {children}
      <Typography
        component="div"
        variant="caption"
        noWrap={cut}
        sx={{ color: 'text.secondary', display: { xs: 'block', md: 'none' }, ...wraps }}
      >
        {below}
      </Typography>
    </Box>
  )
}
