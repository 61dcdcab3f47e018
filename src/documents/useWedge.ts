import { useEffect, useRef } from 'react'

/** A scanner types faster than a person: between two of its characters less than this passes, in ms. */
const GAP_MS = 50
/** The shortest code. */
const LEAST = 4

const TYPED_INTO = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role=combobox], [role=dialog], [role=menu]'

/** Hears what a scanner types while nothing is typed into: a burst of characters that ends with Enter. */
export function useWedge(onScan: (code: string) => void): void {
  const heard = useRef(onScan)
  useEffect(() => {
    heard.current = onScan
  })
  useEffect(() => {
    let held = ''
    let last = 0
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.timeStamp - last >= GAP_MS) held = ''
      last = event.timeStamp
      const { target } = event
      const isFree = !(target instanceof Element && target.closest(TYPED_INTO)) && !document.querySelector('[role=dialog]')
      if (!isFree || event.ctrlKey || event.altKey || event.metaKey) held = ''
      else if (event.key === 'Enter') {
        const code = held
        held = ''
        if (code.length < LEAST) return
        // It presses no button that has the focus.
        event.preventDefault()
        event.stopPropagation()
        heard.current(code)
      } else if (event.key.length === 1) held += event.key
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [])
}
