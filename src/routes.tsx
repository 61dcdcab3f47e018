import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createBrowserRouter, Navigate, Outlet, Route as At, type RouteObject, useLocation } from 'react-router-dom'
import type { ModuleKey, Route } from '#contract/core/route'
import { type RoutePath, routes } from '#contract/routes'
import { areas } from './areas.ts'
import type { BoundArea, Screen } from './frame/bindArea.tsx'
import { NoPermissionPage, NotFoundPage, UnknownSelfPage } from './frame/ErrorPages.tsx'
import { Frame } from './frame/Frame.tsx'
import { ModuleEntry } from './frame/ModuleEntry.tsx'
import { type Pictures, PicturesProvider } from './frame/MenuIcon.tsx'
import { type NoticeParts, NoticePartsProvider } from './frame/MessageBell.tsx'
import { DeviceOpeners, type DeviceWindows } from './frame/openers.tsx'
import { frameTabs } from './frame/tabs/frameTabs.ts'
import { Panes, TabsProvider } from './frame/tabs/Panes.tsx'
import type { TabStore } from './frame/tabs/tabStore.ts'
import { useKeptPush } from './alarms/push/useKeptPush.ts'
import { asWordKey } from './i18n/i18n.ts'
import { useRightsNews } from './live/useRightsNews.ts'
import { loadSession, useSession } from './session/session.ts'
import { leadsToGuide, NOVICE_PATH, useMakesFirstBase, useNovice } from './session/useNovice.ts'
import { usePageAccess } from './session/usePageAccess.ts'
import { watchRenewal } from './shell/renewal.ts'
import { BrokenPage } from './ui/BrokenPage.tsx'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { aheadPart, lazyPart } from './ui/lazyPart.tsx'
import { SkeletonPage } from './ui/Skeletons.tsx'
import { useWindowTitle } from './ui/windowTitle.ts'

type Both<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void ? All : never
const bound: readonly BoundArea[] = Object.values(areas)
/** A route of the contract that no area binds a screen to does not compile. */
const screens = Object.assign({}, ...bound.map((area) => area.screens)) as Both<
  (typeof areas)[keyof typeof areas]['screens']
> satisfies Record<RoutePath, Screen>
const pictures: Pictures = Object.assign({}, ...bound.map((area) => area.pictures))
const deviceWindows: DeviceWindows = Object.assign({}, ...bound.map((area) => area.windows))

/** The bell of the frame, and the approvals inside the notice centre. */
const noticeParts: NoticeParts = {
  Waiting: aheadPart(() => import('./screens/field/Waiting.tsx')),
  Bell: lazyPart(() => import('./screens/notices/NoticeBell.tsx')),
  ApprovalPanel: lazyPart(() => import('./screens/approvals/ApprovalPanel.tsx').then(({ ApprovalPanel }) => ({ default: ApprovalPanel }))),
}

const EnrolFirst = lazyPart(() => import('./screens/account/EnrolFirst.tsx'))

/** Leaves for a page that the router does not draw. */
function Leave() {
  const { pathname, search } = useLocation()
  useEffect(() => location.replace(pathname + search), [pathname, search])
  return null
}

/** A page, once the user is known and may open it (SESSION-07, PERMISSIONS-06). */
function Guarded({ route, Page }: { route: Pick<Route, 'permission' | 'path' | 'module' | 'title'>; Page: ComponentType }) {
  const access = usePageAccess(route.module ?? 'farm')
  const { pathname } = useLocation()
  const { t } = useTranslation()
  // A page that is on its way, or fails, is called what it will be.
  useWindowTitle('route', t(asWordKey(route.title)))
  if (route.permission !== 'login' && route.permission !== 'public') {
    if (access == null) return <SkeletonPage />
    if (!access(route)) return <NoPermissionPage missing={{ code: route.permission, name: t(asWordKey(route.title)) }} />
  }
  return (
    <ErrorBoundary resetKey={pathname} fallback={(error, retry) => <BrokenPage error={error} onRetry={retry} />}>
      <Suspense fallback={<SkeletonPage />}>
        <Page />
      </Suspense>
    </ErrorBoundary>
  )
}

