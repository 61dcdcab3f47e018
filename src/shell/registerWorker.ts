/** The one worker of this origin (src/worker/worker.ts). */
const WORKER = '/sw.js'

/** What keeps this browser from drawing the console without network: the page came without https, or the browser knows no workers. */
export function shellHindrance(): 'insecure' | 'unsupported' | null {
  if (!globalThis.isSecureContext) return 'insecure'
  return 'serviceWorker' in navigator ? null : 'unsupported'
}

/** Has the browser keep the console's shell, and hear pushed alarms. One that kept an earlier worker has this one in its place: what was subscribed stays. */
export const registerWorker = (): Promise<ServiceWorkerRegistration> => navigator.serviceWorker.register(WORKER)

/** The same once the first page is drawn and the line is free: it fetches a megabyte. */
export function registerWhenIdle(): void {
  if (shellHindrance() !== null) return
  const register = () => void registerWorker().catch(() => undefined)
  // Safari knows no idle moments.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(register, { timeout: 10_000 })
  else setTimeout(register, 3000)
}
