import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

interface Printing<Given> {
  /** ms. */
  readonly at: number
  /** What its own button read for it; null by the browser's. */
  readonly given: Given | null
}

/** The page that is being printed, by its own button or by the browser's, else null: what is drawn for paper alone is drawn only then. */
export function usePrinting<Given = null>() {
  const [printing, setPrinting] = useState<Printing<Given> | null>(null)
  useEffect(() => {
    // The browser takes its picture as soon as this has run. It says so of the page's own button as well.
    const begin = () => flushSync(() => setPrinting((now) => now ?? { at: Date.now(), given: null }))
    const end = () => setPrinting(null)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return {
    at: printing?.at ?? null,
    given: printing?.given ?? null,
    print: (given: Given | null = null) => {
      flushSync(() => setPrinting({ at: Date.now(), given }))
      window.print()
    },
  }
}
