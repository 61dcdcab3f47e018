import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

/** A guide, the area and the thing that it is tried on, and where the thing is declared. */
const GUIDES = {
  'adding-a-resource': {
    area: 'farm',
    thing: 'worker',
    declared: ['contract/farm/worker.ts', 'server/farm/worker.ts', 'src/screens/farm/WorkerPage.tsx'],
  },
  'adding-a-document': {
    area: 'inventory',
    thing: 'aplionform',
    declared: ['contract/inventory/aplionform.ts', 'server/inventory/aplionform.ts', 'src/screens/inventory/aplionform/AplionformPage.tsx'],
  },
  'adding-an-area': {
    area: 'news',
    thing: 'article',
    declared: [
      'contract/news/contents.ts',
      'contract/news/pages.ts',
      'contract/news/resources.ts',
      'server/news/contents.ts',
      'src/screens/news/bound.tsx',
    ],
  },
} as const

/** Files that list what others declare: what is added has a line there. */
const LISTS = /\/(contents|resources|documents|lists|areas|changes|bound|handlers|routes)\.tsx?$/
const sources = globSync('{contract,server,src}/**/*.{ts,tsx}')
const ROOMS = 'contract,server,src,locales,tests,e2e,docs'
const IMPORTS = /(?:from|import\() ?'([^']+)'/g
/** The source that an import of a file names, from the root. */
const meant = (from: string, name: string) =>
  name.startsWith('#') ? `${name.slice(1).replace(/\.tsx?$/, '')}` : normalize(join(dirname(from), name)).replace(/\.tsx?$/, '')
const listsOf = (declared: readonly string[]) => {
  const wanted = new Set(declared.map((file) => file.replace(/\.tsx?$/, '')))
  return sources.filter(
    (file) =>
      LISTS.test(`/${file}`) && [...readFileSync(file, 'utf8').matchAll(IMPORTS)].some(([, name]) => wanted.has(meant(file, name!))),
  )
}

describe.each(Object.entries(GUIDES))('the guide %s', (name, { area, thing, declared }) => {
  const guide = readFileSync(`docs/${name}.md`, 'utf8')
  // A migration is a file of its own.
  const named = [...guide.matchAll(/`([\w<>*-]+(?:\/[\w<>*.-]+)+\.(?:tsx?|json|md|mjs))`/g)]
    .map(([, path]) => path!)
    .filter((path) => !path.includes('/migrations/'))

  test('names files that are there', () => {
    const filled = (path: string) =>
      path
        .replaceAll('<area>', area)
        .replaceAll('<thing>', thing)
        .replaceAll('<Thing>', `${thing[0]!.toUpperCase()}${thing.slice(1)}`)
        .replaceAll(/<\w+>/g, '*')
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((path) => globSync([filled(path), `{${ROOMS}}/**/${filled(path)}`]).length === 0)).toEqual([])
  })

  test('names every list that has a line for what is added', () => {
    const lists = listsOf(declared).filter((file) => !declared.includes(file as never))
    expect(lists.length).toBeGreaterThan(0)
    const asNamed = (file: string) => file.replace(`/${area}/`, '/<area>/')
    expect(lists.filter((file) => !guide.includes(asNamed(file)) && !guide.includes(file))).toEqual([])
  })
})
