import Box, { type BoxProps } from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { menuGround, SCHEME_ATTRIBUTE } from '#src/theme/theme.ts'

/** What a menu stands on: the scheme's paper, or the ground and words that the person chose. */
export function MenuGround({ sx = [], ...rest }: BoxProps) {
  const theme = useTheme()
  const { frame } = theme
  const own = menuGround(frame)
  return (
    <Box
      // On a ground of its own the words are those of the scheme that has such words, whatever the rest of the page is.
      {...(own === '' ? {} : { [SCHEME_ATTRIBUTE]: frame.fontColor === 'white' ? 'dark' : 'light' })}
      sx={[
        {
          bgcolor: own === '' ? 'background.paper' : own,
          color: 'text.primary',
          borderColor: 'divider',
          // Only the words of a ground of its own are known to be readable there: quieter ones are not.
          '--menu-quiet': (own === '' ? theme.vars?.palette.text.secondary : theme.vars?.palette.text.primary) ?? 'inherit',
          '--menu-chosen': (own === '' ? theme.vars?.palette.primary.main : theme.vars?.palette.text.primary) ?? 'inherit',
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
      {...rest}
    />
  )
}
