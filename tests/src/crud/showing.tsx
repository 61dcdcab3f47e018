import { ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { initReactI18next } from 'react-i18next'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { newQueryClient } from '#src/api/useCall.ts'
import type { Live } from '#src/live/live.ts'
import { GivenLive } from '#src/live/LiveProvider.tsx'
import { buildTheme } from '#src/theme/theme.ts'
import { ConfirmProvider } from '#src/ui/Confirm.tsx'
import { Toaster } from '#src/ui/Toaster.tsx'
import alarms from '#locales/en-US/alarms' with { type: 'json' }
import cameras from '#locales/en-US/cameras' with { type: 'json' }
import charts from '#locales/en-US/charts' with { type: 'json' }
import crud from '#locales/en-US/crud' with { type: 'json' }
import devices from '#locales/en-US/devices' with { type: 'json' }
import errors from '#locales/en-US/errors' with { type: 'json' }
import flows from '#locales/en-US/flows' with { type: 'json' }
import frame from '#locales/en-US/frame' with { type: 'json' }
import media from '#locales/en-US/media' with { type: 'json' }
import notices from '#locales/en-US/notices' with { type: 'json' }
import organization from '#locales/en-US/organization' with { type: 'json' }
import panoramas from '#locales/en-US/panoramas' with { type: 'json' }

/** What was read for the page that is shown. */
export const queryClient = newQueryClient()

await i18next.use(initReactI18next).init({
  lng: 'en-US',
  resources: { 'en-US': { alarms, cameras, charts, crud, devices, errors, flows, frame, media, notices, organization, panoramas } },
  fallbackLng: false,
  ns: ['frame', 'alarms', 'cameras', 'charts', 'crud', 'devices', 'errors', 'flows', 'notices', 'organization', 'panoramas'],
  defaultNS: 'frame',
  interpolation: { escapeValue: false },
})

const theme = buildTheme()

/** Shows an element as a page of the console does, in English, at an address. */
export function show(element: ReactNode, { live = null, at = '/' }: { live?: Live | null; at?: string } = {}) {
  queryClient.clear()
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] })
  const shown = render(
    <ThemeProvider theme={theme}>
      <QueryClientProvider client={queryClient}>
        <GivenLive value={live}>
          <ConfirmProvider>
            <RouterProvider router={router} />
            <Toaster />
          </ConfirmProvider>
        </GivenLive>
      </QueryClientProvider>
    </ThemeProvider>,
  )
  return { ...shown, router }
}
