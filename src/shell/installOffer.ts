import { createStore, type Readable } from '#src/createStore.ts'

/** What a browser that can install the console hands out once: asks the person. */
interface InstallOffer extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

const offer = createStore<InstallOffer | null>(null)
/** The browser's offer to install the console; null where it makes none. */
export const installOffer: Readable<InstallOffer | null> = offer

/** Keeps the offer for the place that shows it, instead of a bar of the browser's own. Called once, at start: it comes before any page. */
export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer.set(event as InstallOffer)
  })
  addEventListener('appinstalled', () => offer.set(null))
}

/** Takes the offer, which can be taken once. */
export async function install(): Promise<void> {
  const taken = offer.get()
  offer.set(null)
  await taken?.prompt()
}

/** Whether this window is the installed console itself. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true

/** Safari on a phone or a tablet makes no offer: there a person adds it by hand. An iPad says that it is a Mac, which has no fingers. */
export const addsByHand = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1)
