import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const STATIC_IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm

/** Every package that a file needs at once, with the file that asks for it; dynamic imports and types are left out. */
function packagesOf(entry: string): Map<string, string> {
  const packages = new Map<string, string>()
  const files = new Set([entry])
  for (const file of files) {
    for (const [, wanted = ''] of readFileSync(file, 'utf8').matchAll(STATIC_IMPORT)) {
      const own = wanted.startsWith('#') ? wanted.slice(1) : wanted.startsWith('.') ? join(dirname(file), wanted) : null
      if (own == null) packages.set(wanted, file)
      else files.add(['', '.ts', '.json'].map((end) => own + end).find((path) => existsSync(path)) ?? own)
    }
  }
  return packages
}

test('the sign-in page carries no validator, router, query, stream or translation library', () => {
  const packages = packagesOf('src/login/main.tsx')
  expect(packages.has('xstate')).toBe(true)
  const heavy = /^(zod|react-router|@tanstack\/|mqtt|rxjs|i18next|react-i18next|jsencrypt|react-hook-form|@mui\/(x-|icons-material))/
  expect([...packages].filter(([name]) => heavy.test(name))).toEqual([])
})
