import type { LivePublisher } from '../../ground/live/live.ts'

/** Consoles are told of one camera so often at most, ms. */
const EVERY_MS = 3000

/** Tells that what is kept of a camera changed: at once, and what follows soon together. */
export function createTeller(live: LivePublisher) {
  const resting = new Map<number, { timer: NodeJS.Timeout; again: boolean }>()
  function tell(of: { tenantId: number; cameraId: number; areaId: number }): void {
    const rest = resting.get(of.cameraId)
    if (rest) {
      rest.again = true
      return
    }
    live.changed(of.tenantId, 'cameraRecording', of.cameraId, of.areaId)
    const timer = setTimeout(() => {
      const { again } = resting.get(of.cameraId)!
      resting.delete(of.cameraId)
      if (again) tell(of)
    }, EVERY_MS)
    timer.unref()
    resting.set(of.cameraId, { timer, again: false })
  }
  return {
    tell,
    close(): void {
      for (const { timer } of resting.values()) clearTimeout(timer)
      resting.clear()
    },
  }
}
