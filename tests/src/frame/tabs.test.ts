import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ModuleKey } from '#contract/core/route'
import {
  beginTabs,
  closeAll,
  closeOthers,
  closeTab,
  keep,
  MAX_PANES,
  nameTab,
  type PageFacts,
  partsOf,
  refreshTab,
  restore,
  stripOf,
  type Tabs,
  visit,
} from '#src/frame/tabs/tabs.ts'

const HOME = '/web/farm/home'
const factsOf = (pathname: string): PageFacts | null => {
  const module = ({ web: 'farm', system: 'company', inventory: 'inventory' } as Record<string, ModuleKey>)[pathname.split('/')[1] ?? '']
  return module == null
    ? null
    : { title: 'home:title', menusType: module, cached: !pathname.endsWith('9'), closable: pathname !== HOME, many: false }
}
const begun = beginTabs(HOME, factsOf(HOME)!)
const go = (tabs: Tabs, path: string, unsaved?: ReadonlySet<string>) => {
  const parts = partsOf(path)
  return visit(tabs, parts, factsOf(parts.pathname), unsaved)
}
const walk = (...paths: string[]) => paths.reduce((tabs, path) => go(tabs, path), go(begun, HOME))
const keys = (tabs: Tabs) => tabs.list.map(({ key }) => key)

type Step = (tabs: Tabs) => Tabs
const path = fc
  .tuple(
    fc.constantFrom('web', 'system', 'inventory', 'nowhere'),
    fc.integer({ min: 0, max: 40 }),
    fc.constantFrom('', '?page=2', '#below'),
  )
  .map(([root, page, rest]) => `/${root}/page-${page}${rest}`)
const someTab = fc.nat(60)
const keyAt = (tabs: Tabs, at: number) => tabs.list[at % tabs.list.length]!.key
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: path.map((to) => (tabs: Tabs) => go(tabs, to)) },
  { weight: 2, arbitrary: someTab.map((at) => (tabs: Tabs) => closeTab(tabs, keyAt(tabs, at))) },
  someTab.map((at) => (tabs: Tabs) => closeOthers(tabs, keyAt(tabs, at))),
  someTab.map((at) => (tabs: Tabs) => refreshTab(tabs, keyAt(tabs, at))),
  someTab.map((at) => (tabs: Tabs) => nameTab(tabs, keyAt(tabs, at), 'a name')),
  fc.constant(closeAll),
)
const history = fc.array(step, { maxLength: 120 }).map((steps) => steps.reduce((tabs, next) => next(tabs), go(begun, HOME)))

describe('whatever is opened and closed', () => {
  test('the home tab stays the first one and cannot be closed', () => {
    fc.assert(
      fc.property(history, (tabs) => {
        expect(tabs.list[0]).toMatchObject({ key: HOME, closable: false })
        expect(keys(closeTab(tabs, HOME))).toEqual(keys(tabs))
      }),
    )
  })
  test('each page has one tab, and no module more than 20', () => {
    fc.assert(
      fc.property(history, (tabs) => {
        expect(new Set(keys(tabs)).size).toBe(tabs.list.length)
        for (const module of ['farm', 'company', 'inventory'])
          expect(tabs.list.filter(({ menusType }) => menusType === module).length).toBeLessThanOrEqual(MAX_PANES)
      }),
    )
  })
  test('the tab on the page is one of the strip, and each last pane is open and of its module', () => {
    fc.assert(
      fc.property(history, (tabs) => {
        if (tabs.active != null) expect(stripOf(tabs).map(({ key }) => key)).toContain(tabs.active)
        for (const [module, key] of Object.entries(tabs.lastPane)) expect(tabs.list.find((tab) => tab.key === key)?.menusType).toBe(module)
      }),
    )
  })
  test('a reload brings the same tabs back, in their order and at their addresses, and draws none of them', () => {
    fc.assert(
      fc.property(history, (tabs) => {
        const back = restore(begun, JSON.parse(JSON.stringify(keep(tabs))) as ReturnType<typeof keep>, factsOf)
        const seen = ({ list }: Tabs) => list.map(({ key, path: at, ownTitle }) => ({ key, at, ownTitle }))
        expect(seen(back)).toEqual(seen(tabs))
        expect(back.lastPane).toEqual(tabs.lastPane)
        expect(back.list.every((tab) => !tab.seen)).toBe(true)
      }),
    )
  })
  test('a tab that nothing was done to stays the very same object, so that its hidden page is not drawn again', () => {
    fc.assert(
      fc.property(history, path, (tabs, to) => {
        const next = go(tabs, to)
        const { pathname } = partsOf(to)
        for (const tab of next.list) if (tab.key !== pathname) expect(tabs.list).toContain(tab)
      }),
    )
  })
  test('an address falls into its parts and is made of them again', () => {
    fc.assert(
      fc.property(path, (whole) => {
        const { pathname, search, hash } = partsOf(whole)
        expect(pathname + search + hash).toBe(whole)
      }),
    )
  })
})

