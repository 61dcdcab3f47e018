import type { Group, ModuleKey, Route } from '#contract/core/route'
import { routes } from '#contract/routes'

export interface MenuGroup {
  readonly group: Group
  readonly items: readonly Route[]
}
export interface ModuleMenu {
  readonly module: ModuleKey
  readonly groups: readonly MenuGroup[]
}

/** The menu: every route that names a group, as far as the user may open it, in the order in which they are given. */
export function menuGroups(mayOpen: (route: Route) => boolean, from: readonly Route[] = routes): readonly MenuGroup[] {
  const groups = new Map<Group, Route[]>()
  for (const route of from) {
    if (route.group == null || !mayOpen(route)) continue
    groups.set(route.group, [...(groups.get(route.group) ?? []), route])
  }
  return [...groups].map(([group, items]) => ({ group, items }))
}

const MODULES: readonly ModuleKey[] = ['farm', 'company', 'inventory']

/** The menus of all modules in which the user may open something. */
export const moduleMenus = (mayOpen: (route: Route) => boolean, from: readonly Route[] = routes): readonly ModuleMenu[] =>
  MODULES.flatMap((module) => {
    const groups = menuGroups((route) => route.module === module && mayOpen(route), from)
    return groups.length === 0 ? [] : [{ module, groups }]
  })
