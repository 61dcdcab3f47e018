/** How long the server may take to answer that it is there, in ms. */
const PATIENCE_MS = 3000

/** Whether the server can be reached, whatever the browser thinks of its network: one in this house answers without internet. */
export const serverAnswers = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    () => true,
    () => false,
  )
