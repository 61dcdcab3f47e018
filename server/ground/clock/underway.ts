/** How often it says how far it is, and looks whether it is to end, ms. */
const SAY_MS = 500

class Cancelled extends Error {}

/**
 * Long work that somebody watches: `say` writes how far it is and answers whether somebody wants it to end. Answers how it ended, null where it
 * was stopped (it is done again) and throws what `again` says is to be done again.
 */
export async function underway(given: {
  readonly stop: AbortSignal
  readonly say: () => Promise<{ cancelled: boolean }>
  readonly again: (cause: unknown) => boolean
  readonly failed: (cause: Error) => void
  readonly act: (signal: AbortSignal) => Promise<void>
}): Promise<'done' | 'cancelled' | 'failed' | null> {
  const cancel = new AbortController()
  let saying = Promise.resolve()
  const say = async () => {
    if ((await given.say()).cancelled) cancel.abort(new Cancelled())
  }
  const every = setInterval(() => {
    saying = saying.then(say).catch(() => undefined)
  }, SAY_MS)
  every.unref()
  try {
    await given.act(AbortSignal.any([given.stop, cancel.signal]))
    return 'done'
  } catch (cause) {
    if (given.stop.aborted) return null
    if (given.again(cause)) throw cause
    if (cancel.signal.aborted) return 'cancelled'
    given.failed(cause as Error)
    return 'failed'
  } finally {
    clearInterval(every)
    await saying
  }
}
