import { useSyncExternalStore } from 'react'
import { BehaviorSubject } from 'rxjs'

const open$ = new BehaviorSubject(false)

/** Opens or closes the theme drawer over whatever page is shown. */
export const showThemeWindow = (open: boolean): void => open$.next(open)

const subscribe = (onChange: () => void) => {
  const subscription = open$.subscribe(onChange)
  return () => subscription.unsubscribe()
}
export const useThemeWindow = (): boolean => useSyncExternalStore(subscribe, () => open$.value)
