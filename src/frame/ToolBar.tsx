import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import type { Tool } from './useTools.tsx'

/** The tools as pictures, at the foot of a menu (`column` in a narrow one) or in the header. */
export const ToolBar = ({ tools, column = false }: { tools: readonly Tool[]; column?: boolean }) => (
  <Box
    sx={{
      display: 'flex',
      flexDirection: column ? 'column' : 'row',
      alignItems: 'center',
      justifyContent: 'center',
      gap: 0.25,
      p: 0.5,
      flexShrink: 0,
    }}
  >
    {tools.map(({ key, name, icon, act, keys }) => (
      <Tooltip key={key} title={keys == null ? name : `${name} (${keys})`} placement={column ? 'right' : 'bottom'}>
        <IconButton size="small" color="inherit" aria-label={name} onClick={act}>
          {icon}
        </IconButton>
      </Tooltip>
    ))}
  </Box>
)
