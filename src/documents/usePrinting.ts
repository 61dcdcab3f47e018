import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed, by its own button or by the browser's: what is drawn for paper alone is drawn only then. */
export function usePrinting() {
  const [on, turn] = useState(false)
  useEffect(() => {
    // The browser takes its picture as soon as this has run.
    const begin = () => flushSync(() => turn(true))
    const end = () => turn(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return {
    on,
    print: () => {
      flushSync(() => turn(true))
      window.print()
    },
  }
}
