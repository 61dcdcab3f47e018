import Box from '@mui/material/Box'
import { Activity, createContext, memo, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Routes } from 'react-router-dom'
import { asWordKey } from '#src/i18n/i18n.ts'
import { GivenPane, type Pane } from '#src/ui/pane.ts'
import { toast } from '#src/ui/toast.ts'
import { MAX_PANES, partsOf, type Tab } from './tabs.ts'
import { type TabStore, useTabsOf } from './tabStore.ts'

const Store = createContext<TabStore | null>(null)
export const TabsProvider = Store.Provider
/** The tabs of this window. */
export function useTabStore(): TabStore {
  const store = useContext(Store)
  if (store == null) throw new Error('Tabs are asked for outside the frame')
  return store
}

/**
 * Every opened page in a pane of its own: the one on the page is shown, a cached one is kept hidden with all its state (its effects
 * undone, so that it listens to nothing), an uncached one is let go. `routes` are the frame's `<Route>` elements.
 */
export function Panes({ routes }: { routes: ReactNode }) {
  const { t } = useTranslation()
  const store = useTabStore()
  const { list, active, path, dropped } = useTabsOf(store)
  useEffect(() => {
    if (dropped != null)
      toast('warning', t('frame:tabs.windowNum', { count: MAX_PANES, name: dropped.ownTitle ?? t(asWordKey(dropped.title)) }))
  }, [dropped, t])
  // A form in a hidden tab cannot hold the window back by itself: its effects are undone.
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => {
      if (store.unsaved().size > 0) event.preventDefault()
    }
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [store])
  return (
    <>
      {list.map((tab) => {
        const shown = tab.key === active
        if (!shown && !(tab.cached && tab.seen)) return null
        return (
          <Activity key={`${tab.key} ${tab.turn}`} mode={shown ? 'visible' : 'hidden'}>
            <TabPane tab={tab} routes={routes} store={store} />
          </Activity>
        )
      })}
      {active == null && (
        <PaneBox>
          <Routes location={path}>{routes}</Routes>
        </PaneBox>
      )}
    </>
  )
}

const TabPane = memo(function TabPane({ tab, routes, store }: { tab: Tab; routes: ReactNode; store: TabStore }) {
  const { key, path, state, cached, many } = tab
  const location = useMemo(() => ({ ...partsOf(path), state, key: path }), [path, state])
  const pane = useMemo(
    (): Pane => ({
      name: (title) => {
        if (many) store.name(key, title)
      },
      mark: (holder, dirty, giveUp) => store.mark(key, holder, dirty, giveUp),
      losesOnLeave: () => !cached && store.get().list.some((one) => one.key === key),
    }),
    [store, key, cached, many],
  )
  return (
    <GivenPane value={pane}>
      <PaneBox name={key}>
        <Routes location={location}>{routes}</Routes>
      </PaneBox>
    </GivenPane>
  )
})

/**
 * Shows a kept pane as it was left, in place of the others, before React has done its work on it: running a page's effects anew takes
 * longer than a frame, and its page is there already. React must be told right after, or the two disagree. False where no such pane is kept.
 */
export function revealPane(key: string): boolean {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')]
  if (!panes.some(({ dataset }) => dataset['pane'] === key)) return false
  for (const { dataset, style } of panes) {
    // As React's Activity hides what it keeps.
    if (dataset['pane'] === key) style.removeProperty('display')
    else style.setProperty('display', 'none', 'important')
  }
  return true
}

/** A container that scrolls by itself. */
const PaneBox = ({ name, children }: { name?: string; children: ReactNode }) => (
  <Box data-pane={name} sx={{ position: 'absolute', inset: 0, overflow: 'auto' }}>
    {children}
  </Box>
)
