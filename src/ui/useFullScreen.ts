import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/**
 * Full screen of the whole page, so that windows opened over what fills it are seen too. Where the browser has none (iPhones), or says no,
 * it still fills the page: `full` is true either way.
 */
export function useFullScreen(): { full: boolean; toggle: () => void } {
  const screen = useSyncExternalStore(subscribe, () => document.fullscreenElement != null)
  const [filled, setFilled] = useState(false)
  const [wasScreen, setWasScreen] = useState(screen)
  if (screen !== wasScreen) {
    setWasScreen(screen)
    // Escape, or the browser's own button, ended it.
    if (!screen) setFilled(false)
  }
  const full = filled || screen
  const toggle = useCallback(() => {
    if (full) {
      setFilled(false)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
      return
    }
    setFilled(true)
    void document.documentElement.requestFullscreen?.().catch(() => {})
  }, [full])
  useEffect(() => {
    if (!filled) return
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) setFilled(false)
    }
    addEventListener('keydown', leave)
    return () => removeEventListener('keydown', leave)
  }, [filled])
  return { full, toggle }
}
