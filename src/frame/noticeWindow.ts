import { useSyncExternalStore } from 'react'

/** The tabs of the notice centre (NOTICES-01), in their order. */
export const NOTICE_TABS = ['APPROVE', 'ANNOUNCE', 'NOTIFY'] as const
export type NoticeTab = (typeof NOTICE_TABS)[number]

let shown: NoticeTab | null = null
const listeners = new Set<() => void>()
const show = (tab: NoticeTab | null): void => {
  shown = tab
  for (const listener of listeners) listener()
}

/** Opens the notice centre over whatever page is shown, or turns it to this tab. */
export const openNotices = (tab: NoticeTab): void => show(tab)
export const closeNotices = (): void => show(null)

const subscribe = (onChange: () => void) => {
  listeners.add(onChange)
  return () => void listeners.delete(onChange)
}
/** The tab that the notice centre shows; null while it is closed. */
export const useNoticeWindow = (): NoticeTab | null => useSyncExternalStore(subscribe, () => shown)
