import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { farmLogCalls } from '#contract/farm/log'
import { callQuery, queryKeyOf } from '#src/api/useCall.ts'

const SIZE = 50
const FIRST = ''

/** The log as it is narrowed, newest first, page by page; read again when something happens that it tells of. */
export function useLog(narrowing: Readonly<Record<string, string | number>>) {
  const input = { query: { size: SIZE, ...narrowing } }
  const pages = useInfiniteQuery({
    ...callQuery(farmLogCalls.page, input),
    queryKey: [...queryKeyOf(farmLogCalls.page, input), 'scrolled'],
    queryFn: ({ pageParam, signal, client, queryKey }) =>
      callQuery(farmLogCalls.page, { query: { ...input.query, ...(pageParam === FIRST ? {} : { after: pageParam }) } }).queryFn({
        signal,
        // The list is as old as the page of it that was read first.
        ...(pageParam === FIRST ? { client, queryKey } : {}),
      }),
    initialPageParam: FIRST,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  })
  const rows = useMemo(() => pages.data?.pages.flatMap(({ content }) => content), [pages.data])
  return { pages, rows }
}
