import Box from '@mui/material/Box'
import type { SvgIconComponent } from '@mui/icons-material'

/** A state of a device or a value: an icon and a word, never colour alone. */
export const Mark = ({ icon: Icon, color, children }: { icon: SvgIconComponent; color: string; children: string }) => (
  <Box
    component="span"
    sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, color, fontSize: '0.75rem', fontWeight: 600, whiteSpace: 'nowrap' }}
  >
    <Icon sx={{ fontSize: '1.2em' }} aria-hidden />
    {children}
  </Box>
)
