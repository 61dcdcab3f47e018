import type { Sent } from '#src/api/upload.ts'
import { createStore } from '#src/createStore.ts'

/** How much of each picture has left, by its address in this browser. */
export const progress = createStore<Readonly<Record<string, Sent>>>({})
export const noteProgress = (address: string, sent: Sent | null): void => {
  const { [address]: _, ...others } = progress.get()
  progress.set(sent === null ? others : { ...others, [address]: sent })
}
