import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query'
import type { AnyCall, CallAnswer, CallInput } from '#contract/core/call'
import type { CallError, GivenInput } from '../api/call.ts'
import { useCall } from '../api/useCall.ts'
import type { Filter } from '../ui/FilterBar.tsx'
import { useListState } from '../ui/useListState.ts'
import type { ListSaid } from './CallList.tsx'

const NOTHING: readonly never[] = []
const nameOf = (one: string | Filter) => (typeof one === 'string' ? one : one.name)

/**
 * A list that a call answers page by page, its filters and page in the address: what `CallList` is given of it. Filters that depend on
 * what is filtered are given by name, and to `CallList` whole.
 */
export function useCallList<C extends AnyCall, const Name extends string = never, Said extends Partial<ListSaid> = object>(
  of: C,
  {
    filters = NOTHING,
    params,
    asks,
    ...said
  }: {
    filters?: readonly (Name | (Filter & { readonly name: Name }))[]
    params?: GivenInput<C>['params']
    /** What is asked for beside the page, by what is filtered; what is filtered itself unless told. */
    asks?: (filtered: Readonly<Partial<Record<Name, string>>>) => Omit<CallInput<C>['query'], 'page' | 'size'>
  } & Said,
) {
  const [state, onState] = useListState(filters.map(nameOf))
  const { page, size } = state
  const filtered = state.filters as Readonly<Partial<Record<Name, string>>>
  const query = { page, size, ...(asks ? asks(filtered) : filtered) } as CallInput<C>['query']
  const input: GivenInput<C> = { ...(params === undefined ? {} : { params }), query }
  const answered: UseQueryResult<CallAnswer<C>, CallError> = useCall(of, input, { placeholderData: keepPreviousData, staleTime: 0 })
  return { ...said, filters: filters.filter((one) => typeof one !== 'string'), state, onState, query: answered }
}
