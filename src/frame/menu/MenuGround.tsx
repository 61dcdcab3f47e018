import Box, { type BoxProps } from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { menuGround, SCHEME_ATTRIBUTE } from '#src/theme/theme.ts'

/** What a menu stands on: the scheme's paper, or the ground and words that the person chose. */
export function MenuGround({ sx = [], ...rest }: BoxProps) {
  const { frame } = useTheme()
  const own = menuGround(frame)
  const chosen = { color: 'text.primary', bgcolor: 'action.selected' }
  return (
    <Box
      // On a ground of its own the words are those of the scheme that has such words, whatever the rest of the page is.
      {...(own === '' ? {} : { [SCHEME_ATTRIBUTE]: frame.fontColor === 'white' ? 'dark' : 'light' })}
      sx={[
        {
          bgcolor: own === '' ? 'background.paper' : own,
          color: 'text.primary',
          borderColor: 'divider',
          ...(own === '' ? {} : { '& .Mui-selected, & [aria-current=true], & [aria-expanded=true]': chosen }),
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
      {...rest}
    />
  )
}
