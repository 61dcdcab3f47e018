import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ENTRY_PAGE } from '#contract/session/entryLink'
import { boot } from '#src/api/boot.ts'
import { signInCalls } from '#contract/session/signIn'
import { isFailure, send } from '#src/api/send.ts'
import { accessToken, hasSession, isStale, refreshTokens } from '#src/api/tokens.ts'
import { speakByDefault, storedLanguage } from '#src/i18n/language.ts'
import { sayLinked, takeComeback } from '#src/session/elsewhere.ts'
import { type Brought, mayReplace, signInBy, takeFromAddress } from '#src/session/linkSignIn.ts'
import { sayOnLogin, takePathAfterLogin, takeSaying } from '#src/session/wayBack.ts'
import { showFavicon } from '#src/theme/favicon.ts'
import { paintScheme } from '#src/theme/scheme.ts'
import { buildTheme, SCHEME_STORED } from '#src/theme/theme.ts'
import { LoginForm } from './LoginForm.tsx'
import { PublicPage } from './PublicPage.tsx'
import { fill, loadWords, type PublicWords } from './words.ts'

// First of all: what the address brought must be out of it before anything is asked for.
const brought = takeFromAddress()
const back = takeComeback()
paintScheme()
showFavicon(boot.deployment.favicon)
speakByDefault(boot.deployment.defaultLanguage)

// A link sign-in at / is not redirected, so that its credentials stand in no second address.
if (location.pathname === '/') history.replaceState(history.state, '', `/login${location.search}${location.hash}`)
const path = location.pathname.replace(/(?<!\/)\/+$/, '')
const enter = () => location.replace(takePathAfterLogin())

/** Whether another account may take the place of the one that is signed in here; nothing is drawn yet that could ask more prettily. */
async function askToReplace(what: NonNullable<Brought>): Promise<boolean> {
  const { login } = await loadWords(storedLanguage())
  return mayReplace(what, (names) => confirm(fill(login.linkAsk, names)))
}

/** Whoever was about to link an account of the other service goes on where that was begun. */
async function finishLink({ ticket, callback }: { ticket: string; callback: string }): Promise<void> {
  if (isStale()) await refreshTokens(accessToken(), storedLanguage())
  const answer = await send(signInCalls.oidcLink, { body: { ticket, callback } }, { token: accessToken(), language: storedLanguage() })
  sayLinked(isFailure(answer) ? answer.message || answer.code : '')
  location.replace('/web/user?key=safe')
}

if (back?.purpose === 'link' && hasSession()) {
  await finishLink(back)
} else if (brought != null && hasSession() && !(await askToReplace(brought))) {
  enter()
} else if (brought?.kind === 'token') {
  // Asked above.
  await signInBy(brought, () => true)
  enter()
} else if (brought == null && back === null && hasSession() && path === '/login') {
  // Signed in already; where the server says otherwise the console comes back here without a token.
  enter()
} else {
  const language = storedLanguage()
  const [words, body] = await Promise.all([loadWords(language), bodyOf(path)])
  const root = document.getElementById('root')
  if (root == null) throw new Error('The page has no #root')
  createRoot(root).render(
    <StrictMode>
      <ThemeProvider theme={buildTheme()} modeStorageKey={SCHEME_STORED} noSsr disableTransitionOnChange>
        <CssBaseline enableColorScheme />
        <PublicPage language={language} words={words} titleOf={body.titleOf}>
          {body.draw}
        </PublicPage>
      </ThemeProvider>
    </StrictMode>,
  )
}

/** What stands on the page of this path; sign-in does not carry the others. */
async function bodyOf(at: string): Promise<{ titleOf: (words: PublicWords) => string; draw: (words: PublicWords) => ReactNode }> {
  if (at === '/register') {
    const { RegisterForm } = await import('./RegisterForm.tsx')
    const done = () => {
      sayOnLogin('registered')
      location.replace('/login')
    }
    return { titleOf: ({ register }) => register.title, draw: (all) => <RegisterForm words={all} onDone={done} /> }
  }
  if (at === '/forgetPassword') {
    const { ForgotPassword } = await import('./ForgotPassword.tsx')
    return { titleOf: ({ forgot }) => forgot.title, draw: (all) => <ForgotPassword words={all} /> }
  }
  if (at === ENTRY_PAGE) {
    const { EntryForm, takeEntryToken } = await import('./EntryForm.tsx')
    const token = takeEntryToken()
    const done = () => {
      sayOnLogin('chosen')
      location.replace('/login')
    }
    return { titleOf: ({ entry }) => entry.title, draw: (all) => <EntryForm words={all} token={token} onDone={done} /> }
  }
  const says = takeSaying()
  // Somebody signed in in another tab of this browser: this one follows. A broadcast may come before what it speaks of is stored here.
  addEventListener('storage', () => hasSession() && enter())
  return {
    titleOf: ({ login }) => login.title,
    draw: (all) => <LoginForm words={all} says={says} link={brought} back={back?.purpose === 'signIn' ? back : null} onSignedIn={enter} />,
  }
}
