import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnyResource, Byline } from '#contract/core/resource'
import type { Option } from './option.ts'
import { queryKeyOf, useCall } from '../api/useCall.ts'
import { useListState } from '../ui/useListState.ts'

/** A record as the console holds it; `labels` are the titles of what it refers to. */
export type Row = Readonly<Record<string, unknown>> & {
  readonly objectVersionNumber: number
  readonly labels?: Readonly<Record<string, string>>
  readonly byline?: Byline
}
interface Page {
  readonly content: readonly Row[]
  readonly totalElements: number
}

/** What the references of a record are called, by field. */
export function titlesIn(record: Row): Record<string, Option[]> {
  const titles: Record<string, Option[]> = {}
  for (const [key, label] of Object.entries(record.labels ?? {})) {
    // Of several records each is named under `<field>.<id>`.
    const [name, id] = key.split('.') as [string, string?]
    const value = id === undefined ? (record[name] as number) : Number(id)
    titles[name] = [...(titles[name] ?? []), { value, label }]
  }
  return titles
}
export const titleOf = (of: AnyResource, record: Row) => String(record[of.title] as string)

/**
 * One page of a resource's records, as the address asks; read again when a record changes anywhere. `within` narrows every page (the
 * selected base) without standing in the address. `filters` must keep its identity.
 */
export function useRecords(of: AnyResource, filters: readonly string[], within: Readonly<Record<string, unknown>> = {}) {
  const queryClient = useQueryClient()
  const [state, change] = useListState(filters, of.sortable)
  const { page, size, sort } = state
  const narrowing = { ...within, ...state.filters, ...(sort ? { sort: `${sort.descending ? '-' : ''}${sort.field}` } : {}) }
  const query = useCall(of.calls.page, { query: { page, size, ...narrowing } }, { placeholderData: keepPreviousData })
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

/** One record; null while it is on its way. What an earlier look kept is `record`, but not `fresh`, until the server has answered. */
export function useRecord(of: AnyResource, id: number | null) {
  const query = useCall(of.calls.get, { params: { id: id ?? 0 } }, { enabled: id !== null, staleTime: 0 })
  const record = (query.data ?? null) as Row | null
  return {
    record,
    fresh: query.isFetchedAfterMount && !query.isError ? record : null,
    error: query.isError ? query.error : null,
    retry: () => query.refetch(),
  }
}

/** The version of a record that a form opened with and stands on, whatever others save meanwhile, until `reload` takes the newest. */
export function useOpened(of: AnyResource, id: number | null) {
  const { fresh, error, retry } = useRecord(of, id)
  const [opened, setOpened] = useState<Row | null>(null)
  if (opened === null && fresh) setOpened(fresh)
  const reload = async () => {
    const { data, isError } = await retry()
    if (!isError) setOpened(data as Row)
  }
  return { opened, error, reload: () => void reload() }
}
