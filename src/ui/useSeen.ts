import { type RefCallback, useCallback, useState } from 'react'

/** So far beyond the edge of the screen a part counts as seen already, in px: it is drawn before it is scrolled to. */
const MARGIN_PX = 200

const told = new WeakMap<Element, (seen: boolean) => void>()
let watcher: IntersectionObserver | undefined
const watch = (): IntersectionObserver =>
  (watcher ??= new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => told.get(target)?.(isIntersecting)), {
    rootMargin: `${MARGIN_PX}px`,
  }))

/** Whether an element is on the screen, or nearly: what nobody sees need not be drawn anew. Seen at first, and where the browser cannot tell. */
export function useSeen<Part extends Element>(): readonly [ref: RefCallback<Part>, seen: boolean] {
  const [seen, setSeen] = useState(true)
  const ref = useCallback((element: Part | null) => {
    if (!element || typeof IntersectionObserver === 'undefined') return
    told.set(element, setSeen)
    watch().observe(element)
    return () => {
      told.delete(element)
      watch().unobserve(element)
    }
  }, [])
  return [ref, seen]
}
