import { vi } from 'vitest'

/** A browser that can be told of things while no page is open, in the hand of the test. */
export function fakePush(
  given: { permission?: NotificationPermission; answers?: NotificationPermission; reachable?: boolean; secure?: boolean } = {},
) {
  const { permission = 'default', answers = 'granted', reachable = true, secure = true } = given
  const log = { asked: 0, subscribed: 0, unsubscribed: 0, permission, listening: null as string | null, reachable }
  const subscription = (key: Uint8Array) => ({
    options: { applicationServerKey: key.buffer },
    toJSON: () => ({ endpoint: log.listening, keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) } }),
    unsubscribe: async () => {
      log.unsubscribed++
      log.listening = null
      return true
    },
  })
  let key = new Uint8Array([1, 2, 3])
  const pushManager = {
    getSubscription: async () => (log.listening === null ? null : subscription(key)),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
      if (!log.reachable) throw new DOMException('push service error', 'AbortError')
      log.subscribed++
      key = applicationServerKey
      log.listening ??= `https://push.example.com/${log.subscribed}`
      return subscription(key)
    },
  }
  const registration = { pushManager }
  vi.stubGlobal('isSecureContext', secure)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return log.permission
    },
    requestPermission: async () => {
      log.asked++
      if (log.permission === 'default') log.permission = answers
      return log.permission
    },
  })
  const worker = { register: async () => registration, ready: Promise.resolve(registration), getRegistration: async () => registration }
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true })
  return log
}

export const noPush = (): void => void Reflect.deleteProperty(navigator, 'serviceWorker')
