import type { UnreadCounts } from '#contract/notices/message'
import { unreadTotal } from '#streams/notices/unread'
import { useLive } from './LiveProvider.tsx'
import { useStream } from './useStream.ts'

/** How much the user has not read, by kind; null until the server has said. */
export const useUnreadCounts = (): UnreadCounts | null => useStream<UnreadCounts | null>(useLive()?.unread$ ?? null, null)

/** How many messages the user has not read, all kinds together (NOTICES-05); null until the server has said. */
export function useUnread(): number | null {
  const counts = useUnreadCounts()
  return counts == null ? null : unreadTotal(counts)
}
