import { type RefCallback, useCallback, useState } from 'react'

/** How wide an element is, px; 0 before it was measured. */
export function useWidth(): readonly [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const watcher = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return [measure, width]
}
