import { globSync, readFileSync } from 'node:fs'
import { RegExpParser } from '@eslint-community/regexpp'
import { analyse } from 'scslre'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

interface Found {
  readonly where: string
  readonly pattern: string
  readonly flags: string
}

/** Every expression that a file writes down, and where it makes one of a text that is not written down. */
function expressionsOf(file: string): { literals: Found[]; made: string[] } {
  const source = readFileSync(file, 'utf8')
  const literals: Found[] = []
  const made: string[] = []
  const where = (at: number) => `${file}:${source.slice(0, at).split('\n').length}`
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) return node.forEach(visit)
    const { type, regex, callee, start } = node as {
      type?: string
      regex?: { pattern: string; flags: string }
      callee?: { name?: string }
      start: number
    }
    if (type === 'Literal') {
      if (regex) literals.push({ where: where(start), ...regex })
      return
    }
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') made.push(file)
    Object.values(node).forEach(visit)
  }
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} could not be read`)
  visit(program)
  return { literals, made }
}

const parser = new RegExpParser()
/** Whether some text makes this expression look at it more often than a fixed number of times a letter. */
function isSlow({ pattern, flags }: Pick<Found, 'pattern' | 'flags'>): boolean {
  const unicode = flags.includes('u')
  const literal = {
    pattern: parser.parsePattern(pattern, 0, pattern.length, { unicode, unicodeSets: false }),
    flags: parser.parseFlags(flags),
  }
  return analyse(literal, { reportTypes: { Move: true, Self: true, Trade: true } }).reports.length > 0
}

const files = globSync('{contract,demo,locales,machines,server,simulator,src,streams}/**/*.{ts,tsx}')
const all = files.map(expressionsOf)

test('what is slow is told from what is not', () => {
  expect([/\/+$/, /^\s*["']?\s*#/, /(?:a\s*)+$/].map(({ source: pattern, flags }) => isSlow({ pattern, flags }))).toEqual([
    true,
    true,
    true,
  ])
  expect([/\s+/g, /^[a-z]+$/i, /url\s*\(/].map(({ source: pattern, flags }) => isSlow({ pattern, flags }))).toEqual([false, false, false])
})

test('every expression takes time in proportion to its text, whatever the text is', () => {
  const literals = all.flatMap((file) => file.literals)
  expect(literals.length).toBeGreaterThan(100)
  expect(literals.filter(isSlow).map(({ where, pattern }) => `${where} /${pattern}/`)).toEqual([])
})

test('expressions are written down, but for lists of schemes and of columns', () => {
  expect([...new Set(all.flatMap((file) => file.made))].toSorted()).toEqual([
    'contract/core/resource.ts',
    'server/ground/html/cleanHtml.ts',
    'src/screens/notices/cleanBody.ts',
  ])
})
