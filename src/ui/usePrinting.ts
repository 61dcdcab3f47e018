import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** When the page is being printed (ms), by its own button or by the browser's, else null: what is drawn for paper alone is drawn only then. */
export function usePrinting() {
  const [at, turn] = useState<number | null>(null)
  useEffect(() => {
    // The browser takes its picture as soon as this has run.
    const begin = () => flushSync(() => turn(Date.now()))
    const end = () => turn(null)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return {
    at,
    print: () => {
      flushSync(() => turn(Date.now()))
      window.print()
    },
  }
}
