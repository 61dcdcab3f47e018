import { followQueue, sweepFiles } from '#src/kept/queue.ts'
import { forgetReads } from '#src/kept/reads.ts'
import { showKept } from '#src/api/blob.ts'
import { keptFile } from '#src/kept/files.ts'
import { forgetBy, session } from '#src/session/session.ts'

/** Shows the queue of whoever is signed in, and forgets what was read by anybody else, or by anybody once nobody is. Called once, at start. */
export function followSession(): void {
  let before: number | null | undefined
  const hear = () => {
    const { status, self } = session.get()
    if (status === 'loading' || status === 'failed') return
    // What waits to be sent, and what was read, is of who that is, not of who looks.
    if (self?.viewing) {
      followQueue(null)
      return
    }
    const userId = self?.id ?? null
    if (userId === before) return
    before = userId
    followQueue(userId)
    void forgetReads(userId ?? undefined)
    if (userId !== null) void sweepFiles(userId).catch(() => undefined)
  }
  hear()
  session.subscribe(hear)
  forgetBy(() => forgetReads())
  showKept(async (address) => (await keptFile(address))?.bytes)
}
