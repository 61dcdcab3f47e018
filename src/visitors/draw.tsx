import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, matchPath, Route, Routes } from 'react-router-dom'
import { boot } from '#src/api/boot.ts'
import { newQueryClient } from '#src/api/useCall.ts'
import { startWords } from '#src/i18n/i18n.ts'
import { showFavicon } from '#src/theme/favicon.ts'
import { paintScheme } from '#src/theme/scheme.ts'
import { Themed } from '#src/theme/Themed.tsx'
import { BrokenPage } from '#src/ui/BrokenPage.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { Toaster } from '#src/ui/Toaster.tsx'
import type { VisitorPage } from './pages.ts'

/** What React draws in the place of a page stays for 300 ms at least: one that is here sooner than this is drawn at once. */
const SOON_MS = 1000

/** Draws a page of visitors, with its words and without anything of the console. */
export async function draw({ path, load, giveUp }: VisitorPage): Promise<void> {
  paintScheme()
  showFavicon(boot.deployment.favicon)
  const queries = newQueryClient()
  const soon = load().then(
    (page) => {
      void page.ask(queries, matchPath(path, location.pathname)?.params ?? {})
      return page.default
    },
    () => null,
  )
  const late = new Promise<null>((is) => setTimeout(is, SOON_MS, null))
  const words = startWords(async (language) =>
    language === 'zh-CN' ? (await import('./words.zh-CN.ts')).words : (await import('./words.en-US.ts')).words,
  )
  const [Soon] = await Promise.all([Promise.race([soon, late]), words])
  // What is late, or could not be fetched, is fetched by being drawn, which says so.
  const Page = Soon ?? lazyPart(load)
  const root = document.getElementById('root')
  if (root == null) throw new Error('The page has no #root')
  createRoot(root).render(
    <StrictMode>
      <Themed>
        <QueryClientProvider client={queries}>
          <BrowserRouter>
            <ErrorBoundary onFailed={() => void giveUp?.()} fallback={(error, retry) => <BrokenPage error={error} onRetry={retry} />}>
              <Suspense fallback={<SkeletonPage />}>
                <Routes>
                  <Route path={path} element={<Page />} />
                </Routes>
              </Suspense>
            </ErrorBoundary>
          </BrowserRouter>
          <Toaster />
        </QueryClientProvider>
      </Themed>
    </StrictMode>,
  )
}