test('a tab has key, path, title, closable and menusType, one for each opened page (TABS-01)', () => {
  const tabs = walk('/web/a?page=2', '/inventory/b', '/web/a?page=3')
  expect(tabs.list.map(({ key, path, title, closable, menusType }) => ({ key, path, title, closable, menusType }))).toEqual([
    { key: HOME, path: HOME, title: 'home:title', closable: false, menusType: 'farm' },
    { key: '/web/a', path: '/web/a?page=3', title: 'home:title', closable: true, menusType: 'farm' },
    { key: '/inventory/b', path: '/inventory/b', title: 'home:title', closable: true, menusType: 'inventory' },
  ])
  expect(keys(closeTab(tabs, '/inventory/b'))).toEqual([HOME, '/web/a'])
})

describe('the 21st tab', () => {
  const full = walk(...Array.from({ length: MAX_PANES - 1 }, (_, at) => `/web/p${at}`))
  test('drives out the oldest closable one of its module and names it', () => {
    const next = go(full, '/web/one-more')
    expect(next.dropped?.key).toBe('/web/p0')
    expect(keys(next)).not.toContain('/web/p0')
    expect(next.list).toHaveLength(MAX_PANES)
    expect(go(next, '/web/p5').dropped).toBeNull()
  })
  test('drives out none of another module', () => {
    expect(go(full, '/system/a').dropped).toBeNull()
  })
  test('spares typed text as long as there is a tab without', () => {
    expect(go(full, '/web/one-more', new Set(['/web/p0', '/web/p1'])).dropped?.key).toBe('/web/p2')
    expect(go(full, '/web/one-more', new Set(keys(full))).dropped?.key).toBe('/web/p0')
  })
})

describe('closing', () => {
  test('the tab on the page shows the next one, and the last one shows the one before', () => {
    const three = walk('/web/a', '/web/b', '/web/c?page=2')
    expect(closeTab(go(three, '/web/b'), '/web/b')).toMatchObject({ active: '/web/c', path: '/web/c?page=2' })
    expect(closeTab(three, '/web/c').active).toBe('/web/b')
  })
  test('a tab that is not on the page leaves the page alone', () => {
    expect(closeTab(walk('/web/a', '/web/b'), '/web/a')).toMatchObject({ active: '/web/b', path: '/web/b' })
  })
  test('the last tab of another module shows home', () => {
    expect(closeTab(walk('/web/a', '/system/a'), '/system/a')).toMatchObject({ active: HOME, module: 'farm' })
  })
  test('the others leaves home, the one, and the tabs of other modules', () => {
    expect(keys(closeOthers(walk('/system/x', '/web/a', '/web/b', '/web/c'), '/web/b'))).toEqual([HOME, '/system/x', '/web/b'])
  })
  test('all goes home', () => {
    expect(closeAll(walk('/system/x', '/web/a'))).toMatchObject({ active: HOME, path: HOME, lastPane: { farm: HOME } })
  })
})

test('a refresh makes the page anew and keeps its address', () => {
  const tabs = refreshTab(walk('/web/a?page=3'), '/web/a')
  expect(tabs.list[1]).toMatchObject({ path: '/web/a?page=3', turn: 1 })
})
