import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { asSaved, type Tried } from './tried.ts'

/** The dry run of a page, and that of the page of something new, which leads here once it is saved (`state` of the address). */
export function useTried() {
  const brought = (useLocation().state as { readonly tried?: Tried } | null)?.tried
  const [tried, setTried] = useState<Tried | null>(brought ?? null)
  return {
    tried,
    setTried,
    /** This was saved as this version. Answers what the page of it is to be given. */
    saved: (what: string | null, version: number) => {
      const next = asSaved(tried, what, version)
      setTried(next)
      return { tried: next }
    },
  }
}
