import { cameraRecordingCalls } from '#contract/cameras/recording'
import { useCall } from '#src/api/useCall.ts'
import { dayText, rangeOfDay } from '#src/time/moment.ts'

/** How often it is asked what has come to a day that is not over, ms. */
const ANEW_MS = 10_000

/** What is kept of a camera on the day of a moment, ms UTC; null of the live picture: nothing is asked. */
export function useKeptDay(cameraId: number, at: number | null) {
  const day = dayText(at ?? 0)
  const range = rangeOfDay(day)
  const query = useCall(
    cameraRecordingCalls.timeline,
    { params: { id: cameraId }, query: range },
    { enabled: at !== null, refetchInterval: () => (Date.now() < range.to ? ANEW_MS : false) },
  )
  return { day, range, query }
}
export type KeptDay = ReturnType<typeof useKeptDay>
