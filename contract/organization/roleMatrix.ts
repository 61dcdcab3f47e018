import { calls } from '../calls.ts'
import type { ModuleKey } from '../core/route.ts'
import { CONTROL } from '../devices/switch.ts'
import { routes } from '../routes.ts'
import type { MatrixRow, RoleColumn } from './role.ts'

const PS = '.ps.'
/** How the verbs of each column begin, as the documents write them. */
const BEGINS: Readonly<Record<RoleColumn, readonly string[]>> = {
  create: ['create', 'add'],
  edit: ['edit'],
  delete: ['del', 'remove'],
  control: ['control'],
  export: ['export'],
}

const isCode = (access: string): boolean => access.startsWith('wfpf.')
/** Every code that a page or a call asks for. */
export const declaredCodes: readonly string[] = [
  ...new Set([...routes.map(({ permission }) => permission), ...calls.flatMap(({ permission }) => [permission].flat())].filter(isCode)),
]

export const verbOf = (code: string): string => code.split(PS)[1] ?? ''
function columnOf(code: string): RoleColumn | null {
  // The documents call what turns pumps and valves by the name of another button (PERMISSIONS-12).
  if (code === CONTROL) return 'control'
  const columns = Object.keys(BEGINS) as RoleColumn[]
  return columns.find((column) => BEGINS[column].some((begin) => verbOf(code).startsWith(begin))) ?? null
}

const lastOf = (text: string, by: string) => text.slice(text.lastIndexOf(by) + 1)
/** The page of a code: the one it opens; else, where the page is open to everybody, the one of that name. */
const routeOf = (code: string) =>
  routes.find(({ permission, group, module }) => permission === code && group !== null && module === code.split('.')[1]) ??
  routes.find(({ permission, group }) => permission === code && group !== null) ??
  routes.find(({ permission }) => permission === code) ??
  routes.find(({ permission, group, path }) => permission === 'login' && group !== null && lastOf(path, '/') === lastOf(code, '.'))

function rowOf(page: string): MatrixRow {
  const route = routeOf(page)
  const buttons: MatrixRow['buttons'] = {}
  const others: string[] = []
  // The plainest verb takes the column: what is left is the page's own.
  const own = declaredCodes.filter((code) => code.startsWith(page + PS)).toSorted((a, b) => a.length - b.length || a.localeCompare(b))
  for (const code of own) {
    const column = columnOf(code)
    if (column !== null && buttons[column] === undefined) buttons[column] = code
    else others.push(code)
  }
  return {
    code: page,
    view: declaredCodes.includes(page) ? page : null,
    module: route?.module ?? (page.split('.')[1] as ModuleKey),
    group: route?.group ?? null,
    title: route?.title ?? `organization:role.more.${lastOf(page, '.')}`,
    buttons,
    others,
  }
}

const rankOf = ({ code }: MatrixRow): number => {
  const at = routes.findIndex((route) => route === routeOf(code))
  return at < 0 ? routes.length : at
}
const MODULES: readonly ModuleKey[] = ['farm', 'company', 'inventory']
/** Every page with what can be done on it, in the order of the menus; what stands in no menu comes last in its module. */
export const roleMatrix: readonly MatrixRow[] = [...new Set(declaredCodes.map((code) => code.split(PS)[0]!))]
  .map(rowOf)
  .toSorted(
    (a, b) =>
      MODULES.indexOf(a.module) - MODULES.indexOf(b.module) ||
      Number(a.group === null) - Number(b.group === null) ||
      rankOf(a) - rankOf(b) ||
      a.code.localeCompare(b.code),
  )
