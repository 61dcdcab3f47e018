import { useStore } from '#src/createStore.ts'
import { beat } from './beat.ts'

/** The time in ms UTC, kept up every `intervalMs` while the page is seen. */
export const useNow = (intervalMs: number): number => useStore(beat(intervalMs))
