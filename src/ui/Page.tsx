import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect } from 'react'
import { usePane } from './pane.ts'
import { unseen } from './unseen.ts'
import { useWindowTitle } from './windowTitle.ts'

export interface PageProps {
  readonly title: string
  /** What the window and its tab in the strip are called, where it is not the title: what tells it from its sisters first. */
  readonly windowTitle?: string
  /** A line under the title. */
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** The content fills the pane to its edges and scrolls by itself (a map, a grid). */
  readonly fill?: boolean
  /** The title stands in the window's tab but not on the page. */
  readonly hideTitle?: boolean
}

/** A page of the console: its title, its actions, and a pane that scrolls on its own. */
export function Page({ title, windowTitle = title, lead, actions, children, fill = false, hideTitle = false }: PageProps) {
  const pane = usePane()
  useWindowTitle('page', windowTitle)
  useEffect(() => pane?.name(windowTitle), [pane, windowTitle])
  const edge = fill ? 0 : { xs: 2, sm: 3 }
  return (
    <Box
      sx={{
        height: '100%',
        overflow: fill ? 'hidden' : 'auto',
        display: 'flex',
        flexDirection: 'column',
        scrollbarGutter: fill ? 'auto' : { xs: 'auto', md: 'stable' },
      }}
      // A pane that scrolls must be reachable by keyboard.
      {...(fill ? {} : { tabIndex: -1 })}
    >
      <Stack
        direction="row"
        sx={{
          px: hideTitle ? 0 : { xs: 2, sm: 3 },
          pt: hideTitle ? 0 : { xs: 2, sm: 3 },
          pb: hideTitle ? 0 : 2,
          gap: 2,
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          ...(hideTitle && unseen),
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h1">{title}</Typography>
          {lead != null && (
            <Typography variant="body2" component="div" sx={{ color: 'text.secondary', mt: 0.5 }}>
              {lead}
            </Typography>
          )}
        </Box>
        {actions != null && (
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
            {actions}
          </Stack>
        )}
      </Stack>
      <Box sx={{ flex: 1, minHeight: 0, px: edge, pb: edge, display: fill ? 'flex' : 'block', flexDirection: 'column' }}>{children}</Box>
    </Box>
  )
}
