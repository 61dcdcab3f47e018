import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folded, holds } from '#contract/core/alike'
import { being, containing, containingEach } from '#server/ground/database/containing'
import { startTestDatabase } from './testDatabase.ts'

let database: Awaited<ReturnType<typeof startTestDatabase>>
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.close())

const inScript = (pattern: string) => new RegExp(pattern, 'u')

test('every sign is found by all that is compared with it alike', () => {
  const missed: string[] = []
  for (let code = 0x21; code < 0x20000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue
    const sign = String.fromCodePoint(code)
    const plain = folded(sign)
    if (plain === '') continue
    const pattern = inScript(containing(sign))
    for (const form of [sign, plain, sign.toUpperCase(), sign.toLowerCase(), sign.normalize('NFD')])
      if (folded(form) === plain && !pattern.test(form)) missed.push(code.toString(16))
  }
  expect(missed).toEqual([])
})

const PLAIN = 'aAａＡ1１号%_.*+?^$()[]{}|\\-／／ '.split('')
const plainLine = fc.array(fc.constantFrom(...PLAIN, '\u200b', '\u3000', '\u00a0\n'), { maxLength: 6 }).map((all) => all.join(''))
/** Also what is composed, and signs that stand for several. */
const anyLine = fc
  .array(fc.constantFrom(...PLAIN, 'é', 'e\u0301', 'kg', '㎏', 'ガ', 'ｶﾞ', '각', '가', '\u00ad'), { maxLength: 8 })
  .map((all) => all.join(''))

test('a pattern finds a text in every form, and only where it is held', () => {
  fc.assert(
    fc.property(anyLine, anyLine, anyLine, (before, sought, after) => {
      const row = `${before}a${sought.normalize('NFD').toUpperCase()}a${after}`
      expect({ row, found: inScript(containing(sought)).test(row) }).toEqual({ row, found: holds(sought, row) })
    }),
  )
  fc.assert(
    fc.property(plainLine, plainLine, (row, sought) => {
      expect({ row, sought, found: inScript(containing(sought)).test(row) }).toEqual({ row, sought, found: holds(sought, row) })
      expect(inScript(being(sought)).test(row)).toBe(folded(sought) === folded(row))
    }),
  )
})

test('blanks of any kind and number are one, and around a text they are nothing', () => {
  expect(inScript(containing('a b')).test('a\u3000\u200b \u00a0b')).toBe(true)
  expect(inScript(containing('a b')).test('ab')).toBe(false)
  expect(inScript(being('a')).test('\u3000\u200ba \u200b')).toBe(true)
  expect(inScript(being('a')).test('ab')).toBe(false)
})

test('PostgreSQL reads the patterns as JavaScript does', async () => {
  const pairs = fc
    .sample(fc.tuple(anyLine, anyLine), 1000)
    .map(([row, sought]) => [`${row} ${sought}`, row, containing(sought), being(sought)])
  const long = containing('x'.repeat(100))
  const { rows } = await database.store.servicePool.query<{ holds: boolean; part: boolean; is: boolean }>(
    'select whole ~ pattern as holds, part ~ pattern as part, whole ~ exact as is from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as t (whole, part, pattern, exact, n) order by n',
    [0, 1, 2, 3].map((at) => pairs.map((pair) => pair[at])),
  )
  expect(rows).toEqual(
    pairs.map(([whole, part, pattern, exact]) => ({
      holds: inScript(pattern!).test(whole!),
      part: inScript(pattern!).test(part!),
      is: inScript(exact!).test(whole!),
    })),
  )
  const found = await database.store.servicePool.query('select $1 ~ $2 as found', ['Ｘ'.repeat(101), long])
  expect(found.rows).toEqual([{ found: true }])
})

test('words are sought one by one, parted by blanks of any kind', () => {
  expect(containingEach(' a\u3000\u200bｂ\n')).toEqual([containing('a'), containing('b')])
  expect([containingEach(undefined), containingEach(' \u200b')]).toEqual([[], []])
})
