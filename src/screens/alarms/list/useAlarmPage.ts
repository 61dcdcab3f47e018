import { keepPreviousData } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { alarmCalls } from '#contract/alarms/alarm'
import { useCall } from '#src/api/useCall.ts'
import { usePacedAlarms } from '#src/live/useAlarms.ts'
import type { alarmQuery } from './alarmQuery.ts'
import { isLive, livePage } from './livePage.ts'

/** The page of alarms that was asked for: while the live alarms say it, theirs, and the server is asked for nothing; else its answer. */
export function useAlarmPage(asked: ReturnType<typeof alarmQuery>) {
  const known = usePacedAlarms(asked.areaId)
  const isSaid = isLive(asked)
  const query = useCall(
    alarmCalls.page,
    { query: asked },
    { placeholderData: keepPreviousData, staleTime: 0, enabled: !(isSaid && known.status === 'fresh') },
  )
  // A table takes its time to draw: the bell is not to wait for it.
  const drawn = useDeferredValue(known)
  const live = useMemo(() => (isSaid ? livePage(drawn, asked, query.dataUpdatedAt) : null), [isSaid, drawn, asked, query.dataUpdatedAt])
  return {
    page: live ?? query.data,
    /** Rows of another page or filter are shown until these come. */
    isBusy: live === null && query.isPlaceholderData,
    error: live === null && !query.data ? query.error : null,
    retry: () => void query.refetch(),
  }
}
