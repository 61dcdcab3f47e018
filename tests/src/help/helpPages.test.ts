import { expect, test } from 'vitest'
import enUS from '#locales/en-US/help' with { type: 'json' }
import zhCN from '#locales/zh-CN/help' with { type: 'json' }
import { helpPages } from '#src/help/helpPages.ts'

test('every help page is there in both languages, each leads to the other, and their words are text', () => {
  const pages = helpPages({
    'zh-CN': zhCN,
    'en-US': { ...enUS, guide: { title: 'A <b> & "c"', parts: { one: { title: 'One', first: '<i>' } } } },
  })
  expect(Object.keys(pages).toSorted()).toEqual([
    'help/guide.en-US.html',
    'help/guide.zh-CN.html',
    'help/start.en-US.html',
    'help/start.zh-CN.html',
  ])
  const read = (name: string) => new DOMParser().parseFromString(pages[name]!, 'text/html')
  const guide = read('help/guide.en-US.html')
  expect(guide.documentElement.lang).toBe('en-US')
  expect(guide.querySelector('h1')?.textContent).toBe('A <b> & "c"')
  expect(guide.querySelector('p')?.textContent).toBe('<i>')
  expect(guide.querySelector('header a')?.getAttribute('href')).toBe('/help/guide.zh-CN.html')
  expect(read('help/start.zh-CN.html').querySelectorAll('section')).toHaveLength(Object.keys(zhCN.start.parts).length)
})
