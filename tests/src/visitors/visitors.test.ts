import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { entryOf } from '#contract/entries'
import { routes } from '#contract/routes'
import { visitorPages } from '#src/visitors/pages.ts'
import { words as english } from '#src/visitors/words.en-US.ts'
import { words as chinese } from '#src/visitors/words.zh-CN.ts'

const SRC = resolve('src')
/** What a file of src draws with: itself and all that it imports, also later. */
function reachedBy(...files: readonly string[]): Set<string> {
  const all = new Set(files)
  for (const file of all)
    for (const [, asked] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'((?:#src|\.{1,2})\/[^']+\.tsx?)'/g))
      all.add(asked!.startsWith('#src/') ? resolve(SRC, asked!.slice(5)) : resolve(dirname(file), asked!))
  return all
}
const drawn = reachedBy(resolve(SRC, 'visitors/draw.tsx'), resolve(SRC, 'screens/panoramas/preview/TourPage.tsx'))

test('every public route but those of the sign-in, and those that the server draws, has a page of visitors, each known by the first part of its path', () => {
  const open = routes.map(({ path }) => path).filter((path) => entryOf(path.replaceAll(/:\w+/g, 'x')) === '/visitors.html')
  expect(visitorPages.map(({ path }) => path)).toEqual(open)
  const firsts = visitorPages.map(({ path }) => path.split('/')[1])
  expect(new Set(firsts).size).toBe(firsts.length)
})

test('all words that they draw with come with them', () => {
  const spaces = [...drawn].flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bt\(\s*['`]([a-z]+):/g)].map(([, space]) => space))
  expect(spaces).toContain('panoramas')
  // Of who is signed in, and of devices, which a published tour does not show.
  const said = new Set(spaces.filter((space) => space !== 'session' && space !== 'devices'))
  for (const words of [english, chinese]) expect(Object.keys(words)).toEqual(expect.arrayContaining([...said]))
})

test('nothing of the console comes with them: no broker, no frame, no map', () => {
  const rooms = [...drawn].map((file) =>
    file
      .slice(SRC.length + 1)
      .split('/')
      .slice(0, -1)
      .join('/'),
  )
  for (const room of ['live', 'frame', 'map', 'alarms', 'crud']) expect(rooms).not.toContain(room)
})

test('what is seen first waits for nothing but what draws it: no React, no schemas', () => {
  const ROOMS = { '#src/': SRC, '#contract/': resolve('contract') }
  const IMPORTS = /^import (?!type )[^'"]*['"]([^'"]+)['"]|^import ['"]([^'"]+)['"]/gm
  const all = new Set([resolve(SRC, 'visitors/main.ts'), resolve(SRC, 'screens/panoramas/preview/earlyScene.ts')])
  const packages = new Set<string>()
  for (const file of all)
    for (const [, from, bare] of readFileSync(file, 'utf8').matchAll(IMPORTS)) {
      const asked = from ?? bare!
      const room = Object.entries(ROOMS).find(([prefix]) => asked.startsWith(prefix))
      if (room) all.add(resolve(room[1], asked.slice(room[0].length)).replace(/(?<!\.tsx?)$/, '.ts'))
      else if (asked.startsWith('.')) all.add(resolve(dirname(file), asked))
      else packages.add(asked.split('/')[0]!)
    }
  expect(all.size).toBeGreaterThan(5)
  expect([...packages]).toEqual(['@photo-sphere-viewer'])
})
