import { useState } from 'react'

/** What was shown last: a window shows it while it closes. */
export function useLast<Row>(of: Row | null): Row | null {
  const [last, setLast] = useState(of)
  if (of !== null && of !== last) setLast(of)
  return of ?? last
}
