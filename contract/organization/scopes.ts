import { calls } from '../calls.ts'
import type { MatrixRow } from './role.ts'
import { declaredCodes, roleMatrix } from './roleMatrix.ts'

const asked = new Set<string>(calls.filter(({ persons }) => !persons).flatMap(({ permission }) => [permission].flat()))
/** What can be lent to who is no person: the codes that a call asks for which needs none. */
export const scopeCodes: ReadonlySet<string> = new Set(declaredCodes.filter((code) => asked.has(code)))

/** The rows of the roles' matrix with these codes alone; a page of which none is left has no row. */
export const matrixOf = (lent: (code: string) => boolean): MatrixRow[] =>
  roleMatrix.flatMap((row) => {
    const view = row.view !== null && lent(row.view) ? row.view : null
    const buttons = Object.fromEntries(Object.entries(row.buttons).filter(([, code]) => lent(code)))
    const others = row.others.filter(lent)
    return view === null && Object.keys(buttons).length === 0 && others.length === 0 ? [] : [{ ...row, view, buttons, others }]
  })
export const scopeMatrix: readonly MatrixRow[] = matrixOf((code) => scopeCodes.has(code))
