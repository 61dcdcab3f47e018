import { ownBuild, servedBuild } from '#src/api/build.ts'
import { createStore, type Readable } from '#src/createStore.ts'
import { holdsUnsaved } from '#src/ui/unsaved.ts'
import { isInstalled } from './installOffer.ts'

/** The build that this window was loaded anew from by itself: twice from the same would be without end. */
const RENEWED = 'furrow.renewedFrom'
/** A phone whose console stays open for days asks this often whether there is a newer one. */
const LOOK_EVERY_MS = 60 * 60_000
const ANSWER_MS = 5000

const due = createStore(false)
/** Whether a newer console is there than the one that this window shows. */
export const renewalDue: Readable<boolean> = due

const buildOf = (worker: ServiceWorker): Promise<unknown> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data)
    worker.postMessage('build', [port2])
    // A worker that only shows alarms says nothing.
    setTimeout(() => resolve(null), ANSWER_MS)
  })

interface Given {
  /** Hears of each way to another page. */
  readonly onWay: (hear: () => void) => void
  /** Whether a tab holds text that was not saved. */
  readonly holdsText: () => boolean
  readonly reload?: () => void
}

/**
 * Loads this window anew where the console has become another one meanwhile, at a moment at which nothing is lost: on the way to another page,
 * or, where it was installed, once it is out of sight (in a browser that would take the sound of alarms away). Where text stands unsaved or
 * something is open it waits. Called once, at start.
 */
export function watchRenewal({ onWay, holdsText, reload = () => location.reload() }: Given): void {
  const own = ownBuild()
  if (own === null) return
  const isFree = () => !holdsText() && !holdsUnsaved() && document.querySelector('[role="dialog"]') === null
  const renew = () => {
    if (!due.get() || !isFree() || sessionStorage.getItem(RENEWED) === own) return
    sessionStorage.setItem(RENEWED, own)
    reload()
  }
  onWay(renew)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden && isInstalled()) renew()
  })
  // A room of this build that is gone from the server: the page in its place says so and offers another try.
  addEventListener('vite:preloadError', () => {
    void servedBuild().then((served) => {
      if (served === null || served === own) return
      due.set(true)
      renew()
    })
  })
  const { serviceWorker: workers } = navigator as Partial<Navigator>
  if (workers === undefined) return
  workers.addEventListener('controllerchange', () => {
    const worker = workers.controller
    if (worker === null) return
    void buildOf(worker).then((build) => {
      if (typeof build === 'string' && build !== own) due.set(true)
    })
  })
  let looked = Date.now()
  const look = () => {
    if (document.hidden || Date.now() - looked < LOOK_EVERY_MS) return
    looked = Date.now()
    // Nobody answers without network.
    void workers.getRegistration().then((registration) => registration?.update().catch(() => undefined))
  }
  document.addEventListener('visibilitychange', look)
  setInterval(look, LOOK_EVERY_MS)
  addEventListener('online', () => {
    looked = 0
    look()
  })
}
