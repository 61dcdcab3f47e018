import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type ListState, readAddress, writeAddress } from './listAddress.ts'

/**
 * A list's filters, page, size and order, kept in the address bar. `sortable` keeps its identity. A new filter or order starts at
 * page 1.
 */
export function useListState(
  names: readonly string[],
  sortable: readonly string[] = [],
): readonly [ListState, (change: Partial<ListState>) => void] {
  const [address, setAddress] = useSearchParams()
  // By what they are called: a list of names that is made anew is the same list.
  const called = names.join(' ')
  const state = useMemo(() => readAddress(address, called.split(' '), sortable), [address, called, sortable])
  const change = (given: Partial<ListState>) =>
    setAddress((now) => writeAddress(now, { ...readAddress(now, names, sortable), page: 1, ...given }, names), { replace: true })
  return [state, change]
}
