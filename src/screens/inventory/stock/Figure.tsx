import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

/** A figure; with `onOpen` a button that opens the rows that it is made of. */
export function Figure({
  label,
  chosen = false,
  onOpen,
  children,
}: {
  label: string
  /** Its rows are open. */
  chosen?: boolean
  onOpen?: (() => void) | undefined
  children: ReactNode
}) {
  const words = (
    <>
      <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
        {label}
      </Typography>
      <Typography component="div" sx={{ fontSize: 18, fontWeight: 600, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </>
  )
  const look = {
    p: 1.25,
    borderRadius: 1,
    border: 1,
    textAlign: 'left',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    justifyContent: 'flex-start',
    width: '100%',
  } as const
  if (onOpen === undefined) return <Box sx={{ ...look, borderColor: 'transparent' }}>{words}</Box>
  return (
    <ButtonBase
      aria-pressed={chosen}
      onClick={onOpen}
      sx={{ ...look, borderColor: chosen ? 'primary.main' : 'divider', bgcolor: chosen ? 'action.selected' : 'transparent' }}
    >
      {words}
    </ButtonBase>
  )
}
