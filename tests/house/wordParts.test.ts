import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { routes } from '#contract/routes'
import { keysIn, keysOf, planWords, REST, wordsIn, wordsOf } from '../../vite.words.ts'

test('keys are found as they are written, with what is known only at run time left open', () => {
  const written = [
    "t('farm:plot.title')",
    't(`devices:status.${face}.${status}`)',
    "t(`farm:${one ? 'a' : `b${two}`}.lead`)",
    // A comment is no word of a page.
    '/** Words under `errors:field`. */',
    "import('x:y')",
    "say('farm: many')",
  ]
  expect(keysIn(written.join('\n'))).toEqual(['farm:plot.title', 'devices:status.*.*', 'farm:*.lead'])
})

const tree = wordsOf('zh-CN')
const plan = planWords(keysOf(tree))

test('each word is in one part, and the parts are all words', () => {
  const parts = [...new Set(plan.partOf.values())]
  const all = parts.flatMap((part) => keysOf(wordsIn(tree, (key) => plan.partOf.get(key) === part)))
  expect(all.toSorted()).toEqual(keysOf(tree).toSorted())
})

test('no word that a page of the console says is left out of the parts that are fetched', () => {
  // The sign-in page and visitors have words of their own; a tour is visitors'.
  const files = globSync('src/**/*.{ts,tsx}').filter(
    (file) => !/^src\/(login|visitors|worker|help|screens\/panoramas\/preview\/TourPage)/.test(file),
  )
  expect(files.length).toBeGreaterThan(500)
  const left = files.flatMap((file) =>
    keysIn(readFileSync(file, 'utf8')).filter((key) => !key.includes('*') && plan.partOf.get(key) === REST),
  )
  expect(left).toEqual([])
})

test('the titles of all pages are there from the start', () => {
  const titles = new Set<string>(routes.map(({ title }) => title))
  expect([...titles].filter((title) => plan.partOf.get(title) !== 'start')).toEqual([])
})

test('a page is fetched with the words of its own area, and home with none beside the first', () => {
  expect(plan.needs('src/screens/home/HomePage.tsx')).toEqual([])
  expect(plan.needs('src/screens/farm/tasks/MyTasksPage.tsx')).toContain('farm')
  expect(plan.needs('src/screens/farm/tasks/MyTasksPage.tsx')).not.toContain('organization')
})
