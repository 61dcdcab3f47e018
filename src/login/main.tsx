import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { boot } from '#src/api/boot.ts'
import { hasSession, keepTokens } from '#src/api/tokens.ts'
import { storedLanguage } from '#src/i18n/language.ts'
import { takeFromAddress } from '#src/session/linkSignIn.ts'
import { takePathAfterLogin, takeSaying } from '#src/session/wayBack.ts'
import { showFavicon } from '#src/theme/favicon.ts'
import { paintScheme } from '#src/theme/scheme.ts'
import { buildTheme, SCHEME_STORED } from '#src/theme/theme.ts'
import { LoginPage } from './LoginPage.tsx'
import { loadWords } from './words.ts'

// First of all: what the address brought must be out of it before anything is asked for.
const brought = takeFromAddress()
paintScheme()
showFavicon(boot.deployment.favicon)

const enter = () => location.replace(takePathAfterLogin())

if (brought?.kind === 'token') {
  keepTokens({ access_token: brought.accessToken }, 'signedIn')
  enter()
} else if (brought == null && hasSession()) {
  // Signed in already; where the server says otherwise the console comes back here without a token.
  enter()
} else {
  const language = storedLanguage()
  const words = await loadWords(language)
  const root = document.getElementById('root')
  if (root == null) throw new Error('The page has no #root')
  createRoot(root).render(
    <StrictMode>
      <ThemeProvider theme={buildTheme()} modeStorageKey={SCHEME_STORED} noSsr disableTransitionOnChange>
        <CssBaseline enableColorScheme />
        <LoginPage language={language} words={words} says={takeSaying()} link={brought} onSignedIn={enter} />
      </ThemeProvider>
    </StrictMode>,
  )
}
