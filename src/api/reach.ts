/** How long the server may take to answer that it is there, in ms. */
const PATIENCE_MS = 3000

/** Whether the server can be reached, whatever the browser thinks of its network: one in this house answers without internet. */
export const serverAnswers = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    () => true,
    () => false,
  )

/** How far this device's clock is ahead of the server's, ms, to a second; null where the server cannot be reached. */
export async function clockAhead(): Promise<number | null> {
  try {
    const { headers, ok } = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
    const said = Date.parse(headers.get('date') ?? '')
    return ok ? (Number.isNaN(said) ? 0 : Date.now() - said) : null
  } catch {
    return null
  }
}
