import type { ModuleKey } from '#contract/core/route'

/** TABS-04: panes that a module may hold at once. */
export const MAX_PANES = 20

/** What the contract says of the page under an address. */
export interface PageFacts {
  /** The key of its title's words, e.g. `map:title`. */
  readonly title: string
  readonly menusType: ModuleKey
  /** Its state is kept while another tab is looked at (SESSION-08). */
  readonly cached: boolean
  readonly closable: boolean
  /** Many pages share the title (an address with an id in it): each is called what it calls itself. */
  readonly many: boolean
}

/** TABS-01. */
export interface Tab extends PageFacts {
  /** The pathname: one tab for each page. */
  readonly key: string
  /** The whole address that the page was last at, with its filters. */
  readonly path: string
  /** What came with the last navigation to it and stands in no address. */
  readonly state: unknown
  /** What the page calls itself, where its title alone would not tell it from its sisters; in words of the language it was shown in. */
  readonly ownTitle: string | null
  /** Counts refreshes: another turn is another page. */
  readonly turn: number
  /** Shown since the window was loaded: a tab that was only restored draws nothing yet. */
  readonly seen: boolean
}

export interface Tabs {
  /** In the order opened; the home tab is always the first. */
  readonly list: readonly Tab[]
  /** The key of the tab on the page; null where the address is no page of the frame. */
  readonly active: string | null
  /** Where the window stands, also where no tab does. */
  readonly path: string
  /** The module whose tabs the strip shows. */
  readonly module: ModuleKey
  /** The key of each module's last shown tab, as long as that one is open (TABS-08). */
  readonly lastPane: Partial<Record<ModuleKey, string>>
  /** The tab that the last visit drove out, to be named to the person. */
  readonly dropped: Tab | null
}

export interface Visit {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  readonly state?: unknown
}

const fresh = (key: string, facts: PageFacts): Tab => ({ ...facts, key, path: key, state: null, ownTitle: null, turn: 0, seen: false })

/** The tabs of a new window: home alone. */
export const beginTabs = (home: string, facts: PageFacts): Tabs => ({
  list: [fresh(home, { ...facts, closable: false })],
  active: null,
  path: home,
  module: facts.menusType,
  lastPane: {},
  dropped: null,
})

/** The tabs beside each other in the strip: home, and those of the module that is worked in. */
export const stripOf = ({ list, module }: Tabs): readonly Tab[] =>
  list.filter(({ closable, menusType }) => !closable || menusType === module)

const without = (tabs: Tabs, gone: ReadonlySet<string>): Tabs => {
  const list = tabs.list.filter(({ key, closable }) => !closable || !gone.has(key))
  const stays = new Set(list.map(({ key }) => key))
  return { ...tabs, list, lastPane: Object.fromEntries(Object.entries(tabs.lastPane).filter(([, key]) => stays.has(key))) }
}

/**
 * The window went to an address; `facts` is null where that is no page of the frame. A page's first visit opens its tab; beyond
 * {@link MAX_PANES} the oldest closable tab of the module goes, one without unsaved text before any with it.
 */
export function visit(
  tabs: Tabs,
  { pathname, search, hash, state = null }: Visit,
  facts: PageFacts | null,
  unsaved: ReadonlySet<string> = new Set(),
): Tabs {
  const path = pathname + search + hash
  const here = { ...tabs, path, dropped: null }
  if (facts == null) return { ...here, active: null }
  const at = { path, state, seen: true }
  const known = tabs.list.some(({ key }) => key === pathname)
  const list = known
    ? tabs.list.map((tab) =>
        tab.key === pathname ? (tab.path === path && tab.state === state && tab.seen ? tab : { ...tab, ...at }) : tab,
      )
    : [...tabs.list, { ...fresh(pathname, facts), ...at }]
  const module = facts.menusType
  const opened: Tabs = { ...here, list, active: pathname, module, lastPane: { ...tabs.lastPane, [module]: pathname } }
  const panes = list.filter(({ menusType }) => menusType === module)
  if (panes.length <= MAX_PANES) return opened
  const spare = panes.filter(({ key, closable }) => closable && key !== pathname)
  const dropped = spare.find(({ key }) => !unsaved.has(key)) ?? spare[0]
  return dropped == null ? opened : { ...without(opened, new Set([dropped.key])), dropped }
}

