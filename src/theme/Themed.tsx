import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { type ReactNode, useMemo } from 'react'
import { useMenuTheme } from './menuTheme.ts'
import { buildTheme, SCHEME_STORED } from './theme.ts'

/** The console in the look that its person chose. */
export function Themed({ children }: { children: ReactNode }) {
  const menuTheme = useMenuTheme()
  const theme = useMemo(() => buildTheme(menuTheme), [menuTheme])
  return (
    <ThemeProvider theme={theme} modeStorageKey={SCHEME_STORED} noSsr disableTransitionOnChange>
      <CssBaseline enableColorScheme />
      {children}
    </ThemeProvider>
  )
}