const framed = routes.filter(({ path }) => screens[path].at === 'frame')
/** The pages of the frame: each opened one is drawn in a pane of its own, at the address that its tab is at. */
const panes = (
  <>
    {framed.map((route) => {
      const screen: Screen = screens[route.path]
      return screen.at === 'frame' && <At key={route.path} path={route.path} element={<Guarded route={route} Page={screen.Page} />} />
    })}
    <At path="*" element={<NotFoundPage />} />
  </>
)

function Framed({ tabs }: { tabs: TabStore }) {
  useKeptPush()
  return (
    <TabsProvider value={tabs}>
      <Frame>
        <Panes routes={panes} />
      </Frame>
    </TabsProvider>
  )
}

/** Everything behind the sign-in: nothing is drawn before it is known who asks (BOOT-06). */
function SignedIn() {
  const { status, self } = useSession()
  const [held, setHeld] = useState(false)
  useRightsNews()
  if (status === 'failed') return <UnknownSelfPage onRetry={loadSession} />
  if (status !== 'signedIn') return <SkeletonPage />
  if (self?.lacksSecondFactor !== true && !held) return <Admitted />
  return (
    <Suspense fallback={<SkeletonPage />}>
      <EnrolFirst hold={setHeld} />
    </Suspense>
  )
}

/** Who is known, and may see more than the way to a second factor. */
function Admitted() {
  const { pathname } = useLocation()
  const novice = useNovice()
  const makesFirst = useMakesFirstBase()
  if (leadsToGuide(novice === true || makesFirst, pathname)) return <Navigate to={NOVICE_PATH} replace />
  return (
    <PicturesProvider value={pictures}>
      <DeviceOpeners windows={deviceWindows}>
        <NoticePartsProvider value={noticeParts}>
          <Outlet />
        </NoticePartsProvider>
      </DeviceOpeners>
    </PicturesProvider>
  )
}

const inWindows: RouteObject[] = routes.flatMap((route: Route & { path: RoutePath }) => {
  const screen: Screen = screens[route.path]
  return screen.at === 'window' ? [{ path: route.path, element: <Guarded route={route} Page={screen.Page} /> }] : []
})
const entriesOf = (tabs: TabStore): RouteObject[] =>
  routes.flatMap(({ path, module }: Route & { path: RoutePath }) =>
    screens[path].at === 'entry' && module ? [{ path, element: <ModuleEntry module={module} tabs={tabs} /> }] : [],
  )
/** The root of a module that leads to the pane of it that was shown last, else to one page for everybody. */
function Entry({ to, module, tabs }: { to: string; module: ModuleKey | null; tabs: TabStore }) {
  return <Navigate to={(module && tabs.entryOf(module)) ?? to} replace />
}
const others = (tabs: TabStore): RouteObject[] =>
  routes.flatMap((route: Route & { path: RoutePath }) => {
    const screen: Screen = screens[route.path]
    if (screen.at === 'document') return [{ path: route.path, element: <Leave /> }]
    return screen.at === 'redirect' ? [{ path: route.path, element: <Entry to={screen.to} module={route.module} tabs={tabs} /> }] : []
  })

export function buildRouter() {
  // Pages that say what went wrong are no pages to come back to.
  const tabs = frameTabs(framed.filter(({ area }) => area !== 'frame'))
  const router = createBrowserRouter([
    ...others(tabs),
    {
      element: <SignedIn />,
      // What fails outside a page's own boundary.
      errorElement: <BrokenPage onRetry={() => location.reload()} />,
      // One route for the whole frame: going from page to page draws none of it anew.
      children: [...inWindows, ...entriesOf(tabs), { path: '*', element: <Framed tabs={tabs} /> }],
    },
  ])
  let here = router.state.location
  tabs.visit(here)
  router.subscribe(({ location: at, historyAction }) => {
    const left = here.pathname
    here = at
    tabs.visit(at)
    // A page that put another in its own place (what was typed in it is a document now, what it showed is gone) leaves no tab behind.
    if (historyAction === 'REPLACE' && left !== at.pathname) tabs.close(left)
  })
  watchRenewal({
    onWay(hear) {
      let path = here.pathname
      router.subscribe(({ location: at }) => {
        if (at.pathname === path) return
        path = at.pathname
        hear()
      })
    },
    holdsText: () => tabs.unsaved().size > 0,
  })
  return router
}
