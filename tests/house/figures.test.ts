import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { words } from '#src/i18n/words.en-US.ts'

interface Node {
  readonly type?: string
  readonly start: number
  readonly value?: unknown
  readonly name?: string
  readonly callee?: Node
  readonly arguments?: readonly Node[]
  readonly properties?: readonly (Omit<Node, 'value'> & { readonly key?: Node; readonly value?: Node; readonly computed?: boolean })[]
}

/** The figures that a sentence needs, in whichever number it is said. */
function figuresOf(key: string): string[] | null {
  const [space, path] = key.split(':') as [string, string?]
  if (path === undefined) return null
  const at = (parts: readonly string[]) =>
    [space, ...parts].reduce<unknown>((tree, part) => (tree as Readonly<Record<string, unknown>> | undefined)?.[part], words)
  const parts = path.split('.')
  const last = parts.at(-1)!
  const said = ['', '_one', '_other', '_zero']
    .map((number) => at([...parts.slice(0, -1), last + number]))
    .filter((one) => typeof one === 'string')
  return said.length === 0 ? null : [...new Set(said.flatMap((one) => [...one.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!)))]
}

/** Where a call names its sentence, and where its figures stand. */
const SAYERS: Readonly<Record<string, (given: readonly (string | undefined)[]) => readonly [key: string | undefined, figures: number]>> = {
  CallFailure: ([code]) => [code && `errors:${code}`, 1],
  t: ([key]) => [key, 1],
  say: ([, key]) => [key, 2],
  refuse: ([, key]) => [key && `errors:field.${key}`, 2],
  faultyField: ([, , key]) => [key && `errors:field.${key}`, 3],
  // One takes the code before the field, one behind it.
  besideField: ([, one, two, three]) =>
    one?.startsWith('error.') ? [three && `errors:field.${three}`, 4] : [two?.startsWith('error.') ? `errors:${two}` : undefined, 3],
}

function faultsIn(source: string, file: string): { checked: number; faults: string[] } {
  const found = { checked: 0, faults: [] as string[] }
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) return node.forEach(visit)
    const { type, callee, arguments: given, start } = node as Node
    const sayer =
      (type === 'NewExpression' || type === 'CallExpression') && callee?.name !== undefined && Object.hasOwn(SAYERS, callee.name)
        ? SAYERS[callee.name]
        : undefined
    if (sayer && given) {
      const [key, at] = sayer(given.map(({ value }) => (typeof value === 'string' ? value : undefined)))
      const wanted = key === undefined ? null : figuresOf(key)
      if (wanted !== null) {
        found.checked++
        const held = given[at]
        const isKnown = held === undefined || held.type === 'ObjectExpression'
        const names = held?.properties?.map((one) =>
          one.type === 'SpreadElement' || one.computed ? '*' : (one.key?.name ?? String(one.key?.value)),
        )
        if (isKnown && !names?.includes('*')) {
          const isEmpty = (name: string) => held?.properties?.[names!.indexOf(name)]?.value?.value === ''
          const missing = wanted.filter((name) => names?.includes(name) !== true || isEmpty(name))
          if (missing.length > 0)
            found.faults.push(`${file}:${source.slice(0, start).split('\n').length} ${key} lacks ${missing.join(', ')}`)
        }
      }
    }
    Object.values(node).forEach(visit)
  }
  visit(parseSync(file, source).program)
  return found
}

test('a sentence without its figures is found', () => {
  const faultsOf = (source: string) => faultsIn(source, 'a.ts').faults.length
  expect(faultsOf(`throw new CallFailure('error.page.tooMany')`)).toBe(1)
  expect(faultsOf(`throw new CallFailure('error.page.tooMany', { count: 3 })`)).toBe(1)
  expect(faultsOf(`throw new CallFailure('error.page.tooMany', { count: 3, max: 2 })`)).toBe(0)
  expect(faultsOf(`throw new CallFailure('error.page.tooMany', { count: 3, max: '' })`)).toBe(1)
  expect(faultsOf(`t('inventory:inventory_form.filled')`)).toBe(1)
  expect(faultsOf(`t('inventory:inventory_form.filled', { ...given })`)).toBe(0)
})

test('whoever says a sentence gives the figures that stand in it', () => {
  const all = globSync('{server,src,contract,streams}/**/*.{ts,tsx}').map((file) => faultsIn(readFileSync(file, 'utf8'), file))
  expect(all.reduce((sum, { checked }) => sum + checked, 0)).toBeGreaterThan(3000)
  expect(all.flatMap(({ faults }) => faults)).toEqual([])
})
