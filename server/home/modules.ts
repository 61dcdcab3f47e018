import type { CallGroups } from '#contract/calls'
import { applicationCode, type ModuleKey, type Route } from '#contract/core/route'
import { routes } from '#contract/routes'
import { MAX_PANES, type MenuNode, type SubModule } from '#contract/home/subModule'
import type { Scope } from '../ground/database/scope.ts'
import type { Grant, Handlers } from '../ground/http/handler.ts'
import { type Language, say } from '../ground/words.ts'

const moduleKeys = Object.keys(applicationCode) as ModuleKey[]
/** The root of a module, which leads on to one of its pages. */
const roots: Record<ModuleKey, string> = { farm: '/web', company: '/system', inventory: '/inventory' }
/** A window of its own, which no menu group holds and which is an entrance all the same. */
const WALL = '/map'

/** Whether a user may open a page; `all` stands for everybody. */
type MayOpen = (route: Pick<Route, 'permission'>) => boolean
export const mayOpenWith =
  (grant: Pick<Grant, 'holds'>): MayOpen =>
  ({ permission }) =>
    permission === 'login' || permission === 'public' || grant.holds(permission)

const everyRoute: readonly Route[] = routes
const pagesOf = (module: ModuleKey, mayOpen: MayOpen) =>
  everyRoute.filter((route) => route.module === module && route.group != null && mayOpen(route))

/** The pages that may be opened, by module and group, in the order in which they are declared. */
export function menuTree(mayOpen: MayOpen, language: Language): MenuNode[] {
  const leaf = ({ path, title }: Pick<Route, 'path' | 'title'>): MenuNode => ({
    id: path,
    name: say(language, title),
    route: path,
    subMenus: [],
  })
  return moduleKeys.flatMap((module) => {
    const pages = pagesOf(module, mayOpen)
    if (pages.length === 0) return []
    const groups = new Map<string, MenuNode[]>()
    for (const page of pages) groups.set(page.group!, [...(groups.get(page.group!) ?? []), leaf(page)])
    const wall = everyRoute.find(({ path }) => path === WALL)
    const first = groups.values().next().value
    if (module === 'farm' && wall && mayOpen(wall)) first?.push(leaf(wall))
    return [
      {
        id: module,
        name: say(language, `home:module.${module}.name`),
        route: '',
        subMenus: [...groups].map(([group, subMenus]) => ({
          id: `${module}/${group}`,
          name: say(language, `frame:menu.group.${group}`),
          route: '',
          subMenus,
        })),
      },
    ]
  })
}

function modulesFor(mayOpen: MayOpen, language: Language): SubModule[] {
  return moduleKeys.flatMap((module) => {
    const pages = pagesOf(module, mayOpen)
    if (pages.length === 0) return []
    const root = everyRoute.find(({ path }) => path === roots[module])?.path ?? pages[0]!.path
    return [
      {
        code: applicationCode[module],
        name: say(language, `home:module.${module}.name`),
        path: root,
        type: 'route',
        icon: module,
        description: say(language, `home:module.${module}.description`),
        route: root,
        maxPane: MAX_PANES,
        list: pages.map(({ permission, path }) => ({ code: permission === 'login' ? '' : permission, route: path })),
        pane: pages[0]!.path,
        openedPane: [],
      },
    ]
  })
}

/** A link without a name is a page of the console itself, which names it in the language of who looks. */
async function linksOf(scope: Scope, language: Language): Promise<SubModule[]> {
  const rows = await scope.select('sub_module').selectAll('sub_module').orderBy('sub_module.position').orderBy('sub_module.id').execute()
  return rows.map(({ code, name, path, type, icon, description }) => ({
    code,
    name: name || say(language, `home:link.${code}.name`),
    path,
    type: type === 'inner-link' ? 'inner-link' : 'outer-link',
    icon,
    description: name ? description : say(language, `home:link.${code}.description`),
    route: '',
    maxPane: MAX_PANES,
    list: [],
    pane: null,
    openedPane: [],
  }))
}

/** Modules of the console are its own routes; a tenant's links stand beside them. */
export const subModuleHandlers = (): Handlers<CallGroups['subModule']> => ({
  all: async ({ query }, { inTenant, language }) => [
    ...modulesFor(() => true, query.lang ?? language),
    ...(await inTenant((scope) => linksOf(scope, query.lang ?? language))),
  ],
  self: async ({ query }, { inTenant, grant, language }) => [
    ...modulesFor(mayOpenWith(grant), query.lang ?? language),
    ...(await inTenant((scope) => linksOf(scope, query.lang ?? language))),
  ],
  async tree({ query }, { grant, language }) {
    const nodes = menuTree(mayOpenWith(grant), query.lang ?? language)
    if (query.subModule == null || query.subModule === '') return nodes
    return nodes.filter(({ id }) => applicationCode[id as ModuleKey] === query.subModule)
  },
})
