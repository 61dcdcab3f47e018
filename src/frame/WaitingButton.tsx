import { Suspense, useEffect } from 'react'
import { useQueue } from '#src/field/useFieldQueue.ts'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { useNoticeParts } from './MessageBell.tsx'

const AHEAD_MS = 3000

/** Where it stands what waits to be sent: it comes with the first that does. */
export function WaitingButton() {
  const { queue, elsewhere } = useQueue()
  const Waiting = useNoticeParts()?.Waiting
  useEffect(() => {
    // It has to be there when the network is not, and hurries nobody before.
    const timer = setTimeout(() => Waiting?.ahead?.(), AHEAD_MS)
    return () => clearTimeout(timer)
  }, [Waiting])
  if (Waiting === undefined || (queue.length === 0 && elsewhere === 0)) return null
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense>
        <Waiting />
      </Suspense>
    </ErrorBoundary>
  )
}
