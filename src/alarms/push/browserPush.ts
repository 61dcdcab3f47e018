import { registerWorker } from '#src/shell/registerWorker.ts'

/** What keeps this browser from being told of anything: `insecure`: the page came without https; `unsupported`: it knows no such thing. */
export type PushHindrance = 'insecure' | 'unsupported'
/** Why it could not be turned on: the person or the browser said no; nothing was said; the browser's own push service is out of reach. */
export type PushRefusal = 'denied' | 'undecided' | 'unreachable'

export interface PushKeysOfBrowser {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

export function pushHindrance(): PushHindrance | null {
  if (!globalThis.isSecureContext) return 'insecure'
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis ? null : 'unsupported'
}

export const isDenied = (): boolean => Notification.permission === 'denied'

const bytesOf = (base64: string) => Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.codePointAt(0)!)
const isSame = (one: ArrayBuffer | null, other: Uint8Array) =>
  one !== null && one.byteLength === other.length && new Uint8Array(one).every((byte, at) => byte === other[at])

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Whether this browser listens to some installation, whoever turned it on. */
export const isListening = async (): Promise<boolean> => (await subscription()) !== null

/** Asks the person where they were not asked before, and has the browser listen to the installation of `publicKey` (base64url). */
export async function listen(publicKey: string): Promise<PushKeysOfBrowser | PushRefusal> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'undecided'
  try {
    await registerWorker()
    const { pushManager } = await navigator.serviceWorker.ready
    const key = bytesOf(publicKey)
    const before = await pushManager.getSubscription()
    // It listened to another installation, which this one cannot speak for.
    if (before !== null && !isSame(before.options.applicationServerKey, key)) await before.unsubscribe()
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    const { endpoint, keys } = made.toJSON()
    return { endpoint: endpoint!, keys: { p256dh: keys!['p256dh']!, auth: keys!['auth']! } }
  } catch (cause) {
    return cause instanceof DOMException && cause.name === 'NotAllowedError' ? 'denied' : 'unreachable'
  }
}

/** Has the browser listen no more: what is still sent to it finds nobody. */
export async function listenNoMore(): Promise<void> {
  await (await subscription())?.unsubscribe()
}
