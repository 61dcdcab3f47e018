import type { PermissionCode } from './call.ts'

/** The module groups of the console (1§1). */
export type ModuleKey = 'farm' | 'company' | 'inventory'
/** The application code under which a module's permissions are listed (PERMISSIONS-25). */
export const applicationCode = {
  farm: 'wfpf-farm',
  company: 'wfpf-company',
  inventory: 'wfpf-inventory',
} as const satisfies Record<ModuleKey, string>

/** The groups of each module's menu in the order of the documents (FRAME-10, FRAME-11); one without a page is not shown. */
export const GROUPS = {
  farm: [
    'base',
    'basic',
    'activity',
    'materials',
    'equipment',
    'aquatic',
    'monitoring',
    'control',
    'machinery',
    'alarm',
    'trace',
    'reports',
    'knowledge',
    'carbon',
  ],
  company: ['enterprise', 'organization', 'account', 'media', 'information', 'maintenance', 'development', 'personalisation', 'messages'],
  inventory: ['prment', 'baseData', 'configuration'],
} as const satisfies Record<ModuleKey, readonly string[]>
export type Group = (typeof GROUPS)[ModuleKey][number]

export interface Route<Path extends string = string> {
  readonly path: Path
  /** The word that names this room in every other room: farm, devices, map ... */
  readonly area: string
  readonly module: ModuleKey | null
  /** `public`: no login; `login`: any signed-in user; otherwise the code that opens the page. */
  readonly permission: 'public' | 'login' | PermissionCode
  /** Keeps its page state when left (SESSION-08). */
  readonly cached: boolean
  /** The menu group it stands in, or null where no menu shows it; in it, the smallest place comes first. */
  readonly group: Group | null
  readonly place: number
  /** Marked in the menu as new, or as often used (FRAME-09). */
  readonly isNew: boolean
  readonly isHot: boolean
  /** Key of its title in the words of its area, e.g. `devices:gateway.title`. */
  readonly title: `${string}:${string}`
}

/** Declares one route, once: menus, guards, tabs, screens and `npm run spec` all read it. */
export const defineRoute = <const Path extends string>(
  path: Path,
  facts: Pick<Route, 'area' | 'permission' | 'title'> &
    Partial<Pick<Route, 'cached' | 'module' | 'isNew' | 'isHot'>> &
    (Pick<Route, 'group' | 'place'> | { group?: null }),
): Route<Path> => ({ path, module: null, cached: facts.module != null, group: null, place: 0, isNew: false, isHot: false, ...facts })

const modules = Object.keys(GROUPS) as ModuleKey[]
const ranked = ({ module, group, place }: Route): readonly number[] => {
  if (module == null) return [-1, 0, 0]
  const groups: readonly string[] = GROUPS[module]
  return [modules.indexOf(module), group == null ? groups.length : groups.indexOf(group), place]
}
/** Routes in the order of the menus: by module, group and place; what no menu shows comes last in its module. */
export const inMenuOrder = <One extends Route>(routes: readonly One[]): One[] =>
  routes.toSorted((one, other) => {
    const [mine, others] = [ranked(one), ranked(other)]
    const at = mine.findIndex((rank, which) => rank !== others[which])
    return at < 0 ? 0 : mine[at]! - others[at]!
  })

/** PERMISSIONS-05: a path matches by prefix, `:param` segments stand for anything. */
export function routeMatches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/').filter(Boolean)
  const given = path.split('/').filter(Boolean)
  return wanted.length <= given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at])
}
