import { useLive } from './LiveProvider.tsx'
import { useStream } from './useStream.ts'

/** How many messages the user has not read, all kinds together (NOTICES-05). */
export const useUnread = (): number => useStream(useLive()?.unread$ ?? null, 0)
