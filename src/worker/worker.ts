import { precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { CONSOLE_PAGE, keptPageOf, LOGIN_PAGE, type Shell } from './keptPage.ts'

// The one worker of this origin: it draws the console's shell where no network is, and shows pushed alarms. Calls, drawn pages and what visitors
// see are never answered by it: no route below takes them, so that they go their way as if it were not there.

/** What of a worker's surroundings is used here: the types of pages and of workers do not stand beside each other. */
interface Happening extends Event {
  waitUntil(work: Promise<unknown>): void
}
/** Rules that a browser follows without asking the worker; where it knows such. */
interface Beginning extends Happening {
  addRoutes?(rules: { condition: object; source: 'network' }): Promise<void>
}
interface Surroundings {
  importScripts(path: string): void
  addEventListener(name: 'install', hear: (event: Beginning) => void): void
  addEventListener(name: 'activate', hear: (event: Happening) => void): void
  addEventListener(name: 'message', hear: (event: MessageEvent) => void): void
}
declare const __SHELL__: Shell
const here = globalThis as unknown as Surroundings

const shell = __SHELL__
/** Pages of one build: what they name is what this worker has fetched. */
const PAGES = `furrow-pages ${shell.script}`
const ASSETS = 'furrow-assets'
/** How long a phone with one bar waits for a page before it is drawn the kept one, in s. */
const PATIENCE_S = 3
const GATEWAYS = [502, 503, 504]

/** All that this worker may have an answer for. */
const OWN = [{ requestMode: 'navigate' }, { urlPattern: '/assets/*' }, { urlPattern: '/favicon.svg' }]

const scripts = { [CONSOLE_PAGE]: shell.script, [LOGIN_PAGE]: shell.login } as const
/** A page of another build names files that nobody here has. */
const isOwn = async (page: keyof typeof scripts, answer: Response): Promise<boolean> =>
  answer.ok && (await answer.clone().text()).includes(`src="${scripts[page]}"`)

/** Fetches the pages of this build, whole: a build of which one is missing is not installed. */
async function keepPages(): Promise<void> {
  const cache = await caches.open(PAGES)
  for (const page of [CONSOLE_PAGE, LOGIN_PAGE] as const) {
    const answer = await fetch(page, { cache: 'no-store' })
    if (!(await isOwn(page, answer))) throw new Error('The server has another build')
    await cache.put(page, answer)
  }
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name === ASSETS || (name.startsWith('furrow-pages') && name !== PAGES)).map((name) => caches.delete(name)),
  )
}

// Shows alarms, and lets a new worker take over at once: what is open is loaded anew when nothing is lost (src/shell/renewal.ts).
here.importScripts('/push.js')
here.addEventListener('install', (event) => {
  event.waitUntil(keepPages())
  // Neither does a call wait until this worker is awake.
  event.waitUntil(event.addRoutes?.({ condition: { not: { or: OWN } }, source: 'network' }).catch(() => undefined) ?? Promise.resolve())
})
here.addEventListener('activate', (event) => event.waitUntil(forgetOthers()))
here.addEventListener('message', ({ data, ports: [port] }) => {
  if (data === 'build') port?.postMessage(shell.script)
})

precacheAndRoute([...shell.files], { directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] })

for (const page of [CONSOLE_PAGE, LOGIN_PAGE] as const)
  registerRoute(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && keptPageOf(shell, url.pathname) === page,
    new NetworkFirst({
      cacheName: PAGES,
      networkTimeoutSeconds: PATIENCE_S,
      matchOptions: { ignoreVary: true },
      plugins: [
        {
          cacheKeyWillBeUsed: async () => page,
          cacheWillUpdate: async ({ response }) => ((await isOwn(page, response)) ? response : null),
          // A proxy whose Furrow is being started anew has no page either.
          fetchDidSucceed: async ({ response }) => {
            if (GATEWAYS.includes(response.status)) throw new Error('Nobody behind the proxy')
            return response
          },
        },
      ],
    }),
  )

// What else of the build was fetched once is there without network too; its name changes with what it holds.
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), new CacheFirst({ cacheName: ASSETS }))
