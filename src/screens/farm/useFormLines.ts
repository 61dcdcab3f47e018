import { useEffect, useRef } from 'react'

/** Lines of a form. A reference that is looked up answers later than this paint: it is put into what the lines are then. */
export function useFormLines<Line extends object>(value: unknown, onChange: (lines: readonly Line[]) => void) {
  const lines = (value as readonly Line[] | null) ?? []
  const now = useRef(lines)
  useEffect(() => {
    now.current = (value as readonly Line[] | null) ?? []
  }, [value])
  const give = (next: readonly Line[]) => {
    now.current = next
    onChange(next)
  }
  return {
    lines,
    add: (line: Line) => give([...now.current, line]),
    put: (at: number, given: Partial<Line>) => give(now.current.map((line, nth) => (nth === at ? { ...line, ...given } : line))),
    remove: (at: number) => give(now.current.filter((_, nth) => nth !== at)),
  }
}
