import { useSyncExternalStore } from 'react'

let open = false
const listeners = new Set<() => void>()

/** Opens or closes the theme drawer over whatever page is shown. */
export function showThemeWindow(next: boolean): void {
  open = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useThemeWindow = (): boolean => useSyncExternalStore(subscribe, () => open)
