import { type OpenPage, openPageAt } from '#contract/core/openPage'

/** What a build tells its worker (vite.shell.ts). */
export interface Shell {
  /** The console's own script, whose name is another in every build. */
  readonly script: string
  /** The sign-in page's script. */
  readonly login: string
  /** What is fetched for pages without network; what carries a hash in its name needs no revision. */
  readonly files: readonly { readonly url: string; readonly revision: string | null }[]
  readonly roots: readonly string[]
  readonly openPages: readonly OpenPage[]
}

/** Where the two pages are asked for that are drawn without network. */
export const CONSOLE_PAGE = '/index.html'
export const LOGIN_PAGE = '/login'

/** The page that may stand at a path where no network is; null where the network alone answers: calls, drawn pages, what visitors see, files. */
export function keptPageOf(
  { roots, openPages }: Pick<Shell, 'roots' | 'openPages'>,
  path: string,
): typeof CONSOLE_PAGE | typeof LOGIN_PAGE | null {
  if (path === '/' || path === LOGIN_PAGE) return LOGIN_PAGE
  const [root = '', ...rest] = path.slice(1).split('/')
  const isFile = (rest.at(-1) ?? root).includes('.')
  return roots.includes(root) && !isFile && openPageAt(openPages, path) === undefined ? CONSOLE_PAGE : null
}
