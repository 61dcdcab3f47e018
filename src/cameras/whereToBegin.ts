import { cameraRecordingCalls } from '#contract/cameras/recording'
import { call, isFailure } from '#src/api/call.ts'
import { beginning } from './timeScale.ts'
import { startOfDay } from '#src/time/moment.ts'

const BACK_MS = 24 * 3_600_000

/** The moment at which playback of a camera begins, ms UTC: of the last day, else of the newest day on which anything is kept. */
export async function whereToBegin(cameraId: number): Promise<number> {
  const now = Date.now()
  const answer = await call(
    cameraRecordingCalls.timeline,
    { params: { id: cameraId }, query: { from: now - BACK_MS, to: now } },
    { quiet: true },
  )
  // Why nothing can be read the player says itself.
  if (isFailure(answer)) return beginning([], [], now)
  const [newest] = answer.days
  if (answer.spans.length === 0 && newest !== undefined) return startOfDay(newest)
  return beginning(answer.spans, answer.motions, now)
}
