import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query'
import type { AnyCall, CallAnswer, CallInput } from '#contract/core/call'
import type { CallError, GivenInput } from '../api/call.ts'
import { useCall } from '../api/useCall.ts'
import { useListState } from '../ui/useListState.ts'

const NOTHING: readonly never[] = []

/**
 * A list that a call answers page by page, its filters and page in the address: what `CallList` is given of it. `filters` keep their
 * identity.
 */
export function useCallList<C extends AnyCall, const Name extends string = never>(
  of: C,
  {
    filters = NOTHING,
    params,
    asks,
  }: {
    filters?: readonly Name[]
    params?: GivenInput<C>['params']
    /** What is asked for beside the page, by what is filtered; what is filtered itself unless told. */
    asks?: (filtered: Readonly<Partial<Record<Name, string>>>) => Omit<CallInput<C>['query'], 'page' | 'size'>
  } = {},
) {
  const [state, onState] = useListState(filters)
  const { page, size } = state
  const filtered = state.filters as Readonly<Partial<Record<Name, string>>>
  const query = { page, size, ...(asks ? asks(filtered) : filtered) } as CallInput<C>['query']
  const input: GivenInput<C> = { ...(params === undefined ? {} : { params }), query }
  const answered: UseQueryResult<CallAnswer<C>, CallError> = useCall(of, input, { placeholderData: keepPreviousData, staleTime: 0 })
  return { state, onState, query: answered }
}
