import { type Group, type ModuleKey, type Route, routeMatches } from '#contract/core/route'
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

const shared = (one: readonly string[], other: readonly string[]): number => {
  const differs = one.findIndex((part, nth) => part !== other[nth])
  return differs < 0 ? one.length : differs
}

/**
 * The group of a page: the one that it stands in, else that of the page whose address begins most alike (a rule or a run is found under its list);
 * the first where several are as much alike. Null where there is no group.
 */
export function groupAt(groups: readonly MenuGroup[], pathname: string): Group | null {
  const standing = groups.find(({ items }) => items.some(({ path }) => routeMatches(path, pathname)))
  if (standing) return standing.group
  const parts = pathname.split('/')
  const likeness = groups.map(({ items }) => Math.max(...items.map(({ path }) => shared(path.split('/'), parts))))
  const most = Math.max(...likeness)
  const alike = groups.filter((_, nth) => likeness[nth] === most)
  return (alike.length === 1 ? alike : groups)[0]?.group ?? null
}
