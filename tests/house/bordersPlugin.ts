import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { breach, type House, type Naming } from './borders.ts'
import { floorPlan, FREE_ROOMS } from './floorPlan.ts'

/** What the lint hands over, as far as it is looked at: its package names no types of it. */
interface Node {
  readonly type: string
  readonly [part: string]: unknown
}
interface Context {
  readonly cwd: string
  readonly filename: string
  report(fault: { node: Node; message: string }): void
}

const houses = new Map<string, House>()

/** The house that is linted stands where the lint runs. */
function houseAt(root: string): House {
  let house = houses.get(root)
  if (!house) {
    const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> }
    houses.set(root, (house = { plan: floorPlan, freeRooms: FREE_ROOMS, aliases: imports }))
  }
  return house
}

/** The text of an expression that is known as it is written. */
function textOf(node: Node | null): string | null {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node?.type !== 'TemplateLiteral' || (node['expressions'] as Node[]).length > 0) return null
  return (node['quasis'] as { value: { cooked: string } }[])[0]!.value.cooked
}

/** `a.b.c` of what is called: `require`, `vi.mock`, `import.meta.glob`. */
function nameOf(node: Node): string {
  if (node.type === 'Identifier') return node['name'] as string
  if (node.type === 'MetaProperty') return 'import.meta'
  if (node.type === 'MemberExpression' && !node['computed']) return `${nameOf(node['object'] as Node)}.${nameOf(node['property'] as Node)}`
  return ''
}

const LOADS = /^(require(\.resolve)?|import\.meta\.resolve|vi\.(mock|doMock|unmock|doUnmock|importActual|importMock))$/

/** Judges every way in which a file of a room names another by the floor plan. */
function create(context: Context) {
  const house = houseAt(context.cwd)
  const file = relative(context.cwd, context.filename).split(sep).join('/')

  function see(path: Node | null, naming: Naming = 'module', node: Node | null = path): void {
    const text = textOf(path)
    // A folder whose name is made as it runs is no import.
    if (text == null && naming === 'address') return
    const message = breach(house, file, text ?? '', text == null ? 'unknown' : naming)
    if (message != null && node) context.report({ node, message })
  }
  const seeSource = (node: Node) => {
    if (node['source']) see(node['source'] as Node)
  }

  return {
    ImportDeclaration: seeSource,
    ExportAllDeclaration: seeSource,
    ExportNamedDeclaration: seeSource,
    ImportExpression: seeSource,
    TSImportType: seeSource,
    TSExternalModuleReference: (node: Node) => see(node['expression'] as Node),
    CallExpression(node: Node) {
      const name = nameOf(node['callee'] as Node)
      const first = (node['arguments'] as Node[])[0] ?? null
      // `vi.mock(import('...'))` is judged as that import.
      if (LOADS.test(name) && first?.type !== 'ImportExpression') see(first, 'module', node)
      if (name !== 'import.meta.glob') return
      for (const pattern of first?.type === 'ArrayExpression' ? (first['elements'] as Node[]) : [first]) see(pattern, 'address')
    },
    // A worker, a child process, a file that is read.
    NewExpression(node: Node) {
      const [path = null, base] = node['arguments'] as Node[]
      if (nameOf(node['callee'] as Node) === 'URL' && base && nameOf(base) === 'import.meta.url') see(path, 'address')
    },
  }
}

export default { meta: { name: 'house' }, rules: { borders: { create } } }
