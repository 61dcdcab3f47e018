import { afterEach, expect, test, vi } from 'vitest'
import { findNamed } from '#src/crud/named.ts'
import { signedIn } from '../signedIn.ts'

afterEach(() => vi.unstubAllGlobals())

const offered = (title: string, value: number, codes: readonly string[] = [], enabledFlag = 1) => ({ id: value, title, enabledFlag, codes })
async function among(content: readonly ReturnType<typeof offered>[]) {
  await signedIn(({ pathname }) =>
    pathname.endsWith('/options') ? { content, number: 1, size: 20, totalElements: content.length } : undefined,
  )
  return (name: string) => findNamed('product', name)
}

test('a record is found by its name letter by letter, else in another form of it, unless two have that', async () => {
  const find = await among([offered('A1', 1), offered('a1', 2), offered('Ｂ２', 3)])
  expect(await find('A1')).toEqual({ value: 1, label: 'A1' })
  expect(await find('a1')).toEqual({ value: 2, label: 'a1' })
  expect(await find('ａ1')).toBeNull()
  expect(await find('b2')).toEqual({ value: 3, label: 'Ｂ２' })
})

test('a title goes before a code, and what is off is not meant', async () => {
  const find = await among([offered('Urea', 1, ['X']), offered('x', 2), offered('Off', 3, [], 0)])
  expect(await find('X')).toEqual({ value: 1, label: 'Urea' })
  expect(await find('x')).toEqual({ value: 2, label: 'x' })
  expect(await find('Off')).toBeNull()
})
