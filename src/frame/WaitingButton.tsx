import { Suspense, useEffect, useState } from 'react'
import { useStore } from '#src/createStore.ts'
import { useQueue } from '#src/field/useFieldQueue.ts'
import { mayWait } from '#src/kept/queue.ts'
import { fetchDayPicker } from '#src/ui/DayInput.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { fetchMomentPicker } from '#src/ui/MomentInput.tsx'
import { useNoticeParts } from './MessageBell.tsx'

const AHEAD_MS = 3000

/** Where it stands what waits to be sent: it comes with the first that does. What is written in the field is fetched before the network is lost. */
export function WaitingButton() {
  const { queue, elsewhere } = useQueue()
  const Waiting = useNoticeParts()?.Waiting
  const isNear = useStore(mayWait)
  useEffect(() => {
    if (!isNear) return
    // It has to be there when the network is not, and hurries nobody before.
    const timer = setTimeout(() => {
      Waiting?.ahead?.()
      for (const fetchPicker of [fetchDayPicker, fetchMomentPicker]) void fetchPicker().catch(() => undefined)
    }, AHEAD_MS)
    return () => clearTimeout(timer)
  }, [isNear, Waiting])
  const waits = queue.length + elsewhere > 0
  // Its list stays open though the last of it was sent.
  const [hasWaited, setWaited] = useState(waits)
  if (waits && !hasWaited) setWaited(true)
  if (Waiting === undefined || !hasWaited) return null
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense>
        <Waiting />
      </Suspense>
    </ErrorBoundary>
  )
}
