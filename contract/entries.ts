import { type OpenPage, openPageAt } from './core/openPage.ts'
import { SEED_PAGE } from './farm/seedPath.ts'
import { INFORMATION_PAGE } from './news/informationPath.ts'
import { type RoutePath, routes } from './routes.ts'

/** The pages of the build, each with a script of its own: the sign-in, what a visitor sees, and the console. */
export const ENTRIES = ['/login.html', '/visitors.html', '/index.html'] as const
type Entry = (typeof ENTRIES)[number]

/** Pages that the server draws itself: no entry stands there. */
export const DRAWN: readonly string[] = [SEED_PAGE, INFORMATION_PAGE]

/** Where the console begins that was installed on a phone: what is to be done today. */
export const FIELD_PAGE: RoutePath = '/web/farm/task'

const SIGN_IN = 'session'
const isOpen = ({ permission, path }: (typeof routes)[number]) => permission === 'public' && path !== '/'

/** Those of public routes ask for nobody, all else is the console's. */
export const openPages: readonly OpenPage<Entry>[] = routes
  .filter((route) => isOpen(route) && !DRAWN.includes(route.path))
  .map(({ path, area }) => ({ path, entry: area === SIGN_IN ? '/login.html' : '/visitors.html' }))

/** What the addresses of the console's own pages begin with: `web` of `/web/farm/home`. */
export const consoleRoots: readonly string[] = [
  ...new Set(routes.filter((route) => route.path !== '/' && !isOpen(route)).map(({ path }) => path.split('/')[1]!)),
]

/** Which of the entries is drawn at a path. */
export const entryOf = (path: string): Entry => openPageAt(openPages, path)?.entry ?? '/index.html'
