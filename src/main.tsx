import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { boot } from './api/boot.ts'
import { queryClient } from './api/useCall.ts'
import { startWords } from './i18n/i18n.ts'
import { LiveProvider } from './live/LiveProvider.tsx'
import { buildRouter } from './routes.tsx'
import { signInBy, takeFromAddress } from './session/linkSignIn.ts'
import { startSession } from './session/session.ts'
import { showFavicon } from './theme/favicon.ts'
import { paintScheme } from './theme/scheme.ts'
import { Themed } from './theme/Themed.tsx'
import { ConfirmProvider } from './ui/Confirm.tsx'
import { Toaster } from './ui/Toaster.tsx'

// First of all: what the address brought must be out of it before anything is asked for.
const brought = takeFromAddress()
paintScheme()
showFavicon(boot.deployment.favicon)

// Link sign-in (BOOT-02, BOOT-03): the console is drawn once the tokens are there.
await Promise.all([startWords(), signInBy(brought)])
const root = document.getElementById('root')
if (root == null) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <Themed>
      <QueryClientProvider client={queryClient}>
        <LiveProvider>
          <ConfirmProvider>
            <RouterProvider router={buildRouter()} />
            <Toaster />
          </ConfirmProvider>
        </LiveProvider>
      </QueryClientProvider>
    </Themed>
  </StrictMode>,
)
await startSession()
