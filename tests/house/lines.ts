import { globSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'vite'
import { floorPlan, FREE_ROOMS } from './floorPlan.ts'

/** The rooms whose code is to grow less. */
const CARRIED: readonly string[] = ['contract', 'server', 'src']

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** The braces of JSX that hold nothing but a comment. */
function emptyBraces(node: unknown): Node[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, expression } = node as { type?: string; expression?: Node }
  if (type === 'JSXExpressionContainer' && expression?.type === 'JSXEmptyExpression') return [node as Node]
  return Object.values(node).flatMap(emptyBraces)
}

/** How many lines of a source hold code: neither blank nor only a comment. */
export function codeLines(file: string, source: string): number {
  const { program, comments, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  let code = source
  const braces = file.endsWith('.tsx') ? emptyBraces(program.body) : []
  for (const { start, end } of [...comments, ...braces]) {
    code = code.slice(0, start) + code.slice(start, end).replaceAll(/[^\n]/g, ' ') + code.slice(end)
  }
  return code.split('\n').filter((line) => line.trim() !== '').length
}

/** Lines of code by file, of one room. Migrations are no code that is carried: they are never read again. */
const linesOf = (room: string): ReadonlyMap<string, number> =>
  new Map(
    globSync(`${room}/**/*.{ts,tsx,js,mjs}`)
      .filter((file) => !file.split('/').includes('migrations'))
      .sort()
      .map((file) => [file, codeLines(file, readFileSync(file, 'utf8'))]),
  )

/** The part of a room that a file stands in: `server/ground/http`, `src/screens/map`, `src/ui`. */
function areaOf(file: string): string {
  const parts = file.split('/').slice(0, -1)
  return parts.slice(0, ['ground', 'screens', 'server', 'src'].includes(parts[1]!) ? 3 : 2).join('/')
}

function print() {
  const row = (name: string, lines: number) => process.stdout.write(`${name.padEnd(32)}${String(lines).padStart(8)}\n`)
  const sum = (lines: Iterable<number>) => [...lines].reduce((one, other) => one + other, 0)
  const rooms = [...Object.keys(floorPlan), ...FREE_ROOMS].map((room) => ({ room, lines: linesOf(room) }))
  for (const { lines } of rooms) {
    const areas = Map.groupBy(lines, ([file]) => areaOf(file))
    for (const [area, files] of areas) row(area, sum(files.map(([, count]) => count)))
    if (areas.size > 0) process.stdout.write('\n')
  }
  for (const { room, lines } of rooms) row(room, sum(lines.values()))
  const carried = rooms.filter(({ room }) => CARRIED.includes(room))
  row(`\n${CARRIED.join(' + ')}`, sum(carried.flatMap(({ lines }) => [...lines.values()])))
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) print()
