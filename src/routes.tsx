import { type ComponentType, lazy, type LazyExoticComponent, Suspense, useEffect } from 'react'
import { createBrowserRouter, Navigate, Outlet, Route as At, type RouteObject, useLocation } from 'react-router-dom'
import type { Route } from '#contract/core/route'
import { type RoutePath, routes } from '#contract/routes'
import { BrokenPage, NoPermissionPage, NotFoundPage, ServerErrorPage } from './frame/ErrorPages.tsx'
import { Frame } from './frame/Frame.tsx'
import { DeviceOpeners, type DeviceWindows } from './frame/openers.tsx'
import { frameTabs } from './frame/tabs/frameTabs.ts'
import { Panes, TabsProvider } from './frame/tabs/Panes.tsx'
import type { TabStore } from './frame/tabs/tabStore.ts'
import { useRightsNews } from './frame/useRightsNews.ts'
import { useSession } from './session/session.ts'
import { usePageAccess } from './session/usePageAccess.ts'
import { HOME_PATH } from './session/wayBack.ts'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { SkeletonPage } from './ui/Skeletons.tsx'

/**
 * What stands at a route: a page inside the frame, a page that has the window to itself, another route, or a document of its own
 * (the sign-in page is another entry of the build).
 */
type Screen =
  | { readonly at: 'frame' | 'window'; readonly Page: ComponentType | LazyExoticComponent<ComponentType> }
  | { readonly at: 'redirect'; readonly to: string }
  | { readonly at: 'document' }

const inFrame = (load: () => Promise<{ default: ComponentType }>): Screen => ({ at: 'frame', Page: lazy(load) })
const inWindow = (load: () => Promise<{ default: ComponentType }>): Screen => ({ at: 'window', Page: lazy(load) })

/** A route of the contract without a screen does not compile. */
const screens = {
  '/': { at: 'document' },
  '/login': { at: 'document' },
  '/web': { at: 'redirect', to: HOME_PATH },
  '/web/farm/home': inFrame(() => import('./screens/home/HomePage.tsx')),
  '/web/farm/map': inFrame(() => import('./screens/map/MapPage.tsx')),
  '/map': inWindow(() => import('./screens/map/MapWall.tsx')),
  '/web/equipment/gateway': inFrame(() => import('./screens/devices/GatewayPage.tsx')),
  '/inventory/prment/aplionform': inFrame(() => import('./screens/inventory/aplionform/AplionformPage.tsx')),
  '/inventory/prment/aplionform/add': inFrame(() => import('./screens/inventory/aplionform/AplionformAddPage.tsx')),
  '/inventory/prment/aplionform/edit/:id': inFrame(() => import('./screens/inventory/aplionform/AplionformEditPage.tsx')),
  '/inventory/prment/aplionform/info/:id': inFrame(() => import('./screens/inventory/aplionform/AplionformInfoPage.tsx')),
  '/web/farm/defaultPage': { at: 'frame', Page: NotFoundPage },
  '/web/farm/serverErrorPage': { at: 'frame', Page: ServerErrorPage },
} as const satisfies Record<RoutePath, Screen>

/** The windows that a marker or card opens, bound here so that no area imports another one's screens. */
const deviceWindows: DeviceWindows = {
  collect: lazy(() => import('./screens/devices/CollectDialog.tsx').then(({ CollectDialog }) => ({ default: CollectDialog }))),
  aerator: lazy(() => import('./screens/devices/AeratorDialog.tsx').then(({ AeratorDialog }) => ({ default: AeratorDialog }))),
  lamp: lazy(() => import('./screens/devices/LampDialog.tsx').then(({ LampDialog }) => ({ default: LampDialog }))),
  camera: lazy(() => import('./screens/devices/CameraDialog.tsx').then(({ CameraDialog }) => ({ default: CameraDialog }))),
}

/** Leaves for a page that the router does not draw. */
function Leave() {
  const { pathname, search } = useLocation()
  useEffect(() => location.replace(pathname + search), [pathname, search])
  return null
}

/** A page, once the user is known and may open it (SESSION-07, PERMISSIONS-06). */
function Guarded({ route, Page }: { route: Pick<Route, 'permission' | 'path' | 'module'>; Page: ComponentType }) {
  const access = usePageAccess(route.module ?? 'farm')
  const { pathname } = useLocation()
  if (route.permission !== 'login' && route.permission !== 'public') {
    if (access == null) return <SkeletonPage />
    if (!access(route)) return <NoPermissionPage />
  }
  return (
    <ErrorBoundary resetKey={pathname} fallback={(_, retry) => <BrokenPage onRetry={retry} />}>
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
  useRightsNews()
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
  const { status, tenantId } = useSession()
  if (status === 'failed') return <ServerErrorPage onRetry={() => location.reload()} />
  if (status !== 'signedIn') return <SkeletonPage />
  return (
    // Another tenant is another console: nothing of the one before stays in any page's state.
    <DeviceOpeners key={tenantId} windows={deviceWindows}>
      <Outlet />
    </DeviceOpeners>
  )
}

const inWindows: RouteObject[] = routes.flatMap((route) => {
  const screen: Screen = screens[route.path]
  return screen.at === 'window' ? [{ path: route.path, element: <Guarded route={route} Page={screen.Page} /> }] : []
})
const others: RouteObject[] = routes.flatMap((route) => {
  const screen: Screen = screens[route.path]
  if (screen.at === 'document') return [{ path: route.path, element: <Leave /> }]
  return screen.at === 'redirect' ? [{ path: route.path, element: <Navigate to={screen.to} replace /> }] : []
})

export function buildRouter() {
  // Pages that say what went wrong are no pages to come back to.
  const tabs = frameTabs(framed.filter(({ area }) => area !== 'frame'))
  const router = createBrowserRouter([
    ...others,
    {
      element: <SignedIn />,
      // What fails outside a page's own boundary.
      errorElement: <BrokenPage onRetry={() => location.reload()} />,
      // One route for the whole frame: going from page to page draws none of it anew.
      children: [...inWindows, { path: '*', element: <Framed tabs={tabs} /> }],
    },
  ])
  tabs.visit(router.state.location)
  router.subscribe(({ location: at }) => tabs.visit(at))
  return router
}
