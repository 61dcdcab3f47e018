import { createStore, type Readable, useStore } from '#src/createStore.ts'

export type ToastKind = 'success' | 'info' | 'warning' | 'error'
export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly words: string
}

/** ERRORS-06: one tip a second, each for 3 s. */
export const THROTTLE_MS = 1000
export const SHOWN_MS = 3000

export interface ToastRack extends Readable<readonly Toast[]> {
  /** `shownMs`: where a tip stays longer or shorter than others do. */
  readonly show: (kind: ToastKind, words: string, shownMs?: number) => void
  readonly dismiss: (id: number) => void
  /** Takes every tip away and forgets what was said, so that the next one is shown at once. */
  readonly clear: () => void
}

/**
 * Holds the tips that are on the page. Failures are throttled all together, since one cause makes many calls fail; other tips only
 * where they would repeat the same words.
 */
export function toastRack(now: () => number = () => Date.now()): ToastRack {
  const { get, set, subscribe } = createStore<readonly Toast[]>([])
  let nextId = 1
  const last = new Map<string, number>()
  const dismiss = (id: number) => set(get().filter((one) => one.id !== id))
  return {
    dismiss,
    clear() {
      last.clear()
      set([])
    },
    get,
    subscribe,
    show(kind, words, shownMs = SHOWN_MS) {
      const key = kind === 'error' ? 'error' : `${kind} ${words}`
      const at = now()
      if (at - (last.get(key) ?? Number.NEGATIVE_INFINITY) < THROTTLE_MS) return
      last.set(key, at)
      const id = nextId++
      // What is said again takes the place of what was said before: three lists that fail one after another are one tip.
      set([...get().filter((one) => one.kind !== kind || one.words !== words), { id, kind, words }])
      setTimeout(() => dismiss(id), shownMs)
    },
  }
}

const rack = toastRack()
/** Shows a tip for 3 seconds. */
export const toast = rack.show
/** @internal Between tests: tips of the one before would hold back those of the next. */
export const clearToasts = rack.clear
export const useToasts = () => [useStore(rack), rack.dismiss] as const
