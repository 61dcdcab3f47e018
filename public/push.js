// Shows alarms that arrive while no page is open, and opens the page of one that is clicked. It keeps nothing and fetches nothing.

/** The parameter of an address that names the tenant of what it shows; a page takes it out once it is there. */
const TENANT = 'tenant'

/** The page that a notification leads to: of this console, whatever came. */
function pageOf(link) {
  const url = URL.canParse(String(link), self.location.origin) ? new URL(String(link), self.location.origin) : null
  return url !== null && url.origin === self.location.origin ? url.href : `${self.location.origin}/`
}

const textOf = (value) => (typeof value === 'string' ? value : '')

/** What came; nothing of it where it is no alarm, since something must be shown. */
function read(data) {
  try {
    const said = data?.json()
    return said !== null && typeof said === 'object' ? said : {}
  } catch {
    return {}
  }
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const { title, text, link, severity, tag } = read(event.data)
  event.waitUntil(
    self.registration.showNotification(textOf(title) || 'Furrow', {
      body: textOf(text),
      icon: '/favicon.svg',
      // One that comes again takes the place of the first, and is heard again.
      ...(textOf(tag) === '' ? {} : { tag: textOf(tag), renotify: true }),
      requireInteraction: severity === 'critical',
      data: { link: textOf(link) },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const page = pageOf(event.notification.data?.link ?? '/')
  const shown = new URL(page)
  const tenantId = Number(shown.searchParams.get(TENANT))
  shown.searchParams.delete(TENANT)
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((windows) => {
      // A window in which something else is done is left alone.
      const there = windows.find(({ url }) => url.split('#', 1)[0] === shown.href)
      if (there === undefined) return self.clients.openWindow(page)
      there.postMessage({ tenantId })
      return there.focus()
    }),
  )
})
