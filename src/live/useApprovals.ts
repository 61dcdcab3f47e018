import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { approvalCalls } from '#contract/approvals/approval'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { type ApprovalNews, rereads } from '#streams/approvals/news'
import { useLive } from './LiveProvider.tsx'

const { tasks, processes, process, waiting } = approvalCalls
const FOLLOWED = [tasks, processes, process, waiting]

/**
 * Keeps every list and timeline of approvals on the page up to date, also after silence. `onNews` is told each word as it comes, for
 * what a person should hear about.
 */
export function useApprovals(onNews?: (news: ApprovalNews) => void): void {
  const live = useLive()
  const queries = useQueryClient()
  const told = useRef(onNews)
  useEffect(() => {
    told.current = onNews
  })
  useEffect(() => {
    if (!live) return
    const news = live.approvals$.subscribe((one) => told.current?.(one))
    news.add(
      rereads(live.approvals$).subscribe(() => {
        for (const call of FOLLOWED) void queries.invalidateQueries({ queryKey: queryKeyOf(call) })
      }),
    )
    return () => news.unsubscribe()
  }, [live, queries])
}

/** How many tasks wait for the user; 0 until the server has said. {@link useApprovals} on the same page keeps it up to date. */
export const useWaitingTasks = (): number => useCall(waiting, {}).data?.waiting ?? 0
