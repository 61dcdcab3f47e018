import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type ListState, readAddress, writeAddress } from './listAddress.ts'

/**
 * A list's filters, page, size and order, kept in the address bar. Pass `names` and `sortable` as constants. A new filter or order
 * starts at page 1.
 */
export function useListState(
  names: readonly string[],
  sortable: readonly string[] = [],
): readonly [ListState, (change: Partial<ListState>) => void] {
  const [address, setAddress] = useSearchParams()
  const state = useMemo(() => readAddress(address, names, sortable), [address, names, sortable])
  const change = (given: Partial<ListState>) =>
    setAddress((now) => writeAddress(now, { ...readAddress(now, names, sortable), page: 1, ...given }, names), { replace: true })
  return [state, change]
}