/** Closes a tab; where it was on the page its neighbour takes its place: the next one, else the one before (TABS-05). */
export function closeTab(tabs: Tabs, key: string): Tabs {
  const strip = stripOf(tabs)
  const at = strip.findIndex((tab) => tab.key === key)
  if (at >= 0 && strip[at]?.closable !== true) return tabs
  const left = { ...without(tabs, new Set([key])), dropped: null }
  const neighbour = strip[at + 1] ?? strip[at - 1]
  return tabs.active === key && neighbour != null ? show(left, neighbour) : left
}

/** Closes every tab of the strip but this one and home; where another was on the page, this one takes its place. */
export function closeOthers(tabs: Tabs, key: string): Tabs {
  const strip = stripOf(tabs)
  const kept = strip.find((tab) => tab.key === key)
  if (kept == null) return tabs
  const left = { ...without(tabs, new Set(strip.flatMap((tab) => (tab === kept ? [] : [tab.key])))), dropped: null }
  return left.list.some((tab) => tab.key === tabs.active) ? left : show(left, kept)
}

/** Closes every tab of every module and goes home (TABS-05). */
export function closeAll(tabs: Tabs): Tabs {
  const home = tabs.list[0]!
  return show({ ...without(tabs, new Set(tabs.list.map(({ key }) => key))), dropped: null }, home)
}

function show(tabs: Tabs, { key }: Tab): Tabs {
  const tab = tabs.list.find((one) => one.key === key)!
  return visit(tabs, { ...partsOf(tab.path), state: tab.state }, tab)
}

const change = (tabs: Tabs, key: string, to: (tab: Tab) => Partial<Tab>): Tabs => ({
  ...tabs,
  dropped: null,
  list: tabs.list.map((tab) => (tab.key === key ? { ...tab, ...to(tab) } : tab)),
})

/** The page is made anew: nothing of its state is left. */
export const refreshTab = (tabs: Tabs, key: string): Tabs => change(tabs, key, ({ turn }) => ({ turn: turn + 1 }))

/** Takes what a page calls itself. */
export const nameTab = (tabs: Tabs, key: string, ownTitle: string): Tabs =>
  tabs.list.some((tab) => tab.key === key && tab.ownTitle !== ownTitle) ? change(tabs, key, () => ({ ownTitle })) : tabs

/** An address in its parts. */
export function partsOf(path: string): Required<Omit<Visit, 'state'>> {
  const hashAt = path.indexOf('#')
  const hash = hashAt < 0 ? '' : path.slice(hashAt)
  const rest = hashAt < 0 ? path : path.slice(0, hashAt)
  const searchAt = rest.indexOf('?')
  return { pathname: searchAt < 0 ? rest : rest.slice(0, searchAt), search: searchAt < 0 ? '' : rest.slice(searchAt), hash }
}

/** What of the tabs outlives a reload. */
export interface KeptTabs {
  readonly list: readonly { readonly path: string; readonly ownTitle: string | null }[]
  readonly lastPane: Partial<Record<ModuleKey, string>>
}
export const keep = ({ list, lastPane }: Tabs): KeptTabs => ({ list: list.map(({ path, ownTitle }) => ({ path, ownTitle })), lastPane })

/** The tabs of before a reload, as far as their pages still exist; none of them is shown yet. */
export function restore(begun: Tabs, kept: KeptTabs, factsOf: (pathname: string) => PageFacts | null): Tabs {
  let tabs = begun
  for (const { path, ownTitle } of kept.list) {
    const parts = partsOf(path)
    const facts = factsOf(parts.pathname)
    if (facts == null) continue
    tabs = visit(tabs, parts, facts)
    if (ownTitle != null) tabs = nameTab(tabs, parts.pathname, ownTitle)
  }
  const list = tabs.list.map((tab) => ({ ...tab, seen: false }))
  const open = new Set(list.map(({ key }) => key))
  const lastPane = Object.fromEntries(Object.entries(kept.lastPane).filter(([, key]) => open.has(key)))
  return { ...begun, list, lastPane }
}
