import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { DEFAULT_SIZE, type ListState, type PageSize, readAddress, writeAddress } from './listAddress.ts'

const NONE: readonly string[] = []

/**
 * A list's filters, page, size and order, kept in the address bar. `sortable` keeps its identity. A new filter or order starts at
 * page 1.
 */
export function useListState(
  names: readonly string[],
  sortable: readonly string[] = NONE,
  usual: PageSize = DEFAULT_SIZE,
): readonly [ListState, (change: Partial<ListState>) => void] {
  const [address, setAddress] = useSearchParams()
  // By what they are called: a list of names that is made anew is the same list.
  const called = names.join(' ')
  const state = useMemo(() => readAddress(address, called.split(' '), sortable, usual), [address, called, sortable, usual])
  const change = (given: Partial<ListState>) =>
    setAddress((now) => writeAddress(now, { ...readAddress(now, names, sortable, usual), page: 1, ...given }, names, usual), {
      replace: true,
    })
  return [state, change]
}
