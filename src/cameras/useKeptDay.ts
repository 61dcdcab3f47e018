import { useState } from 'react'
import { cameraRecordingCalls } from '#contract/cameras/recording'
import { useCall } from '#src/api/useCall.ts'
import { rangeOfDay, zonedDay } from './zonedDay.ts'

/** How often it is asked what has come to a day that is not over, ms. */
const ANEW_MS = 10_000

/** What is kept of a camera on the day of a moment, ms UTC, in the zone of its base; null of the live picture: nothing is asked. */
export function useKeptDay(cameraId: number, at: number | null) {
  // Until the first answer says where the camera stands it is taken for here.
  const [zone, setZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const day = zonedDay(at ?? 0, zone)
  const range = rangeOfDay(day, zone)
  const query = useCall(
    cameraRecordingCalls.timeline,
    { params: { id: cameraId }, query: range },
    { enabled: at !== null, refetchInterval: () => (Date.now() < range.to ? ANEW_MS : false) },
  )
  if (query.data && query.data.zone !== zone) setZone(query.data.zone)
  return { zone, day, range, query }
}
export type KeptDay = ReturnType<typeof useKeptDay>
