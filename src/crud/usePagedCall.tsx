import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AnyCall, CallAnswer, CallInput } from '#contract/core/call'
import type { CallError, GivenInput } from '../api/call.ts'
import { useCall } from '../api/useCall.ts'
import { Pager } from '../ui/Pager.tsx'

/** What a call answers page by page, where the page is no matter of the address: the first of `sizes` rows, and what turns to others. */
export function usePagedCall<C extends AnyCall>(
  of: C,
  { params, query: asks }: { params?: GivenInput<C>['params']; query?: Omit<CallInput<C>['query'], 'page' | 'size'> },
  sizes: readonly number[],
  options: { enabled?: boolean; staleTime?: number; refetchInterval?: number; size?: number } = {},
) {
  const { size = sizes[0]!, ...kept } = options
  const [paging, setPaging] = useState({ page: 1, size })
  const input = { ...(params && { params }), query: { ...asks, ...paging } } as GivenInput<C>
  const query: UseQueryResult<CallAnswer<C>, CallError> = useCall(of, input, { placeholderData: keepPreviousData, ...kept })
  const total = (query.data as { readonly totalElements: number } | undefined)?.totalElements ?? 0
  const pager: ReactNode = <Pager total={total} paging={paging} sizes={sizes} onPaging={setPaging} />
  return { query, paging, turn: setPaging, pager }
}
