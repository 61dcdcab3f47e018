import { beforeEach, describe, expect, test } from 'vitest'
import { defineRoute } from '#contract/core/route'
import { factsIn } from '#src/frame/tabs/frameTabs.ts'
import { type TabStore, tabStore } from '#src/frame/tabs/tabStore.ts'

const HOME = '/web/farm/home'
const factsOf = factsIn([
  defineRoute(HOME, { area: 'home', module: 'farm', permission: 'login', title: 'home:title' }),
  defineRoute('/web/a', { area: 'farm', module: 'farm', permission: 'login', title: 'home:title' }),
  defineRoute('/system/b', { area: 'farm', module: 'company', permission: 'login', cached: false, title: 'home:title' }),
  defineRoute('/system/varieties/:id', { area: 'farm', module: 'company', permission: 'login', title: 'home:title' }),
  defineRoute('/system/varieties/new', { area: 'farm', module: 'company', permission: 'login', title: 'map:title' }),
])
let kept: Record<string, string>
const storage = { getItem: (key: string) => kept[key] ?? null, setItem: (key: string, value: string) => void (kept[key] = value) }
const window = (): TabStore => tabStore({ home: HOME, factsOf, storage })
const go = (store: TabStore, pathname: string, search = '') => store.visit({ pathname, search, hash: '' })
const keys = (store: TabStore) => store.get().list.map(({ key }) => key)

beforeEach(() => {
  kept = {}
})

describe('which page an address is of', () => {
  test('is said by the route with the fewest wildcards, of the same length', () => {
    expect(factsOf('/system/varieties/7')).toMatchObject({ title: 'home:title', many: true, menusType: 'company' })
    expect(factsOf('/system/varieties/new')).toMatchObject({ title: 'map:title', many: false })
    expect(factsOf('/system/varieties/7/more')).toBeNull()
    expect(factsOf('/nowhere')).toBeNull()
  })
})

describe('the tabs of a window', () => {
  test('are there again after a reload, for the same person in the same tenant', () => {
    const before = window()
    before.belongTo('1 1')
    go(before, '/web/a', '?page=2')
    const after = window()
    after.belongTo('1 1')
    expect(keys(after)).toEqual([HOME, '/web/a'])
    expect(after.entryOf('farm')).toBe('/web/a?page=2')
  })
  test('of another person or tenant go, and the page at hand stays', () => {
    const store = window()
    store.belongTo('1 1')
    go(store, '/web/a')
    go(store, '/system/varieties/7', '?x=1')
    store.belongTo('1 2')
    expect(keys(store)).toEqual([HOME, '/system/varieties/7'])
    expect(store.get()).toMatchObject({ active: '/system/varieties/7', path: '/system/varieties/7?x=1' })
  })
  test('begin anew where what was kept cannot be read', () => {
    for (const rubbish of ['', '{', '3', '{"list":3}']) {
      kept['furrow.tabs'] = rubbish
      expect(keys(window())).toEqual([HOME])
    }
  })
  test('say where to go when the one on the page is closed, and nowhere for another', () => {
    const store = window()
    go(store, '/web/a', '?page=2')
    go(store, HOME)
    go(store, '/web/a', '?page=3')
    expect(store.close(HOME)).toBeNull()
    expect(store.close('/web/a')).toBe(HOME)
  })
  test('remember what each module showed last', () => {
    const store = window()
    go(store, '/web/a')
    go(store, '/system/b')
    expect(store.entryOf('farm')).toBe('/web/a')
    expect(store.entryOf('inventory')).toBeNull()
  })
})

describe('typed text', () => {
  test('is known of until its form is sent or closed, also while another tab is on the page', () => {
    const store = window()
    go(store, '/web/a')
    store.mark('/web/a', 'form', true)
    go(store, HOME)
    // Hidden, the form's effects are undone, which says that nothing is typed.
    store.mark('/web/a', 'form', false)
    expect([...store.unsaved()]).toEqual(['/web/a'])
    go(store, '/web/a')
    store.mark('/web/a', 'form', false)
    expect(store.unsaved().size).toBe(0)
  })
  test('is forgotten with its tab', () => {
    const store = window()
    go(store, '/web/a')
    store.mark('/web/a', 'form', true)
    store.close('/web/a')
    expect(store.unsaved().size).toBe(0)
  })
})
