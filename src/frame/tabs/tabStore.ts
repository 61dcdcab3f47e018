import type { ModuleKey } from '#contract/core/route'
import { TABS } from '#src/session/wayBack.ts'
import { createStore, type Readable, useStore } from '#src/createStore.ts'
import {
  beginTabs,
  closeAll,
  closeOthers,
  closeTab,
  keep,
  type KeptTabs,
  nameTab,
  type PageFacts,
  refreshTab,
  restore,
  type Tabs,
  visit,
  type Visit,
} from './tabs.ts'

interface Given {
  readonly home: string
  /** What the contract says of a page; null where the address is no page of the frame. */
  readonly factsOf: (pathname: string) => PageFacts | null
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
}

export interface TabStore extends Readable<Tabs> {
  /** The tabs of another person or tenant are not this one's: they go, the page at hand stays. */
  readonly belongTo: (owner: string) => void
  readonly visit: (at: Visit) => void
  /** Each answers the address to go to, null where the window stays where it is. */
  readonly close: (key: string) => string | null
  readonly closeOthers: (key: string) => string | null
  readonly closeAll: () => string | null
  readonly refresh: (key: string) => void
  readonly name: (key: string, ownTitle: string) => void
  /** The address at which a module is entered: its last shown tab, null where none is open (TABS-08). */
  readonly entryOf: (module: ModuleKey) => string | null
  /** Forms tell here that something unsaved was typed in a tab; `giveUp` is called where the tab is closed or made anew all the same. A hidden tab's forms fall silent, which takes nothing back. */
  readonly mark: (key: string, holder: string, dirty: boolean, giveUp?: () => void) => void
  readonly unsaved: () => ReadonlySet<string>
}

/** The tabs of this window, kept over a reload and never beyond its user. */
export function tabStore({ home, factsOf, storage }: Given): TabStore {
  const begun = beginTabs(home, factsOf(home)!)
  const stored = read(storage)
  let owner = stored?.owner ?? ''
  const { get, set, subscribe } = createStore(stored == null ? begun : restore(begun, stored, factsOf))
  const dirty = new Map<string, Map<string, (() => void) | undefined>>()
  const unsaved = () => new Set([...dirty].flatMap(([key, holders]) => (holders.size > 0 ? [key] : [])))

  function giveUp(key: string): void {
    for (const forget of dirty.get(key)?.values() ?? []) forget?.()
    dirty.delete(key)
  }
  function become(next: Tabs): void {
    if (next === get()) return
    const open = new Set(next.list.map(({ key }) => key))
    for (const key of dirty.keys()) if (!open.has(key)) giveUp(key)
    storage.setItem(TABS, JSON.stringify({ owner, ...keep(next) }))
    set(next)
  }
  function leave(next: Tabs): string | null {
    const before = get().active
    become(next)
    return next.active === before ? null : next.path
  }
  const store: TabStore = {
    get,
    subscribe,
    belongTo(next) {
      if (next === owner) return
      const { active, path } = get()
      const [pathname = '', rest = ''] = path.split(/(?=[?#])/, 2)
      owner = next
      dirty.clear()
      const facts = active == null ? null : factsOf(pathname)
      become(visit({ ...begun }, { pathname, search: rest.startsWith('?') ? rest : '', hash: '' }, facts))
    },
    visit: (at) => become(visit(get(), at, factsOf(at.pathname), unsaved())),
    close: (key) => leave(closeTab(get(), key)),
    closeOthers: (key) => leave(closeOthers(get(), key)),
    closeAll: () => leave(closeAll(get())),
    refresh(key) {
      giveUp(key)
      become(refreshTab(get(), key))
    },
    name: (key, ownTitle) => become(nameTab(get(), key, ownTitle)),
    entryOf: (module) => get().list.find(({ key }) => key === get().lastPane[module])?.path ?? null,
    mark(key, holder, isDirty, forget) {
      const holders = dirty.get(key) ?? new Map<string, (() => void) | undefined>()
      if (isDirty) dirty.set(key, holders.set(holder, forget))
      else if (get().active === key) holders.delete(holder)
    },
    unsaved,
  }
  return store
}

function read(storage: Given['storage']): (KeptTabs & { owner: string }) | null {
  try {
    const kept = JSON.parse(storage.getItem(TABS) ?? 'null') as (KeptTabs & { owner: string }) | null
    return kept != null && Array.isArray(kept.list) ? { ...kept, lastPane: kept.lastPane ?? {} } : null
  } catch {
    return null
  }
}

export const useTabsOf = (store: TabStore): Tabs => useStore(store)
