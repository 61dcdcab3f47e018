import i18next from 'i18next'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { boot } from './api/boot.ts'
import { followSession } from './field/followSession.ts'
import { Belonging } from './frame/Belonging.tsx'
import { startWords } from './i18n/i18n.ts'
import { speakByDefault } from './i18n/language.ts'
import { buildRouter } from './routes.tsx'
import { keepAskedTenant } from './session/askedTenant.ts'
import { belongings } from './session/belongings.ts'
import { signInBy, takeFromAddress } from './session/linkSignIn.ts'
import { startSession } from './session/session.ts'
import { keepInstallOffer } from './shell/installOffer.ts'
import { registerWhenIdle } from './shell/registerWorker.ts'
import { showFavicon } from './theme/favicon.ts'
import { paintScheme } from './theme/scheme.ts'
import { Themed } from './theme/Themed.tsx'
import { Toaster } from './ui/Toaster.tsx'

// First of all: what the address brought must be out of it before anything is asked for.
const brought = takeFromAddress()
keepAskedTenant()
keepInstallOffer()
paintScheme()
showFavicon(boot.deployment.favicon)
speakByDefault(boot.deployment.defaultLanguage)

// Link sign-in (BOOT-02, BOOT-03): the console is drawn once the tokens are there.
await startWords()
// What the server worded is in the language in which it was asked for.
i18next.on('languageChanged', () => void belongings.get().queries.invalidateQueries())
// Nothing is drawn yet that could ask more prettily, and nothing may be drawn as somebody before it is known as whom.
await signInBy(brought, (names) => confirm(i18next.t('session:login.linkAsk', names)))
const root = document.getElementById('root')
if (root == null) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <Themed>
      <Belonging>
        <RouterProvider router={buildRouter()} />
        <Toaster />
      </Belonging>
    </Themed>
  </StrictMode>,
)
followSession()
await startSession()
registerWhenIdle()
