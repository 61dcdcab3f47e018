import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { messageCalls, NOTICE } from '#contract/notices/message'
import { ANNOUNCE, noticeCalls, PLATFORM_CATEGORY, PUBLISHED } from '#contract/notices/notice'
import { queryKeyOf, useCall, useCallMutation } from '#src/api/useCall.ts'
import { useUnreadCounts } from '#src/live/useUnread.ts'
import { useSession } from '#src/session/session.ts'
import { fromMessage, fromNotice } from './noticeItem.ts'
import { dayText, startOfDay } from '#src/time/moment.ts'

/** The two lists that have the same shape. */
export type ListTab = 'ANNOUNCE' | 'NOTIFY'
/** NOTICES-03; null means all. */
export type ReadFilter = 0 | 1 | null
export interface ListAsked {
  readonly readFlag: ReadFilter
  readonly page: number
  readonly size: number
}

const listOf = { ANNOUNCE: noticeCalls.page, NOTIFY: messageCalls.page } as const
/** NOTICES-04. */
const READ_ALL = { ANNOUNCE: 2, NOTIFY: 3 } as const
export const endOfToday = () => startOfDay(dayText(Date.now()), 1) - 1
/** NOTICES-06, without paging. */
export const publishedQuery = () =>
  ({
    statusCode: PUBLISHED,
    noticeCategoryCode: PLATFORM_CATEGORY,
    receiverTypeCode: ANNOUNCE,
    endDate: endOfToday(),
  }) as const

function useReread(): (tab: ListTab) => Promise<void> {
  const queries = useQueryClient()
  return (tab) => queries.invalidateQueries({ queryKey: queryKeyOf(listOf[tab]) })
}

/** One page of a tab's list, kept right while it is looked at: something new, or something read on another console. */
export function useNotices(tab: ListTab, { readFlag, page, size }: ListAsked) {
  const { tenantId } = useSession()
  const params = { t: tenantId }
  const asked = { page, size, ...(readFlag == null ? {} : { readFlag }) }
  const isKnown = tenantId > -1
  const options = { placeholderData: keepPreviousData, staleTime: 0 }
  const announced = useCall(
    noticeCalls.page,
    { params, query: { ...asked, ...publishedQuery() } },
    {
      ...options,
      enabled: isKnown && tab === 'ANNOUNCE',
      select: (answer) => ({ total: answer.totalElements, items: answer.content.map(fromNotice) }),
    },
  )
  const told = useCall(
    messageCalls.page,
    { params, query: { ...asked, withContent: 1, userMessageTypeCode: NOTICE } },
    {
      ...options,
      enabled: isKnown && tab === 'NOTIFY',
      select: (answer) => ({ total: answer.totalElements, items: answer.content.map(fromMessage) }),
    },
  )
  const unread = useUnreadCounts()?.[tab === 'ANNOUNCE' ? 'announce' : 'notify']
  const queries = useQueryClient()
  const before = useRef(unread)
  useEffect(() => {
    if (unread !== before.current && before.current !== undefined) void queries.invalidateQueries({ queryKey: queryKeyOf(listOf[tab]) })
    before.current = unread
  }, [tab, unread, queries])
  return tab === 'ANNOUNCE' ? announced : told
}

/** Marks one as read; where that fails it simply stays unread. */
export function useMarkRead(): (tab: ListTab, noticeId: number) => void {
  const reread = useReread()
  const { tenantId } = useSession()
  const announced = useCallMutation(noticeCalls.readFlag, { quiet: true, onSuccess: () => reread('ANNOUNCE') })
  const told = useCallMutation(messageCalls.markRead, { quiet: true, onSuccess: () => reread('NOTIFY') })
  return (tab, noticeId) => {
    if (tab === 'ANNOUNCE') announced.mutate({ params: { t: tenantId, id: noticeId } })
    else told.mutate({ params: { t: tenantId }, body: { ids: [noticeId] } })
  }
}

/** NOTICES-04: marks a whole list read. */
export function useMarkAllRead(tab: ListTab, onDone: (count: number) => void) {
  const reread = useReread()
  const { tenantId } = useSession()
  const mark = useCallMutation(messageCalls.markRead, {
    onSuccess: async (count) => {
      await reread(tab)
      onDone(count)
    },
  })
  return { isPending: mark.isPending, markAll: () => mark.mutate({ params: { t: tenantId }, body: { readAll: READ_ALL[tab] } }) }
}
