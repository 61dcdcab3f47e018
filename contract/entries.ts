import { SEED_PAGE } from './farm/seedPath.ts'
import { routes } from './routes.ts'

/** The pages of the build, each with a script of its own: the sign-in, what a visitor sees, and the console. */
export const ENTRIES = ['/login.html', '/visitors.html', '/index.html'] as const

/** Pages that the server draws itself: no entry stands there. */
export const DRAWN: readonly string[] = [SEED_PAGE]

const SIGN_IN = 'session'
/** Every path without one at its end. */
const CLOSING = /(?<!\/)\/+$/
const isAt = (route: string, path: string): boolean => {
  const [parts, given] = [route.split('/'), path.split('/')]
  return parts.length === given.length && parts.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
}
const open = routes.filter(({ permission, path }) => permission === 'public' && path !== '/' && !DRAWN.includes(path))

/** Which of them is drawn at a path: those of public routes ask for nobody, all else is the console's. */
export function entryOf(path: string): (typeof ENTRIES)[number] {
  const found = open.find((route) => isAt(route.path, path.replace(CLOSING, '')))
  return found === undefined ? '/index.html' : found.area === SIGN_IN ? '/login.html' : '/visitors.html'
}
