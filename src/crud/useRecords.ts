import { keepPreviousData } from '@tanstack/react-query'
import type { AnyResource } from '#contract/core/resource'
import { queryClient, queryKeyOf, useCall } from '../api/useCall.ts'
import { useChanges } from '../live/useChanges.ts'
import { useListState } from '../ui/useListState.ts'

/** A record as the console holds it; `labels` are the titles of what it refers to. */
export type Row = Readonly<Record<string, unknown>> & {
  readonly objectVersionNumber: number
  readonly labels?: Readonly<Record<string, string>>
}
interface Page {
  readonly content: readonly Row[]
  readonly totalElements: number
}

export const titleOf = (of: AnyResource, record: Row) => String(record[of.title] as string)

/**
 * One page of a resource's records, as the address asks; read again when a record changes anywhere. `within` narrows every page (the
 * selected base) without standing in the address. `filters` must keep its identity.
 */
export function useRecords(of: AnyResource, filters: readonly string[], within: Readonly<Record<string, unknown>> = {}) {
  const [state, change] = useListState(filters, of.sortable)
  const { page, size, sort } = state
  const narrowing = { ...within, ...state.filters, ...(sort ? { sort: `${sort.descending ? '-' : ''}${sort.field}` } : {}) }
  const query = useCall(of.calls.page, { query: { page, size, ...narrowing } }, { placeholderData: keepPreviousData })
  useChanges(of.name, queryKeyOf(of.calls.page))
  return {
    state,
    change,
    narrowing,
    data: query.data as Page | undefined,
    error: query.isError && !query.data ? query.error : null,
    busy: query.isPlaceholderData,
    reread: () => void queryClient.invalidateQueries({ queryKey: queryKeyOf(of.calls.page) }),
  }
}

/** One record; null while it is on its way. */
export function useRecord(of: AnyResource, id: number | null) {
  const query = useCall(of.calls.get, { params: { id: id ?? 0 } }, { enabled: id !== null, staleTime: 0 })
  useChanges(of.name, queryKeyOf(of.calls.get))
  return { record: (query.data ?? null) as Row | null, error: query.isError ? query.error : null, retry: () => query.refetch() }
}
