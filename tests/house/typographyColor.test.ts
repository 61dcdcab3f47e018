import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/** A place in the palette that is no colour of its own: `text.secondary`. */
const PLACE = /^[a-z]+(?:\.[A-Za-z]+)+$/

interface Node {
  readonly type?: string
  readonly name?: unknown
  readonly value?: unknown
  readonly attributes?: readonly Node[]
}

/** Whether a value holds such a place, as it is or as one of several. */
function holdsPlace(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { type, value: text } = value as Node
  if (type === 'Literal') return typeof text === 'string' && PLACE.test(text)
  return Object.values(value).some(holdsPlace)
}

/** The lines in which a Typography is given a place of the palette by its property `color`, which knows none and says nothing. */
function withoutEffect(file: string, source = readFileSync(file, 'utf8')): string[] {
  const found: string[] = []
  const nameOf = ({ name }: Node) => (name as { name?: string }).name
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, attributes = [], start } = node as Node & { start: number }
    const isTypography = type === 'JSXOpeningElement' && nameOf(node) === 'Typography'
    if (isTypography && attributes.some((one) => one.type === 'JSXAttribute' && nameOf(one) === 'color' && holdsPlace(one.value)))
      found.push(`${file}:${source.slice(0, start).split('\n').length}`)
    Object.values(node).forEach(visit)
  }
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} could not be read`)
  visit(program)
  return found
}

test('a colour of the palette is given to a text by sx, since its own property has no effect', () => {
  expect(globSync('src/**/*.tsx').flatMap((file) => withoutEffect(file))).toEqual([])
})

test.each([
  ['<Typography color="text.secondary" />', 1],
  [`<Typography color={on ? 'primary' : 'text.secondary'}>a</Typography>`, 1],
  [`<Typography color="error" sx={{ color: 'text.secondary' }} />`, 0],
  ['<Link color="text.primary" />', 0],
])('%s is found %d times', (source, times) => {
  expect(withoutEffect('a.tsx', source)).toHaveLength(times)
})
