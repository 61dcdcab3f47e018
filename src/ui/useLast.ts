import { useState } from 'react'

/** What was shown last: a window shows it while it closes. */
export function useLast<Row>(of: Row | null): Row | null {
  const [last, keep] = useState(of)
  if (of !== null && of !== last) keep(of)
  return of ?? last
}
