import { expect, test } from 'vitest'
import { codeLines } from './lines.ts'

test('lines of code are those that are neither blank nor only a comment', () => {
  const source = [
    '/** What it is. */',
    'const url = "http://host" // said beside it',
    '',
    '/*',
    'const gone = 1',
    '*/ const text = `',
    '  // in a text',
    '`',
    'const drawn = (',
    '  <p>',
    '    {/* said',
    '    over two lines */}',
    '    // read by people',
    '    {url + text}',
    '  </p>',
    ')',
  ]
  expect(codeLines('it.tsx', source.join('\n'))).toBe(10)
})

test('what cannot be read is not counted as nothing', () => {
  expect(() => codeLines('it.ts', 'const =')).toThrow('it.ts')
})
