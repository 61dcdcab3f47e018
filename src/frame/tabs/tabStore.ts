import { useSyncExternalStore } from 'react'
import type { ModuleKey } from '#contract/core/route'
import { TABS } from '#src/session/wayBack.ts'
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

export interface TabStore {
  readonly get: () => Tabs
  readonly subscribe: (listener: () => void) => () => void
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
  let tabs = stored == null ? begun : restore(begun, stored, factsOf)
  const dirty = new Map<string, Map<string, (() => void) | undefined>>()
  const listeners = new Set<() => void>()
  const unsaved = () => new Set([...dirty].flatMap(([key, holders]) => (holders.size > 0 ? [key] : [])))

  function giveUp(key: string): void {
    for (const forget of dirty.get(key)?.values() ?? []) forget?.()
    dirty.delete(key)
  }
  function become(next: Tabs): void {
    if (next === tabs) return
    tabs = next
    const open = new Set(tabs.list.map(({ key }) => key))
    for (const key of dirty.keys()) if (!open.has(key)) giveUp(key)
    storage.setItem(TABS, JSON.stringify({ owner, ...keep(tabs) }))
    for (const listener of listeners) listener()
  }
  function leave(next: Tabs): string | null {
    const before = tabs.active
    become(next)
    return next.active === before ? null : next.path
  }
  const store: TabStore = {
    get: () => tabs,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    belongTo(next) {
      if (next === owner) return
      const { active, path } = tabs
      const [pathname = '', rest = ''] = path.split(/(?=[?#])/, 2)
      owner = next
      dirty.clear()
      const facts = active == null ? null : factsOf(pathname)
      become(visit({ ...begun }, { pathname, search: rest.startsWith('?') ? rest : '', hash: '' }, facts))
    },
    visit: (at) => become(visit(tabs, at, factsOf(at.pathname), unsaved())),
    close: (key) => leave(closeTab(tabs, key)),
    closeOthers: (key) => leave(closeOthers(tabs, key)),
    closeAll: () => leave(closeAll(tabs)),
    refresh(key) {
      giveUp(key)
      become(refreshTab(tabs, key))
    },
    name: (key, ownTitle) => become(nameTab(tabs, key, ownTitle)),
    entryOf: (module) => tabs.list.find(({ key }) => key === tabs.lastPane[module])?.path ?? null,
    mark(key, holder, isDirty, forget) {
      const holders = dirty.get(key) ?? new Map<string, (() => void) | undefined>()
      if (isDirty) dirty.set(key, holders.set(holder, forget))
      else if (tabs.active === key) holders.delete(holder)
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

export const useTabsOf = (store: TabStore): Tabs => useSyncExternalStore(store.subscribe, store.get)
