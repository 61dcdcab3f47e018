import { useEffect, useState } from 'react'

/** How long typing rests before it is searched for, in ms. */
export const SEARCH_DELAY_MS = 250

/** What is searched for: what was typed, once it rests, so that a server is asked once and not at every letter; nothing at once. */
export function useSearch(typed: string): string {
  const wanted = typed.trim()
  const [search, setSearch] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setSearch(wanted), wanted === '' ? 0 : SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  return wanted === '' ? '' : search
}
