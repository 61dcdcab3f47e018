import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

test('each migration has the name of its file, and a time of which there is one', async () => {
  const files = globSync('server/**/migrations/*.ts')
  expect(files.length).toBeGreaterThan(0)
  const ids: string[] = []
  for (const file of files) {
    const { id } = (await import(pathToFileURL(resolve(file)).href)) as { id: string }
    expect(basename(file)).toBe(`${id}.ts`)
    expect(id).toMatch(/^20\d{10}_[a-z_]+$/)
    expect(id.slice(4, 6) <= '12' && id.slice(6, 8) <= '31' && id.slice(8, 10) < '24' && id.slice(10, 12) < '60').toBe(true)
    ids.push(id)
  }
  expect(new Set(ids).size).toBe(ids.length)
})
