import { Navigate } from 'react-router-dom'
import type { ModuleKey } from '#contract/core/route'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { NoPermissionPage } from './ErrorPages.tsx'
import { useMenus } from './menu/useMenus.ts'
import type { TabStore } from './tabs/tabStore.ts'

/** The root of a module leads to the pane of it that was shown last, else to the first page of its menu that the user may open. */
export function ModuleEntry({ module, tabs }: { module: ModuleKey; tabs: TabStore }) {
  const menus = useMenus()
  const last = tabs.entryOf(module)
  if (last !== null) return <Navigate to={last} replace />
  if (menus === undefined) return <SkeletonPage />
  const first = menus.find((menu) => menu.module === module)?.groups[0]?.items[0]?.path
  return first === undefined ? <NoPermissionPage /> : <Navigate to={first} replace />
}
