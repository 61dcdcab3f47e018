import type { ModuleKey } from '#contract/core/route'
import { usePageAccess } from '#src/session/usePageAccess.ts'
import { type ModuleMenu, moduleMenus } from './menu.ts'

/** The menus that the user has; undefined until the server has said for every module. */
export function useMenus(): readonly ModuleMenu[] | undefined {
  const access = { farm: usePageAccess('farm'), company: usePageAccess('company'), inventory: usePageAccess('inventory') } satisfies Record<
    ModuleKey,
    unknown
  >
  const { farm, company, inventory } = access
  if (farm == null || company == null || inventory == null) return undefined
  return moduleMenus((route) => route.module != null && access[route.module]?.(route) === true)
}
