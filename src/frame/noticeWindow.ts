import { createStore, useStore } from '#src/createStore.ts'

/** The tabs of the notice centre (NOTICES-01), in their order. */
export const NOTICE_TABS = ['APPROVE', 'ANNOUNCE', 'NOTIFY'] as const
export type NoticeTab = (typeof NOTICE_TABS)[number]

const shown = createStore<NoticeTab | null>(null)

/** Opens the notice centre over whatever page is shown, or turns it to this tab. */
export const openNotices = (tab: NoticeTab): void => shown.set(tab)
export const closeNotices = (): void => shown.set(null)

/** The tab that the notice centre shows; null while it is closed. */
export const useNoticeWindow = (): NoticeTab | null => useStore(shown)
