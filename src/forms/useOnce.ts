import { useCallback, useRef, useState } from 'react'

/** Work that is done once at a time, however often it is asked for. A press within the same frame finds the state of before it: the reference decides. */
export function useOnce(): { readonly busy: boolean; readonly once: (work: () => Promise<unknown>) => Promise<void> } {
  const [busy, setBusy] = useState(false)
  const isBusy = useRef(false)
  const once = useCallback(async (work: () => Promise<unknown>) => {
    if (isBusy.current) return
    isBusy.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      // Whatever went wrong: who sees it can ask again.
      isBusy.current = false
      setBusy(false)
    }
  }, [])
  return { busy, once }
}
