import CssBaseline from '@mui/material/CssBaseline'
import { enUS, zhCN } from '@mui/material/locale'
import { ThemeProvider } from '@mui/material/styles'
import { type ReactNode, useMemo } from 'react'
import { useLanguage } from '#src/i18n/useLanguage.ts'
import { useMenuTheme } from './menuTheme.ts'
import { buildTheme, SCHEME_STORED } from './theme.ts'

/** The console in the look that its person chose; what MUI's own parts say is in the language of the console. */
export function Themed({ children }: { children: ReactNode }) {
  const menuTheme = useMenuTheme()
  const language = useLanguage()
  const theme = useMemo(() => buildTheme(menuTheme, language === 'zh-CN' ? zhCN : enUS), [menuTheme, language])
  return (
    <ThemeProvider theme={theme} modeStorageKey={SCHEME_STORED} noSsr disableTransitionOnChange>
      <CssBaseline enableColorScheme />
      {children}
    </ThemeProvider>
  )
}
